package dev.dropbehind.engine.writeback;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Jiffies;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The writeback side of one device, and under cgroup v2 of one cgroup: the kernel's {@code bdi_writeback}. It knows
 * which files are dirty, how fast the device writes and what the flusher has been asked to do.
 *
 * <p>How much is dirty, under writeback, dirtied and written stands in the counters {@code WB_…} and nowhere else. They
 * are exact. The kernel's are kept by processor and may be off by a batch each; where it sums them exactly because they
 * are small nothing is to be done here, and only the error itself is still asked for.
 */
public final class BdiWriteback {

    private static final int BATCH = 8;
    private static final int LEAST_PART = 8;

    private final DirtyLimits limits;
    private final Timeline timeline;
    private final Jiffies jiffies;
    private final Cpus cpus;
    private final Counters counters;
    private final DirtyInodes inodes;
    private final CompletionShare share;
    private final BandwidthEstimate bandwidth;
    private final BaseRate baseRate;
    private final ArrayDeque<SyncWork> syncs = new ArrayDeque<>();
    private final EventHandler wakeTime = this::wakeUpAsPlanned;
    private final EventHandler measureTime = this::measureAsPlanned;

    private @Nullable WritebackReason startAll;
    private boolean startDontcache;
    private boolean running;
    private boolean dirtyExceeded;

    private @Nullable Task flusher;
    private boolean pending;
    private boolean wakePlanned;
    private long plan;
    private boolean measurePlanned;

    /**
     * Makes a side with nothing dirty and a bandwidth that nobody has measured yet.
     *
     * @param limits how much may be dirty
     * @param timeline the machine's clock
     * @param jiffies its ticks
     * @param cpus the machine's processors
     * @param counters where pages are counted
     */
    public BdiWriteback(DirtyLimits limits, Timeline timeline, Jiffies jiffies, Cpus cpus, Counters counters) {
        this.limits = limits;
        this.timeline = timeline;
        this.jiffies = jiffies;
        this.cpus = cpus;
        this.counters = counters;
        inodes = new DirtyInodes(counters);
        share = new CompletionShare(jiffies);
        bandwidth = new BandwidthEstimate(jiffies.perSecond());
        baseRate = new BaseRate(jiffies.perSecond());
        publish();
    }

    /**
     * Hears that the first folio of a file has become dirty. The first dirty file has the flusher look for old data
     * after a while.
     */
    public void markDirty(Mapping mapping) {
        boolean isFirst = inodes.isEmpty();
        inodes.add(mapping, jiffies.now());
        if (isFirst) {
            wakeLater();
        }
    }

    /**
     * Hears that the writeback of pages has ended.
     *
     * @param pages how many
     * @param lastOfFile whether nothing else of the file is under writeback: then the bandwidth is measured in 200 ms
     */
    public void writebackEnded(long pages, boolean lastOfFile) {
        share.add(pages);
        if (lastOfFile && !measurePlanned) {
            measurePlanned = true;
            long due = jiffies.now() + BandwidthEstimate.interval(jiffies.perSecond());
            timeline.schedule(jiffies.timeOf(due), EventPriority.KWORKER, measureTime, 0);
        }
    }

    /**
     * Hears that dirty folios of a file are about to be submitted, by the flusher or a sync. After a second without
     * writeback the bandwidth is measured from here.
     */
    public void submissionBegins() {
        long now = jiffies.now();
        if (bandwidth.elapsed(now) > jiffies.perSecond() && counters.get(Counter.WB_WRITEBACK) == 0) {
            bandwidth.restart(now, counters.get(Counter.WB_WRITTEN));
            baseRate.restart(counters.get(Counter.WB_DIRTIED));
        }
    }

    /** Hears that they have been submitted; now and then the bandwidth is measured here. */
    public void submissionEnds() {
        if (bandwidth.isDue(jiffies.now())) {
            measureBandwidth();
        }
    }

    /** Asks for all that is dirty to be written; once until it has been. */
    public void startAll(WritebackReason reason) {
        if (startAll == null && hasDirtyInodes()) {
            startAll = reason;
            wake();
        }
    }

    /** Asks for as much to be written as is dirty and marked drop-behind; once until the flusher has begun to. */
    public void startDontcache() {
        if (!startDontcache && hasDirtyInodes()) {
            startDontcache = true;
            counters.add(Counter.DONTCACHE_KICKS, 1);
            wake();
        }
    }

    /** Asks for all that is dirty to be submitted, and returns what one waits for. */
    public SyncWork sync() {
        SyncWork work = new SyncWork();
        syncs.add(work);
        wake();
        return work;
    }

    /** Returns whether any file is dirty, as far as the flusher knows. */
    public boolean hasDirtyInodes() {
        return !inodes.isEmpty();
    }

    /** Returns how many files are listed as dirty. */
    public int listedFiles() {
        return inodes.size();
    }

    /** Returns whether a file is listed as dirty. */
    public boolean isListed(Mapping mapping) {
        return inodes.contains(mapping);
    }

    /** Returns the smoothed bandwidth in pages a second. */
    public long writeBandwidth() {
        return bandwidth.average();
    }

