package dev.dropbehind.engine.reclaim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.testing.Bench;
import org.junit.jupiter.api.Test;

/** Reclaim in the allocating task (kernel-model §6.6). */
class DirectReclaimTest {

    private static final CostModel COSTS = CostModel.priors();

    private final Bench bench = Bench.empty();

    @Test
    void itFrees32PagesAndTheTaskPays() {
        bench.readIn(0, 31 * 20, false);
        bench.bill().settle();

        assertThat(reclaim(1)).isEqualTo(32);

        assertThat(bench.bill().settle()).isEqualTo(COSTS.of(Cost.DIRECT_RECLAIM) + 32 * COSTS.of(Cost.RECLAIM_FOLIO));
        assertThat(bench.count(Counter.ALLOCSTALL)).isEqualTo(1);
        assertThat(bench.count(Counter.PGSCAN_DIRECT)).isEqualTo(32);
        assertThat(bench.count(Counter.PGSTEAL_DIRECT)).isEqualTo(32);
        assertThat(bench.count(Counter.PGSTEAL_KSWAPD)).isZero();
        bench.check();
    }

    @Test
    void atTheLowestEffortItTakesTheWholeShareOfAList() {
        Bench large = Bench.withPages(1 << 18, 0, FolioTable.MAX_SIBLINGS);
        int pages = 31 * 6600;
        large.readIn(0, pages, false);

        assertThat(large.relief().reclaim(1)).isEqualTo(pages >> 12).isGreaterThan(32);
    }

    @Test
    void whereNothingElseCanBeFreedTheActiveListIsNotSpared() {
        Bench busy = Bench.withPages(4096, 64, FolioTable.MAX_SIBLINGS);
        busy.beginRead(0, 31 * 4, false);

        assertThat(busy.relief().reclaim(1)).isEqualTo(32);
        assertThat(busy.count(Counter.PGDEACTIVATE)).isPositive();
        busy.check();
    }

    @Test
    void itTriesHarderUntilItFindsEnough() {
        bench.beginRead(0, 31 * 20, false);
        bench.readIn(31 * 20, 31 * 2, false);

        assertThat(reclaim(1)).isGreaterThanOrEqualTo(32);
        assertThat(bench.count(Counter.PGSCAN_DIRECT)).isGreaterThan(31 * 20);
    }

    @Test
    void itGivesUpWhereNothingCanBeFreed() {
        bench.beginRead(0, 31 * 4, false);

        assertThat(reclaim(1)).isZero();
        assertThat(bench.count(Counter.ALLOCSTALL)).isEqualTo(1);
        assertThat(bench.count(Counter.PGSTEAL_DIRECT)).isZero();
    }

    @Test
    void aLargeFolioTakesAsManyPagesAsItHas() {
        bench.readIn(0, 31 * 20, false);

        assertThat(reclaim(200)).isBetween(200L, 231L);
    }

    private long reclaim(long pages) {
        return bench.relief().reclaim(pages);
    }
}
