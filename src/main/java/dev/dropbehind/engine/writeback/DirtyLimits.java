package dev.dropbehind.engine.writeback;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.memory.Cgroup;
import dev.dropbehind.engine.memory.Zone;
import dev.dropbehind.engine.spec.VmSpec;
import dev.dropbehind.engine.time.Jiffies;
import org.jspecify.annotations.Nullable;

/**
 * How much of the machine's memory may be dirty, and of the cgroup's where its writeback is its own (kernel-model
 * §4.2). The group may have dirty a share of its file pages and of what it could still get: its headroom, but no more
 * than is clean elsewhere.
 */
public final class DirtyLimits {

    private final Zone zone;
    private final Counters counters;
    private final @Nullable Cgroup cgroup;
    private final DirtyDomain machine;
    private final @Nullable DirtyDomain group;
    private final GroupStat stat;
    private VmSpec vm;

    /**
     * Takes the limits from memory as it is now.
     *
     * @param vm what is set under {@code /proc/sys/vm}
     * @param zone memory
     * @param cgroup the group that has limits of its own: that of the jobs under cgroup v2 writeback; null for none
     * @param stat what is known of that group
     * @param counters where what is dirty is counted
     * @param jiffies the machine's ticks
     */
    public DirtyLimits(
            VmSpec vm, Zone zone, @Nullable Cgroup cgroup, GroupStat stat, Counters counters, Jiffies jiffies) {
        this.stat = stat;
        this.vm = vm;
        this.zone = zone;
        this.cgroup = cgroup;
        this.counters = counters;
        machine = new DirtyDomain(jiffies.perSecond());
        group = cgroup == null ? null : new DirtyDomain(jiffies.perSecond());
        use(vm);
    }

    /** Has other limits hold from now on. */
    public void use(VmSpec other) {
        vm = other;
        measure(true);
        machine.jumpToThreshold();
    }

    /** Returns what is set. */
    public VmSpec vm() {
        return vm;
    }

    /** Returns the dirty pages at which writers are held now: {@code nr_dirty_threshold}. */
    public long thresholdPages() {
        return vm.thresholdPages(dirtyablePages());
    }

    /** Returns the dirty pages at which writeback begins now: {@code nr_dirty_background_threshold}. */
    public long backgroundPages() {
        return vm.backgroundPages(dirtyablePages());
    }

    DirtyDomain machine() {
        return machine;
    }

    /** Returns the group's domain, null where there is none. */
    @Nullable
    DirtyDomain group() {
        return group;
    }

    /**
     * Measures both domains.
     *
     * @param withWriteback whether pages under writeback count as dirty: they do where writers are held, not where it
     *     is asked whether there is more to write
     */
    void measure(boolean withWriteback) {
        long dirtyable = dirtyablePages();
        long dirty = dirtyPages(Counter.NR_FILE_DIRTY, Counter.NR_WRITEBACK, withWriteback);
        machine.measure(dirtyable, dirty, vm.thresholdPages(dirtyable), vm.backgroundPages(dirtyable));
        if (group != null && cgroup != null) {
            measure(group, cgroup, withWriteback);
        }
    }

    /** Returns whether no domain has so much dirty that writers are held. */
    boolean isFreerun() {
        return machine.isFreerun() && (group == null || group.isFreerun());
    }

    private void measure(DirtyDomain domain, Cgroup owner, boolean withWriteback) {
        stat.ask();
        long dirty = stat.dirtyPages() + (withWriteback ? stat.writebackPages() : 0);
        long file = stat.filePages();
        long clean = file - Math.min(file, dirty);
        long cleanElsewhere = Math.max(0, machine.clean() - clean);
        long dirtyable = file + Math.min(owner.headroomPages(), cleanElsewhere);
        long all = machine.dirtyable();
        domain.measure(dirtyable, dirty, vm.thresholdPages(dirtyable, all), vm.backgroundPages(dirtyable, all));
    }

    private long dirtyPages(Counter dirty, Counter writeback, boolean withWriteback) {
        return counters.get(dirty) + (withWriteback ? counters.get(writeback) : 0);
    }

    private long dirtyablePages() {
        long file = counters.get(Counter.NR_ACTIVE_FILE) + counters.get(Counter.NR_INACTIVE_FILE);
        return VmSpec.dirtyablePages(zone.freePages(), zone.watermarks().high(), file);
    }
}