    /** Returns the rate in pages a second that each writer is held at where as much is dirty as should be. */
    public long dirtyRatelimit() {
        return baseRate.pagesPerSecond();
    }

    /**
     * Returns this side's part of a threshold: by what it has written lately, but not less than an eighth of what is
     * left of it. So a device that has written nothing yet may begin.
     *
     * @param threshold in pages
     * @param dirty the pages of all devices that count towards it
     */
    public long partOf(long threshold, long dirty) {
        return Math.max(share.of(threshold), Math.max(0, threshold - dirty) / LEAST_PART);
    }

    /** Has a task do the work. */
    void serveBy(Task task) {
        flusher = task;
    }

    /** Wakes the flusher now, whatever it is waiting for. */
    void wake() {
        pending = true;
        wakePlanned = false;
        plan++;
        if (flusher != null) {
            cpus.wake(flusher);
        }
    }

    /** Wakes the flusher when it is time to look for old data, unless it is woken before; never where that is off. */
    void wakeLater() {
        int centisecs = limits.vm().dirtyWritebackCentisecs();
        if (pending || wakePlanned || centisecs == 0) {
            return;
        }
        wakePlanned = true;
        plan++;
        long due = jiffies.now() + jiffies.ofCentisecs(centisecs);
        timeline.schedule(jiffies.timeOf(due), EventPriority.KWORKER, wakeTime, plan);
    }

    /** Takes note that the flusher begins, if it has been woken; until it ends a writer need not wake it. */
    boolean begin() {
        boolean woken = pending;
        pending = false;
        running |= woken;
        return woken;
    }

    void end() {
        running = false;
    }

    /** Returns whether the flusher is at work. */
    boolean isRunning() {
        return running;
    }

    boolean hasSync() {
        return !syncs.isEmpty();
    }

    @Nullable
    SyncWork takeSync() {
        return syncs.poll();
    }

    /** Returns why all is to be written, null where nobody has asked; {@link #allWritten} ends it. */
    @Nullable
    WritebackReason startAllReason() {
        return startAll;
    }

    void allWritten() {
        startAll = null;
    }

    boolean takeStartDontcache() {
        boolean asked = startDontcache;
        startDontcache = false;
        return asked;
    }

    DirtyInodes inodes() {
        return inodes;
    }

    boolean isDirtyExceeded() {
        return dirtyExceeded;
    }

    /** Judges what is dirty by this side's part of it; both domains have been measured. */
    void judge() {
        DirtyDomain machine = limits.machine();
        DirtyDomain group = limits.group();
        judge(machine);
        dirtyExceeded = machine.isExceeded();
        if (group != null) {
            judge(group);
            dirtyExceeded |= group.isExceeded();
        }
    }

    /** Measures the bandwidth and corrects the base rate if the last time is long enough ago; all has been judged. */
    void correctIfDue() {
        long now = jiffies.now();
        if (!bandwidth.isDue(now)) {
            return;
        }
        correct(limits.machine(), now);
        DirtyDomain group = limits.group();
        if (group != null) {
            correct(group, now);
        }
        measureBandwidth();
    }

    /** Returns whether more is dirty than should be before the flusher writes, on the whole or here (§4.7). */
    boolean isOverBackground() {
        limits.measure(false);
        DirtyDomain group = limits.group();
        return isOverBackground(limits.machine()) || (group != null && isOverBackground(group));
    }

    /** Returns by how many pages the kernel's count of what is dirty here might be wrong. */
    long countingError() {
        return (long) cpus.count() * BATCH * (1 + Rounding.log2(cpus.count()));
    }

    private boolean isOverBackground(DirtyDomain domain) {
        return domain.dirty() > domain.background()
                || counters.get(Counter.WB_RECLAIMABLE) > partOf(domain.background(), domain.dirty());
    }

    private void judge(DirtyDomain domain) {
        long dirty = counters.get(Counter.WB_RECLAIMABLE) + counters.get(Counter.WB_WRITEBACK);
        domain.judge(partOf(domain.threshold(), domain.dirty()), dirty, bandwidth.average());
    }

    private void correct(DirtyDomain domain, long now) {
        domain.follow(now);
        baseRate.update(domain, bandwidth.average(), counters.get(Counter.WB_DIRTIED), bandwidth.elapsed(now));
    }

    private void measureBandwidth() {
        bandwidth.update(jiffies.now(), counters.get(Counter.WB_WRITTEN));
        baseRate.restart(counters.get(Counter.WB_DIRTIED));
        publish();
    }

    private void publish() {
        publish(Counter.WB_WRITE_BANDWIDTH, bandwidth.average());
        publish(Counter.WB_DIRTY_RATELIMIT, baseRate.pagesPerSecond());
        publish(Counter.WB_DIRTY_THRESH, share.of(limits.thresholdPages()));
    }

    private void publish(Counter counter, long value) {
        counters.add(counter, value - counters.get(counter));
    }

    private void wakeUpAsPlanned(long number) {
        if (wakePlanned && number == plan) {
            wake();
        }
    }

    private void measureAsPlanned(long unused) {
        measurePlanned = false;
        measureBandwidth();
    }
}
