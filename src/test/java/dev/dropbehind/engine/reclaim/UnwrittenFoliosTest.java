package dev.dropbehind.engine.reclaim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.Bench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pass does with folios that are dirty or under writeback (kernel-model §6.4, §5.5 step 1). */
class UnwrittenFoliosTest {

    private static final CostModel COSTS = CostModel.priors();
    private static final long PLENTY = 4096;
    private static final int ROUND = 32;

    private final Congestion congestion = new Congestion();

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void whatIsDirtyIsWantedAndOutOfTheWayAmongTheActive(int siblings) {
        Bench bench = withDirty(siblings, 0, 10);
        ShrinkPass pass = pass(bench, Reclaimer.KSWAPD, false);

        pass.begin(0, PLENTY);
        long nanos = pass.round(0);

        assertThat(pass.scannedPages()).isEqualTo(ROUND);
        assertThat(pass.freedPages()).isEqualTo(ROUND - 10);
        assertThat(nanos).isEqualTo(10 * COSTS.of(Cost.RECLAIM_KEEP) + (ROUND - 10) * COSTS.of(Cost.RECLAIM_FOLIO));
        assertThat(bench.count(Counter.NR_VMSCAN_IMMEDIATE_RECLAIM)).isEqualTo(10);
        assertThat(bench.count(Counter.PGACTIVATE)).isEqualTo(10);
        assertThat(bench.count(Counter.NR_ACTIVE_FILE)).isEqualTo(10);
        assertThat(bench.count(Counter.NR_FILE_DIRTY)).isEqualTo(10);
        bench.check();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void theEndOfItsWritebackBringsItToTheOldEndWhereItGoesFirst(int siblings) {
        Bench bench = withDirty(siblings, 0, 10);
        bench.readIn(64, 31, false);
        ShrinkPass pass = pass(bench, Reclaimer.KSWAPD, false);
        startWriteback(bench, 0, 10);
        pass.begin(0, PLENTY);
        pass.round(0);
        assertThat(bench.count(Counter.NR_VMSCAN_IMMEDIATE_RECLAIM)).isZero();

        endWriteback(bench, 0, 10);
        assertThat(bench.count(Counter.PGROTATED)).isEqualTo(10);
        assertThat(bench.count(Counter.NR_ACTIVE_FILE)).isZero();
        pass.begin(12, PLENTY);
        pass.round(0);

        assertThat(bench.file().nextPresent(0, 10)).isEqualTo(10);
        bench.check();
    }

    @Test
    void whatIsDirtyAgainWhenItsWritebackEndsStaysWhereItIs() {
        Bench bench = withDirty(32, 0, ROUND);
        ShrinkPass pass = pass(bench, Reclaimer.KSWAPD, false);
        startWriteback(bench, 0, ROUND);
        pass.begin(0, PLENTY);
        pass.round(0);
        markDirty(bench, 0, ROUND);

        endWriteback(bench, 0, ROUND);

        assertThat(bench.count(Counter.PGROTATED)).isZero();
        assertThat(bench.count(Counter.NR_ACTIVE_FILE)).isEqualTo(ROUND);
        assertThat(bench.cache().folios().hasAny(bench.file().folioAt(0), FolioFlags.RECLAIM))
                .isFalse();
        bench.check();
    }

    @Test
    void aRoundOfNothingButDirtyFoliosStartsTheFlusherAndOneCleanFolioLetsItSleep() {
        Bench mixed = withDirty(32, 0, ROUND - 1);
        Bench dirty = withDirty(32, 0, ROUND);

        round(mixed, Reclaimer.KSWAPD, false);
        round(dirty, Reclaimer.KSWAPD, false);
        mixed.machine().runUntil(50_000_000);
        dirty.machine().runUntil(50_000_000);

        assertThat(mixed.count(Counter.NR_WRITTEN)).isZero();
        assertThat(dirty.count(Counter.NR_WRITTEN)).isEqualTo(ROUND);
        assertThat(dirty.count(Counter.PGROTATED)).isEqualTo(ROUND);
        dirty.check();
    }

    @Test
    void whatIsUnderWritebackAlreadyStartsNoFlusher() {
        Bench bench = withDirty(32, 0, ROUND);
        markDirty(bench, 40, 41);
        startWriteback(bench, 0, ROUND);

        ShrinkPass pass = round(bench, Reclaimer.KSWAPD, false);
        bench.machine().runUntil(50_000_000);

        assertThat(pass.stat().isAllUnderWriteback()).isTrue();
        assertThat(pass.stat().isCongested()).isFalse();
        assertThat(bench.count(Counter.NR_FILE_DIRTY)).isEqualTo(1);
    }

    @Test
    void kswapdNoticesFoliosThatComeRoundFasterThanTheyAreWritten() {
        Bench bench = withDirty(32, 0, ROUND);
        startWriteback(bench, 0, ROUND);
        congestion.noteKswapd(round(bench, Reclaimer.KSWAPD, false).stat());
        deactivateAll(bench);

        ShrinkPass again = round(bench, Reclaimer.KSWAPD, false);

        assertThat(again.stat().cyclesTooFast()).isTrue();
        assertThat(again.stat().isCongested()).isTrue();
        congestion.noteKswapd(again.stat());
        assertThat(congestion.holds(Reclaimer.DIRECT)).isTrue();
        congestion.nodeIsBalanced();
        assertThat(congestion.holds(Reclaimer.DIRECT)).isFalse();
        assertThat(congestion.hasManyUnderWriteback()).isFalse();
        bench.check();
    }

    @Test
    void directReclaimNoticesNoSuchThing() {
        Bench bench = withDirty(32, 0, ROUND);
        startWriteback(bench, 0, ROUND);
        congestion.noteKswapd(round(bench, Reclaimer.DIRECT, false).stat());
        deactivateAll(bench);

        assertThat(round(bench, Reclaimer.DIRECT, false).stat().cyclesTooFast()).isFalse();
    }

    @Test
    void whatAGroupReclaimsThatNothingHoldsWaitsForTheFlusherAndThenForTheFolio() {
        Bench bench = withDirtyOfGroup();
        ShrinkPass pass = round(bench, Reclaimer.CGROUP, true);
        assertThat(pass.mustAwaitFlusher()).isTrue();
        assertThat(pass.hasMore()).isFalse();
        startWriteback(bench, 0, ROUND);
        deactivateAll(bench);

        pass.begin(0, PLENTY);
        pass.round(0);

        assertThat(pass.mustAwaitFolio()).isTrue();
        assertThat(pass.awaitedMapping()).isEqualTo(bench.file().id());
        assertThat(pass.awaitedPage()).isZero();
        assertThat(pass.hasMore()).isFalse();
        endWriteback(bench, 0, ROUND);
        bench.check();
    }

    @Test
    void ofSuchAGroupTheMachineWaitsForNothing() {
        Bench bench = withDirtyOfGroup();

        assertThat(round(bench, Reclaimer.DIRECT, true).mustAwaitFlusher()).isFalse();
    }

    @Test
    void whatIsLockedIsNotAskedWhetherItWasReferenced() {
        Bench bench = withDirty(32, 0, 0);
        bench.cache().markAccessed(bench.lookUp(0, 1), false);
        bench.machine().dirty().lock(bench.file(), 0);

        round(bench, Reclaimer.KSWAPD, false);

        assertThat(bench.cache().folios().hasAny(bench.file().folioAt(0), FolioFlags.REFERENCED))
                .isTrue();
    }

    private static Bench withDirty(int siblings, int first, int end) {
        Bench bench = Bench.withPages(4096, 0, siblings);
        bench.readIn(0, 62, false);
        bench.cache().drainAllBatches();
        if (first < end) {
            markDirty(bench, first, end);
        }
        return bench;
    }

    private static Bench withDirtyOfGroup() {
        Bench bench = Bench.withCgroup(128L, null, 0);
        bench.readIn(0, ROUND, false);
        bench.cache().drainAllBatches();
        markDirty(bench, 0, ROUND);
        return bench;
    }

    private static void markDirty(Bench bench, int first, int end) {
        bench.machine().dirty().markDirty(bench.file(), (long) first * Pages.SECTORS, (long) end * Pages.SECTORS);
    }

    private static void startWriteback(Bench bench, int first, int end) {
        for (int page = first; page < end; ) {
            int folio = bench.machine().dirty().find(bench.file(), page, end);
            page = bench.cache().folios().endPage(folio);
            bench.machine().dirty().startWriteback(bench.file(), folio, 0);
            int sectors = bench.cache().folios().pages(folio) * Pages.SECTORS;
            bench.machine().dirty().takeDirtySectors(bench.file(), folio, sectors);
        }
    }

    private static void endWriteback(Bench bench, int first, int end) {
        long behind = (long) end * Pages.SECTORS;
        bench.machine().dirty().endWriteback(bench.file(), (long) first * Pages.SECTORS, behind, 0, Context.TASK);
    }

    private static void deactivateAll(Bench bench) {
        bench.cache().isolated().isolateActive(bench.machine().cgroup().number(), 4096);
        for (int folio = bench.cache().isolated().firstIsolated();
                folio != FolioTable.NONE;
                folio = bench.cache().isolated().firstIsolated()) {
            bench.cache().isolated().deactivate(folio);
        }
    }

    private ShrinkPass round(Bench bench, Reclaimer who, boolean waitsForFolios) {
        ShrinkPass pass = pass(bench, who, waitsForFolios);
        pass.begin(0, PLENTY);
        pass.round(0);
        return pass;
    }

    private ShrinkPass pass(Bench bench, Reclaimer who, boolean waitsForFolios) {
        return new ShrinkPass(
                ReclaimSaboteur.parts(bench.machine(), bench.machine().zone(), waitsForFolios), congestion, who);
    }
}
