package dev.dropbehind.engine.cache;

/** Folios that wait to be dropped, up to 31; folios of one size that follow each other are one entry. */
final class DropBatch {

    private final int[] mappings = new int[FolioBatch.MAX_FOLIOS];
    private final int[] firstPages = new int[FolioBatch.MAX_FOLIOS];
    private final int[] endPages = new int[FolioBatch.MAX_FOLIOS];
    private int entries;
    private int folios;

    /** Adds as many folios as there is room for, and returns how many that are. */
    int add(int mapping, int firstPage, int folioPages, int count) {
        int taken = Math.min(count, FolioBatch.MAX_FOLIOS - folios);
        if (taken > 0) {
            mappings[entries] = mapping;
            firstPages[entries] = firstPage;
            endPages[entries] = firstPage + taken * folioPages;
            entries++;
            folios += taken;
        }
        return taken;
    }

    int folios() {
        return folios;
    }

    /** Takes over what another batch holds; this one is empty. */
    void takeAll(DropBatch other) {
        assert folios == 0 : folios + " folios are lost";
        System.arraycopy(other.mappings, 0, mappings, 0, other.entries);
        System.arraycopy(other.firstPages, 0, firstPages, 0, other.entries);
        System.arraycopy(other.endPages, 0, endPages, 0, other.entries);
        entries = other.entries;
        folios = other.folios;
        other.clear();
    }

    /** Has all of it dropped, in the order in which it came; returns the CPU nanoseconds that took. */
    long drop(DropWork.Drop drop, int cpu) {
        long nanos = 0;
        for (int i = 0; i < entries; i++) {
            nanos += drop.drop(mappings[i], firstPages[i], endPages[i], cpu);
        }
        clear();
        return nanos;
    }

    private void clear() {
        entries = 0;
        folios = 0;
    }
}
