package dev.dropbehind.engine.writeback;

import dev.dropbehind.engine.cache.Contents;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.MappingOperations;
import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.cache.WritebackControl;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.CpuCosts;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.cpu.WaitQueue;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Trace;
import dev.dropbehind.engine.memory.Cgroup;
import dev.dropbehind.engine.memory.PageAllocator;
import dev.dropbehind.engine.memory.Zone;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.VmSpec;
import dev.dropbehind.engine.spec.Watermarks;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Jiffies;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Throttle and flusher on real processors, over a device that writes so many pages a second and files that are numbers
 * of pages. Writers overwrite what is cached, so that as much could be dirty at any time as at the start.
 */
final class WritebackRig implements Trace {

    static final long SECOND = 1_000_000_000;
    static final int HZ = 250;
    static final int FINE_HZ = 1000;

    /** As much is on its way to the device at a time, and so much is submitted at a step. */
    private static final int QUEUE_PAGES = 8192;

    private static final int STEP_PAGES = 256;
    private static final long SUBMIT_NANOS_PER_PAGE = 30;
    private static final int FILE_PAGES = 1 << 24;

    final Timeline timeline = new Timeline();
    final Counters counters = new Counters(this);
    final Jiffies jiffies;
    final CostModel costs = CostModel.priors();
    final Till till = new Till(costs);
    final Cpus cpus = new Cpus(4, timeline, counters, till, new CpuCosts(2500, 3_000_000));
    final DirtyLimits limits;
    final BdiWriteback writeback;
    final DirtyThrottle throttle;
    final FakeDevice device;
    final boolean inCgroup;

    /** What was told, in order. */
    final List<Told> told = new ArrayList<>();

    private final PageCache cache;

    /** Something that was told: when, what, and of how many pages. */
    record Told(long atNanos, Fact.Kind kind, long pages) {}

    private WritebackRig(
            int hz,
            long dirtyablePages,
            @Nullable Long groupPages,
            boolean groupIsSeenLate,
            VmSpec vm,
            long devicePagesPerSecond) {
        jiffies = new Jiffies(timeline, hz);
        Zone zone = new Zone(new Watermarks(64, 80, 100), counters, 100);
        counters.add(Counter.NR_INACTIVE_FILE, dirtyablePages - 1);
        inCgroup = groupPages != null;
        Cgroup cgroup = groupPages == null
                ? null
                : Cgroup.of(new CgroupSpec("job", 2, Pages.bytes(groupPages), null, 0), counters, cpus.count());
        if (groupPages != null) {
            counters.add(Counter.CGROUP_INACTIVE_FILE, groupPages);
            counters.add(Counter.CGROUP_USAGE_PAGES, groupPages);
        }
        PageAllocator allocator = new PageAllocator(zone, counters, cpus.count(), dirtyablePages);
        cache = new PageCache(
                new FolioTable(32),
                cpus,
                allocator,
                cgroup == null ? Cgroup.root(counters) : cgroup,
                counters,
                dirtyablePages,
                Contents.none());
        GroupStat stat = groupIsSeenLate
                ? GroupStat.flushed(timeline, counters, new Seeds(1).of("statistics"))
                : GroupStat.current(counters);
        limits = new DirtyLimits(vm, zone, cgroup, stat, counters, jiffies);
        writeback = new BdiWriteback(limits, timeline, jiffies, cpus, counters);
        device = new FakeDevice(devicePagesPerSecond);
        Flusher flusher = new Flusher(
                writeback,
                limits,
                cpus,
                jiffies,
                counters,
                new Bill(till),
                _ -> device,
                mapping -> device.dirtyOf(mapping) > 0);
        assert flusher != null;
        throttle = new DirtyThrottle(writeback, limits, cpus.count(), jiffies, counters);
    }

    static WritebackRig of(long dirtyablePages, long devicePagesPerSecond) {
        return of(dirtyablePages, VmSpec.DEFAULT, devicePagesPerSecond);
    }

    static WritebackRig of(long dirtyablePages, VmSpec vm, long devicePagesPerSecond) {
        return new WritebackRig(HZ, dirtyablePages, null, false, vm, devicePagesPerSecond);
    }

    /** A machine with a thousand ticks a second, where rates are hardly rounded. */
    static WritebackRig fine(long dirtyablePages, long devicePagesPerSecond) {
        return new WritebackRig(FINE_HZ, dirtyablePages, null, false, VmSpec.DEFAULT, devicePagesPerSecond);
    }

    static WritebackRig withCgroup(long dirtyablePages, long groupPages, long devicePagesPerSecond) {
        return new WritebackRig(HZ, dirtyablePages, groupPages, false, VmSpec.DEFAULT, devicePagesPerSecond);
    }

    /** A machine whose group's statistics are summed up every two seconds, as the kernel's are. */
    static WritebackRig withCgroupSeenLate(long dirtyablePages, long groupPages, long devicePagesPerSecond) {
        return new WritebackRig(HZ, dirtyablePages, groupPages, true, VmSpec.DEFAULT, devicePagesPerSecond);
    }

    Mapping newFile() {
        return cache.newMapping(FILE_PAGES);
    }

    /** Starts a task that dirties pages of a file of its own, a folio at a time, as fast as it is let. */
    Writer startWriter(int folioPages, long nanosPerFolio) {
        Writer writer = new Writer(newFile(), folioPages, nanosPerFolio);
        cpus.start(writer.task);
        return writer;
    }

    void runUntil(long nanos) {
        while (timeline.nextTime() <= nanos) {
            timeline.runNext();
        }
    }

    long count(Counter counter) {
        return counters.get(counter);
    }

