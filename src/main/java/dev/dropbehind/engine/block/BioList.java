package dev.dropbehind.engine.block;

/** Bios in a line, chained in their table; the kernel's {@code bio_list}. */
final class BioList {

    private final BioTable bios;
    private int first = BioTable.NONE;
    private int last = BioTable.NONE;
    private int length;

    BioList(BioTable bios) {
        this.bios = bios;
    }

    boolean isEmpty() {
        return first == BioTable.NONE;
    }

    int length() {
        return length;
    }

    /** Adds a bio at the end. */
    void add(int bio) {
        bios.setNext(bio, BioTable.NONE);
        if (isEmpty()) {
            first = bio;
        } else {
            bios.setNext(last, bio);
        }
        last = bio;
        length++;
    }

    /** Adds a bio at the front. */
    void push(int bio) {
        bios.setNext(bio, first);
        first = bio;
        if (last == BioTable.NONE) {
            last = bio;
        }
        length++;
    }

    /** Takes the bio at the front, {@link BioTable#NONE} if there is none. */
    int poll() {
        int bio = first;
        if (bio != BioTable.NONE) {
            first = bios.next(bio);
            last = first == BioTable.NONE ? BioTable.NONE : last;
            length--;
        }
        return bio;
    }

    /** Takes over all bios of another line; this one is empty. */
    void takeAll(BioList other) {
        assert isEmpty() : length + " bios are lost";
        first = other.first;
        last = other.last;
        length = other.length;
        other.first = BioTable.NONE;
        other.last = BioTable.NONE;
        other.length = 0;
    }
}
