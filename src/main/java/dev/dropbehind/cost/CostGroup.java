package dev.dropbehind.cost;

import dev.dropbehind.engine.spec.Cost;

/** What unit costs are spent for, in the order in which a call comes to them. Each cost belongs to one group. */
public enum CostGroup {
    SYSCALL("syscall", "System calls, VFS, switching tasks"),
    COPY("copy", "Copying"),
    FOLIOS("folios", "Finding and making folios: index, LRU, charge, allocation"),
    FILE_SYSTEM("fileSystem", "File system: buffer heads, blocks, reservation, journal"),
    DIRTY("dirty", "Counting dirty pages, holding writers"),
    BLOCK("block", "Block layer, driver, completion"),
    RECLAIM("reclaim", "Taking folios away: reclaim, drop-behind");

    private final String id;
    private final String title;

    CostGroup(String id, String title) {
        this.id = id;
        this.title = title;
    }

    /** Returns the name in JSON and in style sheets. */
    public String id() {
        return id;
    }

    /** Returns the name for people. */
    public String title() {
        return title;
    }

    /** Returns what a cost is spent for. */
    public static CostGroup of(Cost cost) {
        return switch (cost) {
            case SYSCALL, VFS_READ, VFS_WRITE, INODE_LOCK, MMAP_FAULT -> SYSCALL;
            case TASK_WAKE, WORK_ITEM, CONTEXT_SWITCH, CPU_HOTPLUG -> SYSCALL;
            case COPY, COPY_WARM, COPY_IN -> COPY;
            case PAGE_ALLOC, BLOCK_ALLOC, GUEST_FIRST_TOUCH, PCP_REFILL, MEMCG_CHARGE, MEMCG_REFILL -> FOLIOS;
            case INDEX_LOOKUP, INDEX_STEP, INDEX_INSERT, LRU_ADD, MARK_ACCESSED, FOLIO_LOCK -> FOLIOS;
            case CLEAR_PAGE, WORKINGSET_REFAULT -> FOLIOS;
            case RESERVE_EXTENT, ALLOCATE_EXTENT, CONVERT_EXTENT, JOURNAL_COMMIT, JOURNAL_HANDLE -> FILE_SYSTEM;
            case BUFFER_HEAD, MAP_BLOCKS, GET_BLOCK, READ_BLOCK, CHECKSUM -> FILE_SYSTEM;
            case SET_DIRTY, START_WRITEBACK, LOCK_BOUNCE, BALANCE_CHECK, BALANCE_DIRTY -> DIRTY;
            case BIO, BIO_ADD_FOLIO, REQUEST, BIO_MERGE, DMA_SEGMENT, DOORBELL, RAMDISK_COPY -> BLOCK;
            case HARDIRQ, SOFTIRQ, REQUEST_END, END_READ, END_WRITEBACK -> BLOCK;
            case DROP_FOLIO, DROP_PAGE, UNMAP_PAGE, RECLAIM_FOLIO, RECLAIM_LARGE_FOLIO -> RECLAIM;
            case RECLAIM_LARGE_PAGE, RECLAIM_KEEP, DIRECT_RECLAIM -> RECLAIM;
        };
    }
}
