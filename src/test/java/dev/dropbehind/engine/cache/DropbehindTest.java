package dev.dropbehind.engine.cache;

import static dev.dropbehind.engine.cache.FolioFlags.DIRTY;
import static dev.dropbehind.engine.cache.FolioFlags.DROPBEHIND;
import static dev.dropbehind.engine.cache.FolioFlags.LOCKED;
import static dev.dropbehind.engine.cache.FolioFlags.WRITEBACK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.testing.Bench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What leaves the cache behind a read (kernel-model §2.2 step 8; §11.2 rows 5, 6, 7, 9, 10, 12, 46). */
class DropbehindTest {

    private final Bench bench = Bench.empty();
    private final CacheSaboteur hand = new CacheSaboteur(bench.cache());
    private final Dropbehind dropbehind = new Dropbehind(
            bench.cache(), bench.machine().counters(), bench.machine().till(), false, null);

    @Test
    void anyReadDropsWhatIsMarkedWhoeverMarkedIt() {
        bench.readIn(0, 8, true);

        read(0, 8);

        assertThat(bench.file().cachedPages()).isZero();
        assertThat(bench.count(Counter.DROPBEHIND_DROPPED)).isEqualTo(8);
        bench.check();
    }

    @Test
    void whatIsNotMarkedStays() {
        bench.readIn(0, 8, false);

        read(0, 8);

        assertThat(bench.file().cachedPages()).isEqualTo(8);
        assertThat(bench.count(Counter.DROPBEHIND_DROPPED)).isZero();
    }

    @Test
    void onlyWhatWasReadIsDropped() {
        bench.readIn(0, 32, true);

        read(8, 16);

        assertThat(bench.file().cachedPages()).isEqualTo(24);
        assertThat(bench.file().folioAt(7)).isNotEqualTo(FolioTable.NONE);
        assertThat(bench.file().folioAt(8)).isEqualTo(FolioTable.NONE);
        assertThat(bench.file().folioAt(16)).isNotEqualTo(FolioTable.NONE);
        bench.check();
    }

    @ParameterizedTest
    @ValueSource(ints = {LOCKED, DIRTY, WRITEBACK})
    void aBusyFolioStaysAndKeepsItsMarkForWhoeverComesNext(int busy) {
        bench.readIn(0, 8, true);
        hand.set(bench.file(), 0, busy);

        read(0, 8);

        assertThat(bench.file().cachedPages()).isEqualTo(8);
        assertThat(bench.cache().folios().hasAny(bench.file().folioAt(0), DROPBEHIND))
                .isTrue();
        assertThat(bench.count(Counter.DROPBEHIND_SKIPPED)).isEqualTo(8);

        hand.clear(bench.file(), 0, busy);
        read(0, 8);

        assertThat(bench.file().cachedPages()).isZero();
        bench.check();
    }

    @Test
    void aReaderMayStillCopyFromWhatAnotherHasDropped() {
        bench.readIn(0, 8, true);
        FolioBatch slow = bench.lookUp(0, 8);

        read(0, 8);

        assertThat(bench.file().cachedPages()).isZero();
        assertThat(bench.cache().detachedPages()).isEqualTo(8);
        bench.cache().markAccessed(slow, false);
        assertThat(dropbehind.afterRead(slow, Long.MAX_VALUE, 0, Context.TASK)).isZero();
        bench.release(slow);
        assertThat(bench.cache().detachedPages()).isZero();
        assertThat(bench.count(Counter.DROPBEHIND_DROPPED)).isEqualTo(8);
        bench.check();
    }

    @Test
    void aDropFreesPagesAndIsNoReclaim() {
        bench.readIn(0, 8, true);

        read(0, 8);

        assertThat(bench.count(Counter.PGFREE)).isEqualTo(8);
        assertThat(bench.count(Counter.PGSCAN_KSWAPD) + bench.count(Counter.PGSCAN_DIRECT))
                .isZero();
        assertThat(bench.count(Counter.PGSTEAL_KSWAPD) + bench.count(Counter.PGSTEAL_DIRECT))
                .isZero();
    }

    @Test
    void aDropInAtomicContextRaisesASplat() {
        bench.readIn(0, 8, true);

        dropbehind.afterRead(bench.lookUp(0, 8), Long.MAX_VALUE, 0, Context.SOFTIRQ);

        assertThat(bench.count(Counter.ATOMIC_SLEEP_SPLATS)).isPositive();
    }

    @Test
    void aDropCostsByFolioAndPage() {
        bench.readIn(0, 8, true);
        FolioBatch batch = bench.lookUp(0, 8);
        CostModel costs = CostModel.priors();

        assertThat(dropbehind.afterRead(batch, Long.MAX_VALUE, 0, Context.TASK))
                .isEqualTo(8 * (costs.of(Cost.DROP_FOLIO) + costs.of(Cost.DROP_PAGE)));
    }

    private void read(int first, int end) {
        FolioBatch batch = bench.lookUp(first, end);
        dropbehind.afterRead(batch, Long.MAX_VALUE, 0, Context.TASK);
        bench.release(batch);
    }
}
