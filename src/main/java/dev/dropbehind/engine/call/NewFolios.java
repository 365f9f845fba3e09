package dev.dropbehind.engine.call;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.fs.FileSystem;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.memory.TaskMemory;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.Pages;

/**
 * Makes folios for a write where none are cached: as large as what is left to write and their place allow, of smaller
 * ones where memory is short (kernel-model §1.2 rule 4).
 */
final class NewFolios {

    private static final int MAX_FRUITLESS_TRIES = 16;

    private final PageCache cache;
    private final TaskMemory memory;
    private final FileSystem fileSystem;
    private final Inode inode;
    private final Mapping mapping;
    private final Task task;
    private final Bill bill;

    private int fruitlessTries;
    private int mostOrder;

    NewFolios(PageCache cache, TaskMemory memory, FileSystem fileSystem, Inode inode, Task task, Bill bill) {
        this.cache = cache;
        this.memory = memory;
        this.fileSystem = fileSystem;
        this.inode = inode;
        this.task = task;
        this.bill = bill;
        mapping = inode.mapping();
    }

    /** Begins a call. */
    void begin() {
        fruitlessTries = 0;
        mostOrder = Integer.MAX_VALUE;
    }

    /**
     * Makes the folio of a byte, and of single pages as many as the write covers behind it.
     *
     * @param from the byte
     * @param to byte behind the last that is to be written
     * @param isEdge whether it is to be the smallest folio there can be, by itself
     * @param mayMark whether it is marked drop-behind where the file system does so
     * @return on once there is one, or none to be had
     */
    Progress make(long from, long to, boolean isEdge, boolean mayMark) {
        if (memory.mustWait()) {
            return bill.isOwing() ? Progress.PAY : sleepUntilMemoryIsFree();
        }
        int least = mapping.minOrder();
        int first = Pages.of(from) >> least << least;
        int most = isEdge ? least : Math.min(orderFor(first, from, to), mostOrder);
        for (int order = most; order >= least; order--) {
            int wanted = order > 0 || isEdge ? 1 : singlePages(first, from, to);
            int end = first + (wanted << order);
            boolean isFree = mapping.nextPresent(first, end) == end;
            int taken = isFree ? memory.take(wanted, order, order == least) : 0;
            if (taken > 0) {
                insert(first, taken, order, mayMark && fileSystem.marksNewFolio(inode, from));
                return Progress.ON;
            }
            if (isFree && memory.isPutOff()) {
                mostOrder = order;
                return Progress.PAY;
            }
        }
        mostOrder = least;
        fruitlessTries++;
        return isExhausted() ? Progress.ON : Progress.PAY;
    }

    /** Returns whether memory has been asked for so often in vain that the write gives up. */
    boolean isExhausted() {
        return fruitlessTries == MAX_FRUITLESS_TRIES;
    }

    private Progress sleepUntilMemoryIsFree() {
        memory.await();
        return Progress.PARKED;
    }

    private int orderFor(int page, long from, long to) {
        long left = to - Math.max(from, Pages.bytes(page));
        int byLength = Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(Pages.SIZE, left)) - Pages.SHIFT;
        int byPlace = page == 0 ? mapping.maxOrder() : Integer.numberOfTrailingZeros(page);
        return Math.max(mapping.minOrder(), Math.min(mapping.maxOrder(), Math.min(byLength, byPlace)));
    }

    private int singlePages(int page, long from, long to) {
        if (mapping.hasLargeFolios() || from != inode.blockOf(from)) {
            return 1;
        }
        int whole = Math.min(Pages.of(inode.blockOf(to)), page + FolioTable.MAX_SIBLINGS);
        int alike = fileSystem.endOfLikeMarks(inode, page, Math.max(page + 1, whole));
        return Math.max(1, mapping.nextPresent(page, alike) - page);
    }

    private void insert(int first, int count, int order, boolean dropbehind) {
        begin();
        int judged = cache.insertForWrite(mapping, first, count << order, order, dropbehind, task.cpu());
        long blocks = Math.max(1, Pages.bytes((long) count << order) / inode.blockBytes());
        bill.pay(Cost.LOCK_BOUNCE, mapping.indexLock().fetch(task.cpu(), count));
        bill.pay(Cost.INDEX_INSERT, count);
        bill.pay(Cost.LRU_ADD, count);
        bill.pay(Cost.MEMCG_CHARGE, count);
        bill.pay(Cost.WORKINGSET_REFAULT, judged);
        bill.pay(Cost.BUFFER_HEAD, fileSystem.routeOf(inode).writesByBlock() ? blocks : 0);
    }
}
