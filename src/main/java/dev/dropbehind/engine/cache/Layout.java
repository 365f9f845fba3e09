package dev.dropbehind.engine.cache;

/** Where the bytes of a file are on the device now. Pages are counted from 0 and lie inside the file. */
public interface Layout {

    /** Returns the length of the file in bytes. */
    long sizeBytes();

    /** Returns the page behind what lies together with a page. */
    int endOfPiece(int page);

    /** Returns whether the device has something for a page; otherwise it reads as zeroes. */
    boolean isWritten(int page);

    /** Returns the first sector of 512 bytes of a page that is written. */
    long sectorOf(int page);
}
