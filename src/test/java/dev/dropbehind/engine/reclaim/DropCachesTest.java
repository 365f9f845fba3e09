package dev.dropbehind.engine.reclaim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioBatch;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.Bench;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What drop_caches takes of the files it is given. */
class DropCachesTest {

    private static final CostModel COSTS = CostModel.priors();

    private final Bench bench = Bench.withPages(4096, 300, 32);

    @Test
    void whatIsCleanAndUnusedGoesAndWhatOthersHaveCachedStays() {
        bench.readIn(0, 62, false);
        bench.readIn(62, 7, true);

        assertThat(drop())
                .isEqualTo(COSTS.of(Cost.INDEX_LOOKUP)
                        + 69 * (COSTS.of(Cost.INDEX_STEP) + COSTS.of(Cost.DROP_FOLIO) + COSTS.of(Cost.DROP_PAGE)));

        assertThat(bench.file().cachedPages()).isZero();
        assertThat(bench.count(Counter.NR_FILE_PAGES)).isEqualTo(300);
        bench.check();
    }

    @Test
    void noShadowIsLeft() {
        bench.readIn(0, 93, false);
        bench.cache().drainAllBatches();
        bench.relief().reclaim(32);
        assertThat(bench.file().shadowPages()).isPositive();

        drop();

        assertThat(bench.file().shadowPages()).isZero();
        bench.check();
    }

    @Test
    void whatIsLockedDirtyUnderWritebackMappedOrUsedStays() {
        bench.beginRead(0, 3, false);
        bench.readIn(3, 20, false);
        markDirty(5, 8);
        markDirty(10, 12);
        int folio = bench.machine().dirty().find(bench.file(), 10, 12);
        bench.machine().dirty().startWriteback(bench.file(), folio, 0);
        bench.machine().dirty().takeDirtySectors(bench.file(), folio, 2 * Pages.SECTORS);
        bench.machine().dirty().map(bench.file(), 15);
        FolioBatch held = bench.lookUp(20, 22);

        drop();

        assertThat(bench.file().cachedPages()).isEqualTo(3 + 3 + 2 + 1 + 2);
        bench.release(held);
        bench.check();
    }

    private void markDirty(int first, int end) {
        bench.machine().dirty().markDirty(bench.file(), (long) first * Pages.SECTORS, (long) end * Pages.SECTORS);
    }

    private long drop() {
        bench.bill().settle();
        new DropCaches(bench.cache(), bench.bill()).drop(List.of(bench.file()), 0);
        return bench.bill().settle();
    }
}
