package dev.dropbehind.engine.writeback;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.VmSpec;
import dev.dropbehind.engine.time.Jiffies;

/**
 * Holds writers so that no more is dirty than may be: the kernel's {@code balance_dirty_pages} (kernel-model §4.3,
 * §4.4).
 *
 * <p>A writer calls {@link #dirtied} for what it has dirtied and {@link #balance} after each folio or chunk. The latter
 * looks at the limits only once so many pages have been dirtied, by the task or on its processor. Below the freerun
 * ceiling of all domains the writer goes on. Above, it pauses for as long as its pages take at the rate it may dirty
 * them, less the time it has spent on other things since the last pause. Where the limit is reached that rate is 0, and
 * it pauses until it is not.
 */
public final class DirtyThrottle {

    private static final int EXCEEDED_PAGES = 8;
    private static final int LEAST_RATELIMIT_PAGES = 16;
    private static final int CHECKS_TO_THRESHOLD = 32;

    private final BdiWriteback writeback;
    private final DirtyLimits limits;
    private final Jiffies jiffies;
    private final Counters counters;
    private final PauseTarget target;

    /** By processor: pages dirtied since somebody there has looked, and left by tasks that have exited. */
    private final long[] dirtiedOnCpu;

    private final long[] leftOnCpu;
    private int onlineCpus;
    private long ratelimitPages;

    /**
     * Makes a throttle.
     *
     * @param writeback the device's writeback side
     * @param limits how much may be dirty
     * @param cpus number of processors
     * @param jiffies the machine's ticks
     * @param counters where pauses are counted
     */
    public DirtyThrottle(BdiWriteback writeback, DirtyLimits limits, int cpus, Jiffies jiffies, Counters counters) {
        this.writeback = writeback;
        this.limits = limits;
        this.jiffies = jiffies;
        this.counters = counters;
        target = new PauseTarget(jiffies.perSecond());
        dirtiedOnCpu = new long[cpus];
        leftOnCpu = new long[cpus];
        useCpus(cpus);
    }

    /** Returns the limits that hold. */
    public VmSpec vm() {
        return limits.vm();
    }

    /** Has other limits hold from now on; if writeback was or is periodic, the flusher looks for old data now. */
    public void use(VmSpec vm) {
        boolean otherPeriod = vm.dirtyWritebackCentisecs() != limits.vm().dirtyWritebackCentisecs();
        limits.use(vm);
        setRatelimit();
        if (otherPeriod && vm.dirtyWritebackCentisecs() > 0) {
            writeback.startAll(WritebackReason.PERIODIC);
        }
    }

    /** Has the pages that may be dirtied between two looks be those for another number of running processors. */
    public void useCpus(int online) {
        onlineCpus = online;
        limits.use(limits.vm());
        setRatelimit();
    }

    /**
     * Counts pages that were clean and are dirty now.
     *
     * @param task who dirtied them
     * @param cpu where
     * @param pages how many
     */
    public void dirtied(TaskDirty task, int cpu, long pages) {
        task.dirtied += pages;
        dirtiedOnCpu[cpu] += pages;
    }

    /** Leaves what a task has dirtied since its last pause to whoever writes next on its last processor. */
    public void exits(TaskDirty task, int cpu) {
        leftOnCpu[cpu] += task.dirtied;
        task.dirtied = 0;
    }

    /**
     * Lets a writer go on or says how long it must pause. After the pause it calls again, until it may go on.
     *
     * @param task who writes
     * @param cpu where
     * @param bill who pays for the look
     * @return nanoseconds to sleep, at most 200 ms; 0 to go on
     */
    public long balance(TaskDirty task, int cpu, Bill bill) {
        if (task.isPausing) {
            endPause(task);
            return task.goesOnAfterPause ? 0 : round(task, bill);
        }
        bill.pay(Cost.BALANCE_CHECK);
        if (!mustLook(task, cpu)) {
            return 0;
        }
        task.balanced = task.dirtied;
        return round(task, bill);
    }

    /** Returns the pages that a processor may dirty between two looks. */
    public long ratelimitPages() {
        return ratelimitPages;
    }

    private boolean mustLook(TaskDirty task, int cpu) {
        long most = writeback.isDirtyExceeded() ? Math.min(task.pauseAfter, EXCEEDED_PAGES) : task.pauseAfter;
        if (task.dirtied >= most) {
            dirtiedOnCpu[cpu] = 0;
        } else if (dirtiedOnCpu[cpu] >= ratelimitPages) {
            dirtiedOnCpu[cpu] = 0;
            most = 0;
        }
        if (leftOnCpu[cpu] > 0 && task.dirtied < most) {
            long taken = Math.min(leftOnCpu[cpu], most - task.dirtied);
            leftOnCpu[cpu] -= taken;
            task.dirtied += taken;
        }
        return task.dirtied >= most;
    }

