package dev.dropbehind.engine.reclaim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Mark;
import dev.dropbehind.engine.memory.Relief;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.Specs;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/**
 * kswapd on a machine of 4126 pages (min 128, low 160, high 192), moved by hand: pages are read in, then time passes. A
 * zone so small hands out page by page, so the 128th batch of 31 pages is the first that finds 160 pages free and wakes
 * it.
 */
class KswapdTest {

    private static final long MILLI = 1_000_000;
    private static final int BATCHES_TO_LOW = 128;

    @Test
    void itSleepsWhileMemoryIsAboveLow() {
        Bench bench = bench();
        fill(bench, BATCHES_TO_LOW - 1);

        pass(bench, 10 * MILLI);

        assertThat(bench.count(Counter.PAGEOUTRUN)).isZero();
        assertThat(bench.count(Counter.KSWAPD_CPU_NANOS)).isZero();
    }

    @Test
    void wokenAtLowItFreesUntilMemoryIsAboveHigh() {
        Bench bench = filled();

        pass(bench, 10 * MILLI);

        assertThat(bench.machine().zone().freePages()).isGreaterThan(192);
        assertThat(bench.count(Counter.PGSTEAL_KSWAPD)).isBetween(32L, 700L);
        assertThat(bench.count(Counter.KSWAPD_CPU_NANOS)).isPositive();
        assertThat(bench.machine().marks().all())
                .extracting(Mark::kind)
                .containsExactly(Mark.Kind.MEMORY_FULL, Mark.Kind.KSWAPD_WAKES);
        bench.check();
    }

    @Test
    void itFallsAsleepForGoodAfterATenthOfASecond() {
        Bench bench = filled();

        pass(bench, 50 * MILLI);
        assertThat(reclaim(bench).freePagesWhenKswapdFellAsleep()).isEqualTo(Long.MAX_VALUE);

        pass(bench, 200 * MILLI);
        assertThat(reclaim(bench).freePagesWhenKswapdFellAsleep()).isBetween(193L, 4095L);
        assertThat(bench.count(Counter.KSWAPD_LOW_WMARK_HIT_QUICKLY)).isZero();
        assertThat(bench.count(Counter.KSWAPD_HIGH_WMARK_HIT_QUICKLY)).isZero();
    }

    @Test
    void wokenWithinATenthOfASecondLowWasHitQuickly() {
        Bench bench = filled();
        pass(bench, 50 * MILLI);

        reclaim(bench).wakeKswapd();
        pass(bench, 60 * MILLI);

        assertThat(bench.count(Counter.KSWAPD_LOW_WMARK_HIT_QUICKLY)).isEqualTo(1);
        assertThat(bench.count(Counter.PAGEOUTRUN)).isEqualTo(2);
    }

    @Test
    void shortOfMemoryAfterATenthOfASecondHighWasHitQuickly() {
        Bench bench = filled();
        pass(bench, 50 * MILLI);
        long freed = bench.machine().zone().freePages() - 150;
        bench.machine().counters().add(Counter.NR_FREE_PAGES, -freed);

        pass(bench, 200 * MILLI);

        assertThat(bench.count(Counter.KSWAPD_HIGH_WMARK_HIT_QUICKLY)).isEqualTo(1);
        assertThat(bench.count(Counter.PAGEOUTRUN)).isEqualTo(2);
        assertThat(bench.machine().zone().freePages()).isGreaterThan(192);
    }

    @Test
    void aPassThatScansTooLittleIsFollowedByOneThatScansMore() {
        Bench bench = lockedFull();
        long perPass = 32;

        pass(bench, 200 * MILLI);

        // Twelve priorities of 32 pages each would be fewer: the share of the list grows on the way.
        long balancings = bench.count(Counter.PAGEOUTRUN);
        assertThat(bench.count(Counter.PGSCAN_KSWAPD)).isGreaterThan(2 * balancings * 12 * perPass);
    }

    @Test
    void makingHalfTheTailUnreclaimableRaisesItsCpuForTheSamePagesFreed() {
        Bench easy = filled();
        Bench hard = bench();
        fillWithEverySecondBatchLocked(hard);

        pass(easy, 10 * MILLI);
        pass(hard, 10 * MILLI);

        assertThat(hard.count(Counter.PGSTEAL_KSWAPD))
                .isCloseTo(easy.count(Counter.PGSTEAL_KSWAPD), Percentage.withPercentage(25));
        assertThat(cpuPerFreedPage(hard)).isGreaterThan(1.2 * cpuPerFreedPage(easy));
        assertThat(hard.count(Counter.PGSCAN_KSWAPD)).isGreaterThan(hard.count(Counter.PGSTEAL_KSWAPD) * 3 / 2);
    }

    @Test
    void after16BalancingsInVainItGivesUp() {
        Bench bench = lockedFull();

        pass(bench, 200 * MILLI);

        assertThat(bench.count(Counter.PAGEOUTRUN)).isEqualTo(16);
        assertThat(bench.count(Counter.PGSTEAL_KSWAPD)).isZero();
        long cpu = bench.count(Counter.KSWAPD_CPU_NANOS);
        reclaim(bench).wakeKswapd();
        pass(bench, 200 * MILLI);
        assertThat(bench.count(Counter.KSWAPD_CPU_NANOS)).isEqualTo(cpu);
        bench.check();
    }

