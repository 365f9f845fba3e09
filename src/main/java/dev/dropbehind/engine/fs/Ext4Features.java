package dev.dropbehind.engine.fs;

/**
 * What ext4 does by its patches and mount options, besides the way of its files (kernel-model §10.1).
 *
 * @param extentSeq whether a write through iomap looks its extent up again that has changed meanwhile
 * @param checksJournal whether each such look-up asks the journal whether the file's last change is committed
 * @param flushesBeforeZeroing whether blocks that are zeroed in part are written back before
 * @param defragFallsBack whether a file that goes through iomap can be defragmented, by giving that up
 * @param journalsData whether data is written to the journal first, {@code data=journal}
 */
public record Ext4Features(
        boolean extentSeq,
        boolean checksJournal,
        boolean flushesBeforeZeroing,
        boolean defragFallsBack,
        boolean journalsData) {}
