package dev.dropbehind.testing;

import dev.dropbehind.engine.cache.FolioBatch;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.machine.Invariants;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.machine.MachineBuilder;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.memory.Relief;
import dev.dropbehind.engine.memory.TaskMemory;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import org.jspecify.annotations.Nullable;

/** A machine whose parts a test moves by hand. Mapping 0 holds what is cached at the start, mapping 1 is a file. */
public final class Bench {

    private final Machine machine;
    private final Task task = new Task("hand", Counter.APPLICATION_CPU_NANOS, () -> TaskBody.EXITED);
    private final Bill bill;
    private final TaskMemory memory;
    private final Relief relief;

    private final long seed;

    private Bench(SimulationSpec spec, int maxSiblings) {
        seed = spec.seed();
        machine = MachineBuilder.build(spec, maxSiblings);
        bill = new Bill(machine.till());
        relief = machine.reclaim().ofMachine(task, bill);
        memory = new TaskMemory(
                task,
                bill,
                machine.allocator(),
                machine.cgroup(),
                machine.cpus(),
                machine.timeline(),
                machine.counters());
    }

    /** Returns a machine of 4096 pages, all of them free, with a file of 16384 pages. */
    public static Bench empty() {
        return withPages(4096, 0, 32);
    }

    /**
     * Returns a machine with a file four times as large as its memory.
     *
     * @param all pages of memory
     * @param cached how many of them are cached at the start
     * @param maxSiblings the most folios a row stands for
     */
    public static Bench withPages(long all, long cached, int maxSiblings) {
        return of(
                Specs.small()
                        .fileSystem(FileSystemSpec.Type.XFS)
                        .pages(all, 0, cached)
                        .job(idle(all))
                        .spec(),
                maxSiblings);
    }

    /** Returns such a machine, with nothing cached at the start, whose file is on a device. */
    public static Bench withDevice(long all, DeviceSpec device) {
        return of(
                Specs.small()
                        .fileSystem(FileSystemSpec.Type.XFS)
                        .device(device)
                        .pages(all, 0, 0)
                        .job(idle(all))
                        .spec(),
                FolioTable.MAX_SIBLINGS);
    }

    /**
     * Returns a machine of 4096 pages whose tasks are in a cgroup of version 2, with a file of 16384 pages.
     *
     * @param maxPages limit of the group, null for none
     * @param highPages where its tasks begin to reclaim, null for nowhere
     * @param reservedPages pages charged to it that are not page cache
     */
    public static Bench withCgroup(@Nullable Long maxPages, @Nullable Long highPages, long reservedPages) {
        Specs specs = Specs.small()
                .fileSystem(FileSystemSpec.Type.XFS)
                .pages(4096, reservedPages, 0)
                .job(idle(4096));
        return of(specs.cgroup(2, maxPages, highPages, reservedPages).spec(), FolioTable.MAX_SIBLINGS);
    }

    private static JobSpec idle(long all) {
        long bytes = Pages.bytes(4 * all);
        return new JobSpec(
                "idle", JobSpec.Rw.READ, 4096, 1, Layout.SHARED, "data", bytes, bytes, IoMode.CACHED, 0L, false);
    }

    /** Returns a machine whose jobs start when its time passes. */
    public static Bench of(SimulationSpec spec, int maxSiblings) {
        return new Bench(spec, maxSiblings);
    }

    /** Returns the machine. */
    public Machine machine() {
        return machine;
    }

    /** Returns its cache. */
    public PageCache cache() {
        return machine.cache();
    }

    /** Returns the mapping of the file. */
    public Mapping file() {
        return cache().mappings().get(1);
    }

    /** Returns a task that does nothing, on processor 0. */
    public Task task() {
        return task;
    }

    /** Returns how that task gets pages. */
    public TaskMemory memory() {
        return memory;
    }

    /** Returns how that task reclaims from the machine. */
    public Relief relief() {
        return relief;
    }

    /** Returns what that task owes. */
    public Bill bill() {
        return bill;
    }

    /** Inserts pages of the file that are on their way from the device. */
    public void beginRead(int first, int count, boolean dropbehind) {
        int taken = memory.take(count, 0, true);
        if (taken < count) {
            throw new IllegalStateException("no memory for " + count + " pages");
        }
        cache().insertForRead(file(), first, count, 0, dropbehind, task.cpu());
        machine.counters().add(Counter.READAHEAD_PAGES, count);
    }

    /** Lets pages of the file arrive. */
    public void endRead(int first, int count) {
        Inode inode = machine.files().getFirst();
        for (long page = first; page < first + count; page++) {
            long sector = page * Pages.SECTORS;
            cache().arrived(file().id(), sector, Pages.SECTORS, inode.onDevice(sector));
        }
        cache().endRead(file().id(), (long) first * Pages.SECTORS, (long) (first + count) * Pages.SECTORS);
        machine.counters().add(Counter.DEVICE_READ_BYTES, Pages.bytes(count));
    }

    /** Brings pages of the file into the cache. */
    public void readIn(int first, int count, boolean dropbehind) {
        beginRead(first, count, dropbehind);
        endRead(first, count);
    }

    /** Looks up pages of the file. */
    public FolioBatch lookUp(int first, int end) {
        FolioBatch batch = new FolioBatch();
        cache().collect(file(), first, end, batch);
        return batch;
    }

    /** Gives back what was looked up. */
    public void release(FolioBatch batch) {
        cache().release(batch, task.cpu());
    }

    /** Returns a counter. */
    public long count(Counter counter) {
        return machine.counters().get(counter);
    }

    /** Returns what watches the machine. */
    public Invariants invariants() {
        return new Invariants(machine, seed);
    }

    /** Checks that nothing the test did contradicts the model. */
    public void check() {
        invariants().checkAll();
    }
}
