package dev.dropbehind.engine.cache;

/** Where the bytes of a file are on the device now. Sectors have 512 bytes, are counted from 0 and lie in the file. */
public interface Layout {

    /** Returns the length of the file in bytes. */
    long sizeBytes();

    /** Returns the sector behind what is read as one piece: data that lies together on the device, or zeroes. */
    long endOfPiece(long sector, long end);

    /** Returns whether the device has data for a sector of the file; otherwise it reads as zeroes. */
    boolean isWritten(long sector);

    /** Returns the sector on the device of a sector of the file that has a block. */
    long onDevice(long sector);
}