    List<Told> told(Fact.Kind kind) {
        return told.stream().filter(one -> one.kind() == kind).toList();
    }

    @Override
    public void acts(String actor) {}

    @Override
    public void note(Fact.Kind kind, int file, long first, long count) {
        told.add(new Told(timeline.now(), kind, count));
    }

    private void countDirty(long pages) {
        counters.add(Counter.NR_FILE_DIRTY, pages);
        counters.add(Counter.WB_RECLAIMABLE, pages);
        if (inCgroup) {
            counters.add(Counter.CGROUP_FILE_DIRTY, pages);
        }
    }

    private void countWriteback(long pages) {
        counters.add(Counter.NR_WRITEBACK, pages);
        counters.add(Counter.WB_WRITEBACK, pages);
        if (inCgroup) {
            counters.add(Counter.CGROUP_FILE_WRITEBACK, pages);
        }
    }

    /** A task that writes. */
    final class Writer implements TaskBody {

        final TaskDirty dirty = new TaskDirty();
        final Mapping file;
        long written;
        long pausedNanos;
        long longestPause;
        int pauses;

        private final Task task = new Task("writer", Counter.APPLICATION_CPU_NANOS, this);
        private final EventHandler pauseEnds = _ -> cpus.wake(task);
        private final Bill bill = new Bill(till);
        private final int folioPages;
        private final long nanosPerFolio;
        private boolean balancing;

        private Writer(Mapping file, int folioPages, long nanosPerFolio) {
            this.file = file;
            this.folioPages = folioPages;
            this.nanosPerFolio = nanosPerFolio;
        }

        @Override
        public long turn() {
            if (!balancing) {
                device.dirty(file, folioPages);
                throttle.dirtied(dirty, task.cpu(), folioPages);
                written += folioPages;
                bill.charge(nanosPerFolio);
                balancing = true;
                return bill.settle();
            }
            long pause = throttle.balance(dirty, task.cpu(), bill);
            if (pause == 0) {
                balancing = false;
                return bill.settle();
            }
            pauses++;
            pausedNanos += pause;
            longestPause = Math.max(longestPause, pause);
            timeline.schedule(timeline.now() + pause, EventPriority.TASK, pauseEnds, 0);
            return ASLEEP;
        }
    }

    /** Files as numbers of pages, and the device under them. */
    final class FakeDevice implements MappingOperations {

        final List<Long> writtenOf = new ArrayList<>();
        final List<Integer> order = new ArrayList<>();

        private final List<Long> dirty = new ArrayList<>();
        private final List<Long> underWriteback = new ArrayList<>();
        private final long pagesPerSecond;
        private final WaitQueue full = new WaitQueue();
        private final EventHandler ends = this::end;
        private long busyUntil;

        private FakeDevice(long pagesPerSecond) {
            this.pagesPerSecond = pagesPerSecond;
        }

        long dirtyOf(Mapping mapping) {
            return mapping.id() < dirty.size() ? dirty.get(mapping.id()) : 0;
        }

        void dirty(Mapping mapping, long pages) {
            while (dirty.size() <= mapping.id()) {
                dirty.add(0L);
                underWriteback.add(0L);
                writtenOf.add(0L);
            }
            if (dirtyOf(mapping) == 0) {
                becameDirty(mapping);
            }
            dirty.set(mapping.id(), dirtyOf(mapping) + pages);
            counters.add(Counter.WB_DIRTIED, pages);
            countDirty(pages);
        }

        @Override
        public void writebackEnded(Mapping mapping, int pages) {
            throw new IllegalStateException("this device ends writeback by itself");
        }

        @Override
        public void becameDirty(Mapping mapping) {
            writeback.markDirty(mapping);
        }

        @Override
        public Step writePages(Mapping mapping, WritebackControl control, Task task, Bill bill) {
            long pages = Math.min(STEP_PAGES, Math.min(dirtyOf(mapping), control.pagesLeft()));
            if (pages <= 0) {
                return Step.DONE;
            }
            if (count(Counter.WB_WRITEBACK) + pages > QUEUE_PAGES) {
                full.add(task);
                return Step.PARKED;
            }
            submit(mapping, pages);
            control.countWritten(pages);
            control.moveTo((int) Math.min(control.cursor() + pages, control.endPage()));
            bill.charge(pages * SUBMIT_NANOS_PER_PAGE);
            return Step.PAY;
        }

        private void submit(Mapping mapping, long pages) {
            if (order.isEmpty() || order.getLast() != mapping.id()) {
                order.add(mapping.id());
            }
            dirty.set(mapping.id(), dirtyOf(mapping) - pages);
            underWriteback.set(mapping.id(), underWriteback.get(mapping.id()) + pages);
            writtenOf.set(mapping.id(), writtenOf.get(mapping.id()) + pages);
            countDirty(-pages);
            countWriteback(pages);
            counters.add(Counter.WB_DONTCACHE_DIRTY, -Math.min(pages, count(Counter.WB_DONTCACHE_DIRTY)));
            busyUntil = Math.max(busyUntil, timeline.now()) + pages * SECOND / pagesPerSecond;
            timeline.schedule(busyUntil, EventPriority.HARDIRQ, ends, ((long) mapping.id() << 32) | pages);
        }

        private void end(long argument) {
            int file = (int) (argument >> 32);
            long pages = (int) argument;
            underWriteback.set(file, underWriteback.get(file) - pages);
            countWriteback(-pages);
            counters.add(Counter.WB_WRITTEN, pages);
            writeback.writebackEnded(pages, underWriteback.get(file) == 0);
            full.wakeAll(cpus);
        }
    }
}
