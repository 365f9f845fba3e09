package dev.dropbehind.engine.reclaim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.testing.Bench;
import org.junit.jupiter.api.Test;

/** Reclaim in the allocating task (kernel-model §6.6). */
class DirectReclaimTest {

    private static final CostModel COSTS = CostModel.priors();

    private final Bench bench = Bench.empty();
    private final DirectReclaim direct =
            new DirectReclaim(bench.cache(), bench.machine().counters(), COSTS);

    @Test
    void itFrees32PagesAndTheTaskPays() {
        bench.readIn(0, 31 * 20, false);
        bench.bill().settle();

        assertThat(direct.reclaim(bench.task(), bench.bill())).isEqualTo(32);

        assertThat(bench.bill().settle()).isEqualTo(COSTS.of(Cost.DIRECT_RECLAIM) + 32 * COSTS.of(Cost.RECLAIM_FOLIO));
        assertThat(bench.count(Counter.ALLOCSTALL)).isEqualTo(1);
        assertThat(bench.count(Counter.PGSCAN_DIRECT)).isEqualTo(32);
        assertThat(bench.count(Counter.PGSTEAL_DIRECT)).isEqualTo(32);
        assertThat(bench.count(Counter.PGSTEAL_KSWAPD)).isZero();
        bench.check();
    }

    @Test
    void itTriesHarderUntilItFindsEnough() {
        bench.beginRead(0, 31 * 20, false);
        bench.readIn(31 * 20, 31 * 2, false);

        assertThat(direct.reclaim(bench.task(), bench.bill())).isGreaterThanOrEqualTo(32);
        assertThat(bench.count(Counter.PGSCAN_DIRECT)).isGreaterThan(31 * 20);
    }

    @Test
    void itGivesUpWhereNothingCanBeFreed() {
        bench.beginRead(0, 31 * 4, false);

        assertThat(direct.reclaim(bench.task(), bench.bill())).isZero();
        assertThat(bench.count(Counter.ALLOCSTALL)).isEqualTo(1);
        assertThat(bench.count(Counter.PGSTEAL_DIRECT)).isZero();
    }
}
