package dev.dropbehind.engine.fs;

/**
 * Where the end of writeback runs, and that of reads of single blocks, by file system and kernel (kernel-model §5.4).
 * What is not said here ends where the block layer ends the bio.
 *
 * @param dontcacheAsksForTask whether a bio with a folio marked drop-behind asks the block layer to be ended in task
 *     context
 * @param readAsksForTask whether a read of single blocks into a folio marked drop-behind does so too
 * @param dontcacheInWorker whether folios marked drop-behind have bios of their own, which a worker of the file system
 *     ends
 * @param conversionsInWorker whether a worker of the file system ends what makes unwritten blocks written
 * @param allInWorker whether a worker of the file system ends everything
 */
public record EndStages(
        boolean dontcacheAsksForTask,
        boolean readAsksForTask,
        boolean dontcacheInWorker,
        boolean conversionsInWorker,
        boolean allInWorker) {

    static final int CONVERSION = 1;
    static final int DONTCACHE = 2;

    /** Returns the bits of a bio: bios that differ in them are not joined. */
    int stageOf(boolean isWritten, boolean isDropbehind) {
        int conversion = conversionsInWorker && !isWritten ? CONVERSION : 0;
        return conversion | (dontcacheInWorker && isDropbehind ? DONTCACHE : 0);
    }

    boolean isForWorker(int stage) {
        return allInWorker || stage != 0;
    }
}
