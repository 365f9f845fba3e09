package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.IoMode;

/**
 * f2fs: order-0 folios, reads without a lock on the inode, bios of many pages that end in soft interrupt context
 * (kernel-model §1.2, §2.1, §5.4). {@code RWF_DONTCACHE} is accepted only with the patch that sets its flag.
 */
public final class F2fs extends FileSystem {

    private final boolean acceptsDontcache;

    /**
     * Joins a cache and a queue.
     *
     * @param acceptsDontcache whether its file operations carry FOP_DONTCACHE
     */
    public F2fs(PageCache cache, BioTable bios, BlockQueue queue, CostModel costs, boolean acceptsDontcache) {
        super(cache, bios, queue, costs);
        this.acceptsDontcache = acceptsDontcache;
    }

    @Override
    public boolean supports(IoMode mode) {
        return mode != IoMode.DONTCACHE || acceptsDontcache;
    }
}