    private long round(TaskDirty task, Bill bill) {
        bill.pay(Cost.BALANCE_DIRTY);
        limits.measure(true);
        if (counters.get(Counter.NR_FILE_DIRTY) > limits.machine().background()) {
            startBackground();
        }
        if (limits.isFreerun()) {
            return runFreely(task);
        }
        startBackground();
        writeback.judge();
        writeback.correctIfDue();
        return pause(task, strictest());
    }

    private void startBackground() {
        if (!writeback.isRunning()) {
            writeback.wake();
        }
    }

    private long runFreely(TaskDirty task) {
        DirtyDomain group = limits.group();
        long interval = limits.machine().pollInterval();
        task.pausedWhen = jiffies.now();
        task.dirtied = 0;
        task.pauseAfter = group == null ? interval : Math.min(interval, group.pollInterval());
        return 0;
    }

    private DirtyDomain strictest() {
        DirtyDomain machine = limits.machine();
        DirtyDomain group = limits.group();
        return group != null && group.positionRatio() < machine.positionRatio() ? group : machine;
    }

    private long pause(TaskDirty task, DirtyDomain domain) {
        long rate = DirtyDomain.scaled(writeback.dirtyRatelimit(), domain.positionRatio());
        target.aim(domain.deviceDirty(), writeback.writeBandwidth(), writeback.dirtyRatelimit(), rate);
        long now = jiffies.now();
        if (rate == 0) {
            boolean goesOn = domain.deviceDirty() <= writeback.countingError();
            return beginPause(task, domain, now, target.longest(), goesOn);
        }
        long period = jiffies.perSecond() * task.balanced / rate;
        long pause = period - (task.pausedWhen == TaskDirty.NEVER ? 0 : now - task.pausedWhen);
        if (pause < target.least()) {
            return putOff(task, now, period, pause);
        }
        // What was beyond the longest pause is forgiven, but not at once.
        long beyond = Math.clamp(pause - target.longest(), 0, target.longest());
        return beginPause(task, domain, now + beyond, Math.min(pause, target.longest()), true);
    }

    /** Goes on without a pause, which a later one makes up for; not for what a task has saved in more than a second. */
    private long putOff(TaskDirty task, long now, long period, long pause) {
        if (pause < -jiffies.perSecond()) {
            task.pausedWhen = now;
            task.dirtied = 0;
        } else if (period > 0) {
            task.pausedWhen += period;
            task.dirtied = 0;
        } else if (task.pauseAfter <= task.balanced) {
            task.pauseAfter += task.balanced;
        }
        return 0;
    }

    private long beginPause(TaskDirty task, DirtyDomain domain, long from, long pause, boolean goesOn) {
        task.isPausing = true;
        task.nextPausedWhen = from + pause;
        task.nextPauseAfter = target.pages();
        task.goesOnAfterPause = goesOn;
        long nanos = jiffies.nanosUntil(jiffies.now() + pause);
        counters.add(Counter.THROTTLE_PAUSES, 1);
        counters.add(Counter.THROTTLED_NANOS, nanos);
        counters.tell(reason(domain), Fact.NO_FILE, domain.limit(), domain.dirty());
        return nanos;
    }

    private static void endPause(TaskDirty task) {
        task.isPausing = false;
        task.pausedWhen = task.nextPausedWhen;
        task.dirtied = 0;
        task.pauseAfter = task.nextPauseAfter;
    }

    private Fact.Kind reason(DirtyDomain domain) {
        boolean ofMachine = domain.equals(limits.machine());
        if (domain.dirty() >= domain.limit()) {
            return ofMachine ? Fact.Kind.THROTTLED_AT_LIMIT : Fact.Kind.THROTTLED_AT_CGROUP_LIMIT;
        }
        return ofMachine ? Fact.Kind.THROTTLED_BY_MACHINE : Fact.Kind.THROTTLED_BY_CGROUP;
    }

    private void setRatelimit() {
        ratelimitPages =
                Math.max(LEAST_RATELIMIT_PAGES, limits.thresholdPages() / ((long) onlineCpus * CHECKS_TO_THRESHOLD));
    }
}
