package dev.dropbehind.engine.cache;

/**
 * What bytes that follow each other hold, told by where it comes from: byte {@code address + shift} of a file, as one
 * write left it. Where bytes lie is not part of it, so that what has got to a wrong place is seen to be something else.
 *
 * @param file number of the file's mapping, or below zero for what is of no file
 * @param shift what is added to the address of a byte to get its place in the file
 * @param stamp number of the write, from 1; 0 for what was in the file before the run
 */
record Origin(int file, long shift, long stamp) {

    private static final int OF_NO_FILE = -1;
    private static final int UNKNOWN = -2;

    /** Zeroes. */
    static final Origin ZEROES = new Origin(OF_NO_FILE, 0, 0);

    /** Nothing that anybody may see: bytes that are not cached, or rubbish on the device. */
    static final Origin NOTHING = new Origin(OF_NO_FILE, 0, 1);

    /** What nobody can say: the application has been told that its write is lost, or two wrote at once. */
    static final Origin ANYTHING = new Origin(UNKNOWN, 0, 0);

    /** Returns what bytes hold while a direct write is under way: the old, the new, or some of both. */
    static Origin unsettled(long stamp) {
        return new Origin(UNKNOWN, 0, stamp);
    }

    /** Returns whether bytes may hold anything. */
    boolean isUnknown() {
        return file == UNKNOWN;
    }

    /** Returns the same, copied to where addresses are greater by so many bytes. */
    Origin movedBy(long bytes) {
        return file < 0 ? this : new Origin(file, shift - bytes, stamp);
    }

    /** Says in words what the byte at an address holds. */
    String describe(long address) {
        if (equals(ZEROES)) {
            return "zeroes";
        }
        if (file < 0) {
            return isUnknown() ? "anything" : "nothing";
        }
        String place = "byte " + (address + shift) + " of file " + file;
        return stamp == 0 ? place + " as before the run" : place + " by write " + stamp;
    }
}
