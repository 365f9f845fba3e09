package dev.dropbehind.engine.fs;

/**
 * The way of a file from folios to blocks and back, part by part: block by block through buffer heads, or not
 * (kernel-model §3.2, §3.3, §10.1). Files of one file system may go different ways.
 *
 * @param readsByBlock whether reads look up each block
 * @param writesByBlock whether writes attach a buffer head to each block and look it up
 * @param writesBackByBlock whether writeback looks at each block, and allocates no more than it is about to write
 * @param faultsByBlock whether the first store to a mapped page looks up each block
 * @param zeroesByBlock whether zeroing a part of a block goes by buffer heads, and sees what is dirty over unwritten
 *     blocks
 * @param largeFolios whether the page cache may use folios of more than one page
 * @param marksOverwrites whether a DONTCACHE write marks the folios that it makes over blocks which hold data
 * @param ordersData whether a commit of the journal waits for the data of blocks that it enters
 * @param stages where the end of a write runs
 */
public record Route(
        boolean readsByBlock,
        boolean writesByBlock,
        boolean writesBackByBlock,
        boolean faultsByBlock,
        boolean zeroesByBlock,
        boolean largeFolios,
        boolean marksOverwrites,
        boolean ordersData,
        EndStages stages) {}