    @Test
    void withNothingButDirtyPagesItStartsTheFlusherAndSleepsUntilTheyAreWritten() {
        Bench bench = Bench.withDevice(4126, Specs.hdd(32));
        fill(bench, BATCHES_TO_LOW - 1);
        bench.cache().drainAllBatches();
        bench.machine().dirty().markDirty(bench.file(), 0, 31L * (BATCHES_TO_LOW - 1) * Pages.SECTORS);
        bench.readIn(31 * (BATCHES_TO_LOW - 1), 31, false);

        pass(bench, 1000 * MILLI);

        assertThat(bench.machine().zone().freePages()).isGreaterThan(192);
        assertThat(bench.count(Counter.NR_VMSCAN_IMMEDIATE_RECLAIM)).isPositive();
        assertThat(bench.count(Counter.NR_THROTTLED_WRITTEN)).isPositive();
        assertThat(bench.count(Counter.PGROTATED)).isPositive();
        assertThat(bench.count(Counter.KSWAPD_CPU_NANOS)).isLessThan(50 * MILLI);
        bench.check();
    }

    @Test
    void directReclaimThatFreesSomethingBringsItBack() {
        Bench bench = lockedFull();
        pass(bench, 200 * MILLI);
        bench.endRead(0, 31 * BATCHES_TO_LOW);

        assertThat(bench.relief().reclaim(1)).isPositive();
        reclaim(bench).wakeKswapd();
        pass(bench, 10 * MILLI);

        assertThat(bench.machine().zone().freePages()).isGreaterThan(192);
        assertThat(bench.count(Counter.PGSTEAL_KSWAPD)).isPositive();
        bench.check();
    }

    @Test
    void aTaskWaitsWhileMemoryIsFarBelowMinAndGoesOnWhenItIsNot() {
        Bench bench = filled();
        long missing = bench.machine().zone().freePages() - 60;
        bench.machine().counters().add(Counter.NR_FREE_PAGES, -missing);
        long[] free = new long[1];

        bench.machine().cpus().start(waiter(bench, free));
        pass(bench, 10 * MILLI);

        assertThat(bench.count(Counter.PGSCAN_DIRECT_THROTTLE)).isEqualTo(1);
        assertThat(free[0]).isGreaterThan(64);
        assertThat(bench.count(Counter.PGSCAN_DIRECT)).isZero();
    }

    @Test
    void aWaitingTaskGoesOnWhenKswapdGivesUp() {
        Bench bench = lockedFull();
        long missing = bench.machine().zone().freePages() - 60;
        bench.machine().counters().add(Counter.NR_FREE_PAGES, -missing);
        long[] free = new long[1];

        bench.machine().cpus().start(waiter(bench, free));
        pass(bench, 200 * MILLI);

        assertThat(free[0]).isEqualTo(60);
        assertThat(bench.memory().mustWait()).isFalse();
    }

    /** Returns a task that waits where it must and then notes how much is free. */
    private static Task waiter(Bench bench, long[] free) {
        Relief[] relief = new Relief[1];
        Task self = new Task("waiter", Counter.APPLICATION_CPU_NANOS, () -> {
            if (relief[0].mustWait()) {
                relief[0].await();
                return TaskBody.ASLEEP;
            }
            free[0] = bench.machine().zone().freePages();
            return TaskBody.EXITED;
        });
        relief[0] = bench.machine().reclaim().ofMachine(self, bench.bill());
        return self;
    }

    private static double cpuPerFreedPage(Bench bench) {
        return (double) bench.count(Counter.KSWAPD_CPU_NANOS) / bench.count(Counter.PGSTEAL_KSWAPD);
    }

    private static Bench bench() {
        return Bench.withPages(4126, 0, 32);
    }

    private static Bench filled() {
        Bench bench = bench();
        fill(bench, BATCHES_TO_LOW);
        assertThat(bench.machine().zone().isLow()).isTrue();
        return bench;
    }

    private static Bench lockedFull() {
        Bench bench = bench();
        bench.beginRead(0, 31 * BATCHES_TO_LOW, false);
        return bench;
    }

    private static void fill(Bench bench, int batches) {
        for (int batch = 0; batch < batches; batch++) {
            bench.readIn(31 * batch, 31, false);
        }
    }

    private static void fillWithEverySecondBatchLocked(Bench bench) {
        for (int batch = 0; batch < BATCHES_TO_LOW; batch++) {
            bench.beginRead(31 * batch, 31, false);
            if (batch % 2 == 0) {
                bench.endRead(31 * batch, 31);
            }
        }
    }

    private static void pass(Bench bench, long nanos) {
        Machine machine = bench.machine();
        machine.runUntil(machine.timeline().now() + nanos);
    }

    private static Reclaim reclaim(Bench bench) {
        return bench.machine().reclaim();
    }
}
