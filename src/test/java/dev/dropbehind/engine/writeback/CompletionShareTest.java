package dev.dropbehind.engine.writeback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Jiffies;
import dev.dropbehind.engine.time.Timeline;
import org.junit.jupiter.api.Test;

/** A device's part of what was written lately, by hand. */
class CompletionShareTest {

    private final Timeline timeline = new Timeline();
    private final CompletionShare share = new CompletionShare(new Jiffies(timeline, 250));

    @Test
    void whatHasWrittenNothingHasNoPart() {
        assertThat(share.of(1000)).isZero();
    }

    @Test
    void theOnlyDeviceSoonHasAlmostAll() {
        share.add(1);
        assertThat(share.of(1000)).isEqualTo(500);
        share.add(98);
        assertThat(share.of(1000)).isEqualTo(990);
    }

    @Test
    void itGrowsToAllAsCountsAge() {
        share.add(99);
        passTo(2_999_999_999L);
        assertThat(share.of(1000)).isEqualTo(990);

        // 99 of 100 become 49 of 50, and in the end 0 of 1.
        passTo(3_000_000_000L);
        assertThat(share.of(1000)).isEqualTo(980);
    }

    @Test
    void afterALongTimeNothingIsLeft() {
        share.add(99);
        passTo(3L * 60 * 1_000_000_000L);
        assertThat(share.of(1000)).isZero();

        share.add(1);
        assertThat(share.of(1000)).isEqualTo(500);
    }

    private void passTo(long nanos) {
        timeline.schedule(nanos, EventPriority.TASK, _ -> {}, 0);
        timeline.runNext();
    }
}
