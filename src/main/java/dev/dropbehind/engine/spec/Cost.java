package dev.dropbehind.engine.spec;

/**
 * The unit operations that take simulated CPU time, with the prior that holds for all machines where no calibration
 * says otherwise (kernel-model §12.1). Nanoseconds, except where the unit says picoseconds.
 */
public enum Cost {
    SYSCALL("ns a call", 120, "system call entry and exit"),
    VFS_READ("ns a call", 200, "checks, kiocb, time update"),
    VFS_WRITE("ns a call", 200, "checks, kiocb, time update"),
    INODE_LOCK("ns a call", 25, "take and leave the lock of a file that nobody waits for"),
    COPY("ps a byte", 100, "copy to the user, memory-cold"),
    COPY_WARM("ps a byte", 50, "copy to the user of what this processor has just filled"),
    COPY_IN("ps a byte", 50, "copy from the user, whose buffer is in the processor's cache"),
    PAGE_ALLOC("ns a page", 45, "order-0 allocation off the per-CPU list"),
    BLOCK_ALLOC("ns a block", 125, "allocation of a block of pages off the buddy lists"),
    GUEST_FIRST_TOUCH("ns a page", 0, "fault of the host when a guest uses a page for the first time; 0 on bare metal"),
    PCP_REFILL("ns a batch", 2500, "63 pages from or to the buddy lists"),
    MEMCG_CHARGE("ns a folio", 15, "charge to the cgroup, stock hit"),
    MEMCG_REFILL("ns a charge", 200, "charge past the stock, to the counter of the cgroup"),
    INDEX_LOOKUP("ns a walk", 35, "walk down the index"),
    INDEX_STEP("ns a folio", 12, "next folio of a batch look-up and its reference"),
    INDEX_INSERT("ns a folio", 90, "store under the index lock"),
    LRU_ADD("ns a folio", 35, "share of a batched list addition"),
    MARK_ACCESSED("ns a folio", 8, "referenced bit"),
    FOLIO_LOCK("ns a folio", 20, "lock and unlock a folio that nobody waits for"),
    SET_DIRTY("ns a folio", 100, "mark and count a folio dirty"),
    START_WRITEBACK("ns a folio", 130, "clear the dirty bit, count, and put a folio under writeback"),
    RESERVE_EXTENT("ns an extent", 800, "reserve blocks for delayed allocation"),
    ALLOCATE_EXTENT("ns an extent", 6000, "allocate blocks at writeback"),
    CONVERT_EXTENT("ns an extent", 3000, "make an unwritten extent written, a transaction of its own"),
    JOURNAL_COMMIT("ns a commit", 5000, "commit the journal, its writes apart"),
    BUFFER_HEAD("ns a block", 100, "attach a buffer head and map its block"),
    MAP_BLOCKS("ns an extent", 250, "extent look-up of the file system"),
    GET_BLOCK("ns a block", 30, "look-up of one block in the buffer-head path"),
    CLEAR_PAGE("ns a page", 80, "fill a page with zeroes"),
    BIO("ns a bio", 300, "allocate, fill and submit a bio"),
    BIO_ADD_FOLIO("ns a folio", 12, "append a folio to a bio"),
    REQUEST("ns a request", 450, "tag, request, dispatch"),
    BIO_MERGE("ns a bio", 40, "join a request in the plug"),
    DMA_SEGMENT("ns a segment", 12, "map a segment for the device"),
    DOORBELL("ns a batch", 120, "tell the device"),
    HARDIRQ("ns an interrupt", 900, "entry, completion queue, exit"),
    SOFTIRQ("ns an event", 900, "raise and run the block soft interrupt"),
    REQUEST_END("ns a request", 300, "end a request"),
    END_READ("ns a folio", 30, "set uptodate, unlock"),
    END_WRITEBACK("ns a folio", 150, "clear writeback, count, wake who waits for the folio"),
    CHECKSUM("ps a byte", 50, "compare the checksum of data that was read"),
    TASK_WAKE("ns a wake", 2500, "from wake-up to running on an idle processor; passes, but is not CPU time"),
    WORK_ITEM("ns an item", 1000, "queue a work item and take it up, besides waking its worker"),
    CPU_HOTPLUG("ns a step", 10_000_000, "from one step of taking a processor off or on line to the next; passes only"),
    CONTEXT_SWITCH("ns a switch", 1200, "switch to another task"),
    DROP_FOLIO("ns a folio", 350, "drop-behind: lock, delete, off the list, uncharge"),
    DROP_PAGE("ns a page", 25, "drop-behind: free"),
    UNMAP_PAGE("ns a page", 1500, "drop-behind: take a mapped page out of page tables, with the flush of the TLB"),
    MMAP_FAULT("ns a fault", 800, "page fault of a mapping whose page is cached"),
    RECLAIM_FOLIO("ns a folio", 450, "isolate, lock, freeze, delete, leave a shadow, uncharge and free a clean folio"),
    RECLAIM_LARGE_FOLIO("ns a folio", 800, "the same for a folio of several pages"),
    RECLAIM_LARGE_PAGE("ns a page", 30, "for each page of such a folio"),
    RECLAIM_KEEP("ns a folio", 120, "isolate a folio and put it back"),
    DIRECT_RECLAIM("ns an entry", 4000, "enter and leave direct reclaim"),
    WORKINGSET_REFAULT("ns a folio", 60, "judge a folio that was reclaimed before"),
    BALANCE_CHECK("ns a call", 15, "look whether a writer has dirtied enough to be held"),
    BALANCE_DIRTY("ns a round", 800, "balance dirty pages: measure both domains, work out the rate and the pause"),
    READ_BLOCK("ns a block", 30, "look-up of one block in the buffer-head path of a read"),
    LOCK_BOUNCE("ns a fetch", 80, "fetch the cache line of a lock from the processor that had it last"),
    RAMDISK_COPY("ps a byte", 160, "copy by the ramdisk in the submitter"),
    JOURNAL_HANDLE("ns a handle", 300, "start and stop a handle of the journal");

    private final String unit;
    private final long prior;
    private final String meaning;

    Cost(String unit, long prior, String meaning) {
        this.unit = unit;
        this.prior = prior;
        this.meaning = meaning;
    }

    /** Returns the unit, for example {@code ns a folio}. */
    public String unit() {
        return unit;
    }

    /** Returns the value shared by all machines that have no better one. */
    public long prior() {
        return prior;
    }

    /** Returns what is paid for. */
    public String meaning() {
        return meaning;
    }
}
