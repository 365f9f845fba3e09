package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.memory.Cgroup;

/**
 * Who reclaims, for whom, and where it is counted. What a task takes for its cgroup's limit is direct reclaim to the
 * group but not to the machine: the machine has it only in {@link Counter#PGSCAN_FILE} and {@link Counter#PGSTEAL_FILE}
 * (real-kernel.md, behaviour 11).
 */
enum Reclaimer {
    /** The background thread, for the machine. */
    KSWAPD(Counter.PGSCAN_KSWAPD, Counter.PGSTEAL_KSWAPD),
    /** A task that allocates, for the machine. */
    DIRECT(Counter.PGSCAN_DIRECT, Counter.PGSTEAL_DIRECT),
    /** A task that charges, for the jobs' cgroup. */
    CGROUP(Counter.PGSCAN_DIRECT, Counter.PGSTEAL_DIRECT);

    private final Counter scan;
    private final Counter steal;

    Reclaimer(Counter scan, Counter steal) {
        this.scan = scan;
        this.steal = steal;
    }

    /** Returns the counter that its CPU time is added to. */
    Counter account() {
        return this == KSWAPD ? Counter.KSWAPD_CPU_NANOS : Counter.DIRECT_RECLAIM_CPU_NANOS;
    }

    /** Returns the group whose memory runs short: the root group where it is the machine's. */
    int target() {
        return this == CGROUP ? 1 : Cgroup.ROOT;
    }

    /** Returns how many groups it looks at, from the target on. */
    int groups() {
        return Cgroup.MAX_GROUPS - target();
    }

    void countScanned(Counters counters, int group, int pages) {
        count(counters, scan, group, pages);
        counters.add(Counter.PGSCAN_FILE, pages);
    }

    void countStolen(Counters counters, int group, int pages) {
        count(counters, steal, group, pages);
        counters.add(Counter.PGSTEAL_FILE, pages);
    }

    void countRefilled(Counters counters, int group, int pages) {
        count(counters, Counter.PGREFILL, group, pages);
    }

    private void count(Counters counters, Counter counter, int group, int pages) {
        if (this != CGROUP) {
            counters.add(counter, pages);
        }
        if (group != Cgroup.ROOT) {
            counters.add(counter.ofCgroup(), pages);
        }
    }
}
