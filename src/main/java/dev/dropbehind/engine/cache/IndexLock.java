package dev.dropbehind.engine.cache;

/**
 * How often the lock of a file's index, and with it the folio it is taken for, has to be fetched from another processor
 * (kernel-model §12.1, spinlock bounce). Writeback takes it twice a folio, where it starts and where it ends; a writer
 * takes it for each folio that it makes and for each that it makes dirty. Where both go on at a time, on different
 * processors, each turn of the writer's follows one of theirs, and the lock comes over once for each.
 *
 * <p>Nobody waits for the lock in this model: that it has to be fetched is all that is paid for, and by the writer
 * alone.
 */
public final class IndexLock {

    /** Of writeback that is over a writer meets no more than one step of the flusher. */
    private static final int MOST_TURNS = 1024;

    private int turns;
    private int cpu;

    /** Hears that writeback has taken the lock on a processor, for so many folios. */
    void takenForWriteback(int writebackCpu, int folios) {
        cpu = writebackCpu;
        turns = Math.min(MOST_TURNS, turns + folios);
    }

    /** Hears that a task has waited for what it had written back: it has fetched what there was to fetch. */
    public void fetchAll() {
        turns = 0;
    }

    /** Returns for how many of its turns a writer has to fetch the lock from another processor. */
    public int fetch(int writerCpu, int writerTurns) {
        int fetched = cpu == writerCpu ? 0 : Math.min(writerTurns, turns);
        turns -= fetched;
        return fetched;
    }
}
