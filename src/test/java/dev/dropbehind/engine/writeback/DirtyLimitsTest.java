package dev.dropbehind.engine.writeback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.memory.Cgroup;
import dev.dropbehind.engine.memory.Zone;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.VmSpec;
import dev.dropbehind.engine.spec.Watermarks;
import dev.dropbehind.engine.time.Jiffies;
import dev.dropbehind.engine.time.Timeline;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Both domains measured from counters, by hand (kernel-model §4.2). */
class DirtyLimitsTest {

    private static final long GROUP_MAX = 62_464;

    private final Counters counters = new Counters();
    private final Jiffies jiffies = new Jiffies(new Timeline(), 250);
    private final Zone zone = new Zone(new Watermarks(64, 80, 100), counters, 500_100);
    private final Cgroup cgroup = Cgroup.of(new CgroupSpec("job", 2, Pages.bytes(GROUP_MAX), null, 0), counters, 4);

    @Test
    void theMachineMayHaveDirtyWhatIsFreeAboveTheHighWatermarkAndOnTheLists() {
        counters.add(Counter.NR_ACTIVE_FILE, 200_000);
        counters.add(Counter.NR_INACTIVE_FILE, 299_999);
        DirtyLimits limits =
                new DirtyLimits(VmSpec.DEFAULT, zone, null, GroupStat.current(counters), counters, jiffies);

        assertThat(limits.machine().dirtyable()).isEqualTo(1_000_000);
        assertThat(limits.thresholdPages()).isEqualTo(199_951);
        assertThat(limits.backgroundPages()).isEqualTo(99_853);
        assertThat(limits.machine().smoothedLimit()).isEqualTo(199_951);
        assertThat(limits.group()).isNull();
    }

    @Test
    void pagesUnderWritebackCountWhereWritersAreHeldOnly() {
        counters.add(Counter.NR_FILE_DIRTY, 100);
        counters.add(Counter.NR_WRITEBACK, 7);
        DirtyLimits limits =
                new DirtyLimits(VmSpec.DEFAULT, zone, null, GroupStat.current(counters), counters, jiffies);

        limits.measure(true);
        assertThat(limits.machine().dirty()).isEqualTo(107);
        limits.measure(false);
        assertThat(limits.machine().dirty()).isEqualTo(100);
    }

    @Test
    void aGroupMayHaveDirtyAShareOfItsFilePagesAndItsHeadroom() {
        counters.add(Counter.NR_INACTIVE_FILE, 40_000);
        counters.add(Counter.CGROUP_INACTIVE_FILE, 30_000);
        counters.add(Counter.CGROUP_ACTIVE_FILE, 10_000);
        counters.add(Counter.CGROUP_USAGE_PAGES, 42_464);
        DirtyDomain group = groupOf();

        assertThat(group.dirtyable()).isEqualTo(60_000);
        assertThat(group.threshold()).isEqualTo(60_000 * 819 / 4096);
        assertThat(group.background()).isEqualTo(60_000 * 409 / 4096);
    }

    @Test
    void theHeadroomOfAGroupIsNoMoreThanWhatIsCleanElsewhere() {
        // All but 15000 of the machine is dirty or the group's own, of which 1000 are dirty and 500 on their way.
        counters.add(Counter.NR_INACTIVE_FILE, 40_000);
        counters.add(Counter.CGROUP_INACTIVE_FILE, 40_000);
        counters.add(Counter.CGROUP_USAGE_PAGES, 40_000);
        counters.add(Counter.CGROUP_FILE_DIRTY, 1_000);
        counters.add(Counter.CGROUP_FILE_WRITEBACK, 500);
        counters.add(Counter.NR_FILE_DIRTY, 540_001 - 38_500 - 15_000 - 500);
        counters.add(Counter.NR_WRITEBACK, 500);
        DirtyDomain group = groupOf();

        assertThat(group.dirty()).isEqualTo(1_500);
        assertThat(group.dirtyable()).isEqualTo(40_000 + 15_000);
    }

    @Test
    void writersAreFreeWhereNoDomainHoldsThem() {
        counters.add(Counter.CGROUP_INACTIVE_FILE, 10_000);
        counters.add(Counter.NR_INACTIVE_FILE, 10_000);
        counters.add(Counter.CGROUP_USAGE_PAGES, GROUP_MAX);
        DirtyLimits limits =
                new DirtyLimits(VmSpec.DEFAULT, zone, cgroup, GroupStat.current(counters), counters, jiffies);
        assertThat(limits.isFreerun()).isTrue();

        // The group holds from 1498 on: half way between 998 and 1999.
        counters.add(Counter.CGROUP_FILE_DIRTY, 1_499);
        counters.add(Counter.NR_FILE_DIRTY, 1_499);
        limits.measure(true);
        assertThat(limits.isFreerun()).isFalse();
        assertThat(limits.machine().isFreerun()).isTrue();
    }

    @Test
    void otherLimitsHoldAtOnce() {
        DirtyLimits limits =
                new DirtyLimits(VmSpec.DEFAULT, zone, null, GroupStat.current(counters), counters, jiffies);
        limits.use(new VmSpec(20, 10, 8192, 0, 3000, 500));

        assertThat(limits.thresholdPages()).isEqualTo(2);
        assertThat(limits.backgroundPages()).isEqualTo(1);
        assertThat(limits.machine().limit()).isEqualTo(2);
    }

    private DirtyDomain groupOf() {
        DirtyLimits limits =
                new DirtyLimits(VmSpec.DEFAULT, zone, cgroup, GroupStat.current(counters), counters, jiffies);
        return Objects.requireNonNull(limits.group());
    }
}
