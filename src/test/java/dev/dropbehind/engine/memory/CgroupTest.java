package dev.dropbehind.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.Pages;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The counter of a group, its stocks and its limits (kernel-model §6.7). */
class CgroupTest {

    private final Counters counters = new Counters();

    @Test
    void theCounterMovesBy64AndTheRestIsStocked() {
        Cgroup group = group(1000L, null, 10);

        assertThat(group.takeStock(0, 1)).isFalse();
        assertThat(group.charge(0, 1)).isEqualTo(64);
        assertThat(usage()).isEqualTo(74);
        assertThat(group.stockedPages()).isEqualTo(63);
        for (int page = 0; page < 63; page++) {
            assertThat(group.takeStock(0, 1)).isTrue();
        }

        assertThat(group.takeStock(0, 1)).isFalse();
        assertThat(usage()).isEqualTo(74);
    }

    @Test
    void stocksAreEachProcessorsOwn() {
        Cgroup group = group(1000L, null, 0);
        group.charge(0, 1);

        assertThat(group.takeStock(1, 1)).isFalse();
        assertThat(group.takeStock(0, 1)).isTrue();
    }

    @Test
    void nearTheLimitJustThePagesAreCharged() {
        Cgroup group = group(66L, null, 0);
        group.charge(0, 1);

        assertThat(group.charge(1, 2)).isEqualTo(2);
        assertThat(group.charge(1, 1)).isZero();
        assertThat(usage()).isEqualTo(66);
        assertThat(group.margin()).isZero();
    }

    @Test
    void aLargeFolioIsChargedByItself() {
        Cgroup group = group(1000L, null, 0);

        assertThat(group.charge(0, 512)).isEqualTo(512);
        assertThat(group.stockedPages()).isZero();
    }

    @Test
    void drainedStocksAndFreedPagesAreUncharged() {
        Cgroup group = group(1000L, null, 0);
        group.charge(0, 1);
        group.charge(1, 4);

        group.drainStocks();
        assertThat(usage()).isEqualTo(5);
        group.uncharge(5);
        assertThat(usage()).isZero();
    }

    @Test
    void theRootGroupHasNoCounterAndNoLimit() {
        Cgroup root = Cgroup.root(counters);

        assertThat(root.takeStock(7, 512)).isTrue();
        root.uncharge(512);
        assertThat(usage()).isZero();
        assertThat(root.isOverHigh()).isFalse();
    }

    @Test
    void theExcessHoldsByItsSquareAndTwoSecondsAtMost() {
        Cgroup group = group(null, 100L, 110);

        assertThat(group.isOverHigh()).isTrue();
        assertThat(group.penaltyNanos(64)).isBetween(639_999_999L, 640_000_001L);
        assertThat(group.penaltyNanos(1)).isBetween(9_999_999L, 10_000_001L);
        assertThat(group.penaltyNanos(1000)).isEqualTo(2_000_000_000);
        group.uncharge(10);
        assertThat(group.penaltyNanos(64)).isZero();
    }

    private long usage() {
        return counters.get(Counter.CGROUP_USAGE_PAGES);
    }

    private Cgroup group(@Nullable Long maxPages, @Nullable Long highPages, long reservedPages) {
        return Cgroup.of(
                new CgroupSpec("job", 2, bytes(maxPages), bytes(highPages), Pages.bytes(reservedPages)), counters, 2);
    }

    private static @Nullable Long bytes(@Nullable Long pages) {
        return pages == null ? null : Pages.bytes(pages);
    }
}
