package dev.dropbehind.engine.reclaim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.memory.TaskMemory;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.testing.Bench;
import org.junit.jupiter.api.Test;

/** What happens at the limits of a group, by hand: a machine of 4096 pages whose task is in it (kernel-model §6.7). */
class CgroupReclaimTest {

    private static final CostModel COSTS = CostModel.priors();

    @Test
    void atTheLimitTheTaskReclaimsFromItsGroupAndPays() {
        Bench bench = Bench.withCgroup(128L, null, 0);
        bench.readIn(0, 128, false);
        long before = bench.count(Counter.CGROUP_EVENTS_MAX);
        bench.bill().settle();

        bench.readIn(128, 1, false);

        assertThat(bench.count(Counter.CGROUP_EVENTS_MAX)).isEqualTo(before + 1);
        assertThat(bench.count(Counter.PGSTEAL_FILE)).isEqualTo(32);
        assertThat(bench.count(Counter.CGROUP_PGSTEAL_DIRECT)).isEqualTo(32);
        assertThat(bench.bill().settle())
                .isEqualTo(COSTS.of(Cost.DIRECT_RECLAIM)
                        + 32 * COSTS.of(Cost.RECLAIM_FOLIO)
                        + COSTS.of(Cost.MEMCG_REFILL)
                        + COSTS.of(Cost.PAGE_ALLOC)
                        + pcpRefill(bench, 1));
        assertThat(bench.machine().marks().all()).extracting(Mark::kind).containsExactly(Mark.Kind.CGROUP_FULL);
        bench.check();
    }

    @Test
    void whatAGroupTakesForItselfIsNeitherKswapdsNorDirectReclaimOfTheMachine() {
        Bench bench = Bench.withCgroup(64L, null, 0);
        bench.readIn(0, 60, false);
        bench.readIn(60, 60, false);

        assertThat(bench.count(Counter.PGSCAN_FILE)).isPositive().isEqualTo(bench.count(Counter.CGROUP_PGSCAN_DIRECT));
        assertThat(bench.count(Counter.PGSCAN_DIRECT)).isZero();
        assertThat(bench.count(Counter.PGSCAN_KSWAPD)).isZero();
        assertThat(bench.count(Counter.ALLOCSTALL)).isZero();
        bench.check();
    }

    @Test
    void wherePagesAreLockedStocksAreDrainedAndThenTheChargeFails() {
        Bench bench = Bench.withCgroup(70L, null, 0);
        bench.beginRead(0, 64, false);
        assertThat(bench.memory().charge(1, 1)).isEqualTo(1);
        bench.machine().cgroup().uncharge(1);

        bench.beginRead(64, 6, false);
        assertThat(bench.memory().take(3, 0, true)).isZero();

        assertThat(bench.count(Counter.CGROUP_USAGE_PAGES)).isEqualTo(70);
        assertThat(bench.count(Counter.PGSTEAL_FILE)).isZero();
        bench.memory().giveUp();
        assertThat(bench.count(Counter.CGROUP_EVENTS_OOM)).isEqualTo(1);
        bench.endRead(0, 70);
        bench.check();
    }

    @Test
    void memoryThatTheMachineLacksIsNotTheGroupsFault() {
        Bench bench = Bench.withCgroup(70L, null, 0);

        assertThat(bench.memory().take(3, 0, true)).isEqualTo(3);
        bench.memory().giveUp();

        assertThat(bench.count(Counter.CGROUP_EVENTS_OOM)).isZero();
    }

    @Test
    void beyondHighTheTaskReclaimsTheExcessWhenItsCallReturns() {
        Bench bench = Bench.withCgroup(null, 128L, 0);
        bench.readIn(0, 320, false);
        assertThat(bench.count(Counter.PGSTEAL_FILE)).isZero();

        bench.memory().settleHigh();

        assertThat(bench.count(Counter.PGSTEAL_FILE)).isGreaterThanOrEqualTo(192);
        assertThat(bench.count(Counter.CGROUP_USAGE_PAGES)).isLessThanOrEqualTo(128);
        assertThat(bench.count(Counter.CGROUP_EVENTS_HIGH)).isPositive();
        assertThat(bench.count(Counter.CGROUP_EVENTS_MAX)).isZero();
        assertThat(bench.memory().sleepForHigh()).isFalse();
        bench.check();
    }

    @Test
    void anExcessThatCannotBeReclaimedHoldsTheTaskTwoSecondsAtMost() {
        Bench bench = Bench.withCgroup(null, 100L, 200);
        bench.readIn(0, 8, false);
        long[] wokenAt = new long[1];
        Task task = sleeper(bench, wokenAt);

        bench.machine().cpus().start(task);
        bench.machine().runUntil(5_000_000_000L);

        assertThat(wokenAt[0]).isBetween(2_000_000_000L, 2_001_000_000L);
        assertThat(bench.count(Counter.CGROUP_EVENTS_HIGH)).isGreaterThanOrEqualTo(16);
    }

    /** Returns a task that charges beyond high and notes when it goes on. */
    private static Task sleeper(Bench bench, long[] wokenAt) {
        TaskMemory[] memory = new TaskMemory[1];
        Task task = new Task("sleeper", Counter.APPLICATION_CPU_NANOS, () -> {
            if (memory[0].sleepForHigh()) {
                return TaskBody.ASLEEP;
            }
            wokenAt[0] = bench.machine().timeline().now();
            return TaskBody.EXITED;
        });
        memory[0] = new TaskMemory(
                task,
                bench.bill(),
                bench.machine().allocator(),
                bench.machine().cgroup(),
                bench.machine().cpus(),
                bench.machine().timeline(),
                bench.machine().counters());
        assertThat(memory[0].charge(1, 64)).isEqualTo(1);
        memory[0].settleHigh();
        return task;
    }

    @Test
    void kswapdTakesFromTheGroupForTheMachine() {
        Bench bench = Bench.withCgroup(4000L, null, 0);
        for (int batch = 0; batch < 128; batch++) {
            bench.readIn(31 * batch, 31, false);
        }

        bench.machine().runUntil(10_000_000);

        assertThat(bench.count(Counter.PGSTEAL_KSWAPD))
                .isPositive()
                .isEqualTo(bench.count(Counter.CGROUP_PGSTEAL_KSWAPD))
                .isEqualTo(bench.count(Counter.PGSTEAL_FILE));
        assertThat(bench.count(Counter.CGROUP_PGSTEAL_DIRECT)).isZero();
        bench.check();
    }

    /** On so small a machine a per-CPU list is filled by single pages. */
    private static long pcpRefill(Bench bench, int pages) {
        assertThat(bench.machine().allocator().listedPages()).isLessThan(64);
        return pages * (COSTS.of(Cost.PCP_REFILL) / 63);
    }
}
