package dev.dropbehind.engine.reclaim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioBatch;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.testing.Bench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pass looks at, frees and keeps, and what that costs (kernel-model §6.3, §6.4). */
class ShrinkPassTest {

    private static final CostModel COSTS = CostModel.priors();
    private static final long PLENTY = 4096;

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void aPassLooksAtItsShareOfTheListInRoundsOf32(int siblings) {
        Bench bench = Bench.withPages(4096, 0, siblings);
        bench.readIn(0, 31 * 32, false);
        ShrinkPass pass = pass(bench);

        pass.begin(3, PLENTY);
        long nanos = pass.round(0);
        assertThat(pass.scannedPages()).isEqualTo(32);
        assertThat(nanos).isEqualTo(32 * COSTS.of(Cost.RECLAIM_FOLIO));
        while (pass.hasMore()) {
            pass.round(0);
        }

        assertThat(pass.scannedPages()).isEqualTo((31 * 32) >> 3);
        assertThat(pass.freedPages()).isEqualTo((31 * 32) >> 3);
        bench.check();
    }

    @Test
    void ofAShortListThereIsAlwaysSomethingToLookAt() {
        Bench bench = Bench.empty();
        bench.readIn(0, 31, false);
        ShrinkPass pass = pass(bench);

        pass.begin(12, PLENTY);
        pass.round(0);

        assertThat(pass.freedPages()).isEqualTo(31);
        assertThat(pass.hasMore()).isFalse();
    }

    @Test
    void theOldestPagesGoFirst() {
        Bench bench = Bench.empty();
        bench.readIn(0, 62, false);
        ShrinkPass pass = pass(bench);

        pass.begin(0, PLENTY);
        pass.round(0);

        assertThat(bench.file().nextPresent(0, 100)).isEqualTo(32);
    }

    @Test
    void pagesInAPerCpuBatchAreDrainedAndThenLookedAt() {
        Bench bench = Bench.empty();
        bench.readIn(0, 40, false);
        ShrinkPass pass = pass(bench);

        pass.begin(0, PLENTY);
        pass.round(0);

        assertThat(bench.cache().lists().batchedPages()).isZero();
        bench.check();
    }

    @Test
    void whatIsLockedOrUsedIsKeptAtTheNewEndAndCostsLess() {
        Bench bench = Bench.empty();
        bench.beginRead(0, 10, false);
        bench.readIn(10, 10, false);
        bench.readIn(20, 11, false);
        FolioBatch held = bench.lookUp(10, 20);
        ShrinkPass pass = pass(bench);

        pass.begin(0, PLENTY);
        long nanos = pass.round(0);

        assertThat(pass.scannedPages()).isEqualTo(31);
        assertThat(pass.freedPages()).isEqualTo(11);
        assertThat(bench.count(Counter.PGSTEAL_KSWAPD)).isEqualTo(11);
        assertThat(nanos).isEqualTo(20 * COSTS.of(Cost.RECLAIM_KEEP) + 11 * COSTS.of(Cost.RECLAIM_FOLIO));
        assertThat(bench.file().cachedPages()).isEqualTo(20);
        bench.release(held);
        bench.check();
    }

    @Test
    void aPageUsedOnceIsFreedAllTheSame() {
        Bench bench = Bench.empty();
        bench.readIn(0, 31, false);
        FolioBatch batch = bench.lookUp(0, 31);
        bench.cache().markAccessed(batch, false);
        bench.release(batch);
        ShrinkPass pass = pass(bench);

        pass.begin(0, PLENTY);
        pass.round(0);

        assertThat(pass.freedPages()).isEqualTo(31);
    }

    @Test
    void aDropbehindPageIsStolenLikeAnyOther() {
        Bench bench = Bench.empty();
        bench.readIn(0, 31, true);
        ShrinkPass pass = pass(bench);

        pass.begin(0, PLENTY);
        pass.round(0);

        assertThat(bench.count(Counter.PGSTEAL_KSWAPD)).isEqualTo(31);
        assertThat(bench.count(Counter.DROPBEHIND_DROPPED)).isZero();
    }

    @Test
    void theActiveListIsAgedWhereTheInactiveIsLow() {
        Bench bench = Bench.withPages(4096, 1024, 32);
        ShrinkPass pass = pass(bench);

        pass.begin(3, PLENTY);
        long nanos = pass.round(0);

        assertThat(bench.count(Counter.PGREFILL)).isEqualTo(32);
        assertThat(bench.count(Counter.PGDEACTIVATE)).isEqualTo(32);
        assertThat(bench.count(Counter.NR_INACTIVE_FILE)).isEqualTo(32);
        assertThat(nanos).isEqualTo(32 * COSTS.of(Cost.RECLAIM_KEEP));
        bench.check();
    }

    @Test
    void theActiveListIsLeftAloneWhereTheInactiveIsLongEnough() {
        Bench bench = Bench.withPages(4096, 300, 32);
        bench.readIn(0, 310, false);
        ShrinkPass pass = pass(bench);

        pass.begin(0, PLENTY);
        while (pass.hasMore()) {
            pass.round(0);
        }

        assertThat(bench.count(Counter.PGREFILL)).isZero();
        assertThat(bench.count(Counter.NR_ACTIVE_FILE)).isEqualTo(300);
    }

    @Test
    void aPassOverEmptyListsEndsAtOnceAndCostsNothing() {
        Bench bench = Bench.empty();
        ShrinkPass pass = pass(bench);

        pass.begin(0, PLENTY);

        assertThat(pass.hasMore()).isFalse();
        assertThat(bench.cache().firstIsolated()).isEqualTo(FolioTable.NONE);
    }

    private static ShrinkPass pass(Bench bench) {
        return pass(bench, Reclaimer.KSWAPD);
    }

    private static ShrinkPass pass(Bench bench, Reclaimer who) {
        return new ShrinkPass(bench.cache(), bench.machine().counters(), COSTS, who);
    }
}
