package dev.dropbehind.engine.reclaim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioBatch;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.LargeFolios;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.Specs;
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
    void whatIsKeptForItsUsersIsNoLongerReferenced() {
        Bench bench = Bench.empty();
        bench.readIn(0, 31, false);
        FolioBatch held = bench.lookUp(0, 31);
        bench.cache().markAccessed(held, false);
        ShrinkPass pass = pass(bench);

        pass.begin(0, PLENTY);
        pass.round(0);

        assertThat(pass.freedPages()).isZero();
        assertThat(bench.cache().folios().hasAny(bench.file().folioAt(0), FolioFlags.REFERENCED))
                .isFalse();
        bench.release(held);
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
    void theActiveListIsAgedWhereAWorkingSetForms() {
        Bench bench = Bench.withPages(4096, 40, 32);
        bench.readIn(0, 31 * 4, false);
        ShrinkPass pass = pass(bench);
        pass.begin(0, PLENTY);
        pass.round(0);
        assertThat(bench.count(Counter.PGREFILL)).isZero();

        bench.readIn(0, 31, false);
        assertThat(bench.count(Counter.WORKINGSET_ACTIVATE_FILE)).isEqualTo(31);
        pass.begin(0, PLENTY);
        pass.round(0);
        assertThat(bench.count(Counter.PGREFILL)).isEqualTo(32);

        pass.reclaimEnds();
        pass.begin(0, PLENTY);
        pass.round(0);
        assertThat(bench.count(Counter.PGREFILL)).isEqualTo(32);
        bench.check();
    }

    @Test
    void whetherTheInactiveListIsLowIsAskedOfAllGroupsTogether() {
        Bench bench = Bench.of(
                Specs.small()
                        .pages(4096, 0, 64)
                        .cgroup(2, 3000L, null, 0)
                        .job(Specs.reader(IoMode.CACHED, 4096, 16 << 20))
                        .spec(),
                FolioTable.MAX_SIBLINGS);
        bench.readIn(0, 31 * 4, false);
        ShrinkPass pass = pass(bench);

        pass.begin(0, 32);
        while (pass.hasMore()) {
            pass.round(0);
        }

        assertThat(bench.count(Counter.PGREFILL)).isZero();
        assertThat(bench.count(Counter.CGROUP_PGSCAN_KSWAPD)).isPositive();
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
        assertThat(bench.cache().isolated().firstIsolated()).isEqualTo(FolioTable.NONE);
    }

    @Test
    void aLargeFolioCountsWithAllItsPagesAndEndsTheRound() {
        Bench bench = Bench.empty();
        for (int i = 0; i < 5; i++) {
            LargeFolios.cache(bench, 512 * i, i == 0 ? 4 : 9);
        }
        ShrinkPass pass = pass(bench);

        pass.begin(0, PLENTY);
        long nanos = pass.round(0);

        // 16 pages are not yet a round, 16 and 512 are; the share shrinks by 32 all the same.
        assertThat(pass.scannedPages()).isEqualTo(16 + 512);
        assertThat(bench.count(Counter.PGSCAN_KSWAPD)).isEqualTo(16 + 512);
        assertThat(bench.count(Counter.PGSTEAL_KSWAPD)).isEqualTo(16 + 512);
        assertThat(nanos)
                .isEqualTo(2 * COSTS.of(Cost.RECLAIM_LARGE_FOLIO) + (16 + 512) * COSTS.of(Cost.RECLAIM_LARGE_PAGE));
        pass.round(0);
        assertThat(pass.scannedPages()).isEqualTo(16 + 2 * 512);
        bench.check();
    }

    @Test
    void aShareOfLargeFoliosIsOfTheirPages() {
        Bench bench = Bench.empty();
        for (int i = 0; i < 6; i++) {
            LargeFolios.cache(bench, 512 * i, 9);
        }
        ShrinkPass pass = pass(bench);

        pass.begin(6, PLENTY);
        assertThat(rounds(pass)).isEqualTo(2);

        assertThat(pass.freedPages()).isEqualTo(2 * 512);
    }

    @Test
    void aLargeFolioThatIsKeptCostsAsOneFolio() {
        Bench bench = Bench.empty();
        LargeFolios.cache(bench, 0, 5);
        FolioBatch held = bench.lookUp(0, 32);
        ShrinkPass pass = pass(bench);

        pass.begin(0, PLENTY);

        assertThat(pass.round(0)).isEqualTo(COSTS.of(Cost.RECLAIM_KEEP));
        assertThat(pass.freedPages()).isZero();
        bench.release(held);
        bench.check();
    }

    @Test
    void kswapdLooksAtAllGroupsInTheirOrderAndATaskStopsOnceItHasEnough() {
        Bench bench = twoGroups();
        ShrinkPass kswapd = pass(bench, Reclaimer.KSWAPD);
        kswapd.begin(2, 32);
        rounds(kswapd);
        assertThat(kswapd.freedPages()).isEqualTo(64);
        assertThat(bench.count(Counter.CGROUP_PGSTEAL_KSWAPD)).isEqualTo(32);

        ShrinkPass task = pass(bench, Reclaimer.DIRECT);
        task.begin(2, 32);
        rounds(task);
        assertThat(task.freedPages()).isEqualTo(32);
        assertThat(bench.count(Counter.CGROUP_PGSTEAL_DIRECT)).isZero();
        task.begin(2, 32);
        rounds(task);
        assertThat(bench.count(Counter.PGSTEAL_DIRECT)).isEqualTo(64);
        assertThat(bench.count(Counter.CGROUP_PGSTEAL_DIRECT)).isEqualTo(32);
        bench.check();
    }

    @Test
    void aGroupsOwnReclaimLooksAtItsListsAlone() {
        Bench bench = twoGroups();
        ShrinkPass pass = pass(bench, Reclaimer.CGROUP);

        pass.begin(0, PLENTY);
        rounds(pass);

        assertThat(bench.count(Counter.CGROUP_FILE_PAGES)).isZero();
        assertThat(bench.count(Counter.NR_FILE_PAGES)).isEqualTo(512);
        bench.check();
    }

    /** Returns a machine with 512 pages of the root group and 496 of the jobs', all inactive. */
    private static Bench twoGroups() {
        Bench bench = Bench.withCgroup(2048L, null, 0);
        for (int i = 0; i < 512; i++) {
            LargeFolios.cache(bench, 4096 + i, 0);
        }
        bench.readIn(0, 496, false);
        bench.cache().drainBatch(0);
        return bench;
    }

    private static int rounds(ShrinkPass pass) {
        int rounds = 0;
        while (pass.hasMore()) {
            pass.round(0);
            rounds++;
        }
        return rounds;
    }

    private static ShrinkPass pass(Bench bench) {
        return pass(bench, Reclaimer.KSWAPD);
    }

    private static ShrinkPass pass(Bench bench, Reclaimer who) {
        return new ShrinkPass(
                ReclaimSaboteur.parts(bench.machine(), bench.machine().zone(), false), new Congestion(), who);
    }
}
