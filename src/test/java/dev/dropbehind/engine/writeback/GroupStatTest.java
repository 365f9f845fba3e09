package dev.dropbehind.engine.writeback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import org.junit.jupiter.api.Test;

class GroupStatTest {

    private static final long SECOND = 1_000_000_000;

    private final Timeline timeline = new Timeline();
    private final Counters counters = new Counters();

    @Test
    void whatAGroupHasDirtyIsKnownTwoSecondsLaterAtTheLatest() {
        GroupStat stat = GroupStat.flushed(timeline, counters, new Seeds(7).of("phase"));
        counters.add(Counter.CGROUP_FILE_DIRTY, 40);
        counters.add(Counter.CGROUP_FILE_WRITEBACK, 30);
        counters.add(Counter.CGROUP_INACTIVE_FILE, 90);
        stat.ask();
        assertThat(stat.dirtyPages() + stat.writebackPages() + stat.filePages()).isZero();

        timeline.runUntil(2 * SECOND);
        assertThat(stat.dirtyPages()).isEqualTo(40);
        assertThat(stat.writebackPages()).isEqualTo(30);
        assertThat(stat.filePages()).isEqualTo(90);
    }

    @Test
    void inBetweenTheOldSumsHold() {
        GroupStat stat = GroupStat.flushed(timeline, counters, new Seeds(7).of("phase"));
        counters.add(Counter.CGROUP_FILE_DIRTY, 40);
        timeline.runUntil(2 * SECOND);
        counters.add(Counter.CGROUP_FILE_DIRTY, -40);
        long changes = 0;
        long last = stat.dirtyPages();
        for (long nanos = 2 * SECOND; nanos <= 10 * SECOND; nanos += SECOND / 100) {
            timeline.runUntil(nanos);
            counters.add(Counter.CGROUP_FILE_DIRTY, 1);
            changes += stat.dirtyPages() == last ? 0 : 1;
            last = stat.dirtyPages();
        }
        assertThat(changes).isEqualTo(4);
    }

    @Test
    void whoAsksForCurrentStatisticsHasThemAtOnce() {
        GroupStat stat = GroupStat.current(counters);
        counters.add(Counter.CGROUP_FILE_DIRTY, 40);
        stat.ask();
        assertThat(stat.dirtyPages()).isEqualTo(40);
    }
}
