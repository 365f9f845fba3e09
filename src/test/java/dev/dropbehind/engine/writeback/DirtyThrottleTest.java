package dev.dropbehind.engine.writeback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact.Kind;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.VmSpec;
import dev.dropbehind.engine.time.EventPriority;
import org.junit.jupiter.api.Test;

/** When a writer looks at the limits and how long it pauses, step by step at HZ 250 (kernel-model §4.3, §4.4). */
class DirtyThrottleTest {

    private static final long MILLI = 1_000_000;
    private static final long DIRTYABLE = 100_000;

    /** What is held: 19995, background 9985, freerun 14990, setpoint 17492. */
    private final WritebackRig rig = WritebackRig.of(DIRTYABLE, 25_600);

    private final Mapping file = rig.newFile();
    private final TaskDirty task = new TaskDirty();
    private final Bill bill = new Bill(rig.till);

    private final long check = rig.costs.of(Cost.BALANCE_CHECK);
    private final long round = rig.costs.of(Cost.BALANCE_DIRTY);

    @Test
    void theFirst32PagesCostOnlyAGlance() {
        dirty(31);
        assertThat(balance()).isZero();
        assertThat(bill.settle()).isEqualTo(check);

        dirty(1);
        assertThat(balance()).isZero();
        assertThat(bill.settle()).isEqualTo(check + round);
    }

    @Test
    void belowFreerunTheNextLookComesAfterTheRootOfWhatIsLeft() {
        dirty(32);
        balance();

        // 19963 are left: 2 to the 14th, so 2 to the 7th.
        assertThat(task.pauseAfterPages()).isEqualTo(128);
        assertThat(task.dirtiedPages()).isZero();
        assertThat(rig.count(Counter.THROTTLE_PAUSES)).isZero();
    }

    @Test
    void aProcessorOnWhichMuchWasDirtiedHasItsNextWriterLook() {
        // 19995 / (4 * 32) pages.
        assertThat(rig.throttle.ratelimitPages()).isEqualTo(156);
        TaskDirty other = new TaskDirty();
        rig.throttle.dirtied(other, 1, 156);

        assertThat(rig.throttle.balance(task, 0, bill)).isZero();
        assertThat(bill.settle()).isEqualTo(check);
        rig.throttle.balance(task, 1, bill);
        assertThat(bill.settle()).isEqualTo(check + round);
        rig.throttle.balance(task, 1, bill);
        assertThat(bill.settle()).isEqualTo(check);
    }

    @Test
    void whatAnExitedTaskHasDirtiedIsTakenOver() {
        TaskDirty exited = new TaskDirty();
        rig.throttle.dirtied(exited, 0, 30);
        rig.throttle.exits(exited, 0);
        dirty(2);
        assertThat(balance()).isZero();

        assertThat(bill.settle()).isEqualTo(check + round);
    }

    @Test
    void aboveFreerunThePauseIsAsLongAsThePagesTakeAtTheRate() {
        share();
        rig.device.dirty(file, 17_492);
        dirty(2_000);

        // Above the setpoint by 2000: the position is 464/1024, so the rate 11600, and 2000 pages take 43 ticks. The
        // device would write what is dirty in 24 * 8 of them, and a pause is an eighth of that at most: 25.
        assertThat(balance()).isEqualTo(25 * 4 * MILLI);
        assertThat(rig.count(Counter.THROTTLE_PAUSES)).isEqualTo(1);
        assertThat(rig.count(Counter.THROTTLED_NANOS)).isEqualTo(25 * 4 * MILLI);
        assertThat(rig.told(Kind.THROTTLED_BY_MACHINE))
                .extracting(WritebackRig.Told::pages)
                .containsExactly(19_492L);

        assertThat(balance()).isZero();
        assertThat(task.dirtiedPages()).isZero();
        assertThat(task.pauseAfterPages()).isEqualTo(200);
    }

    @Test
    void pausesEndOnATick() {
        share();
        passTo(MILLI);
        rig.device.dirty(file, 17_492);
        dirty(2_000);

        assertThat(balance()).isEqualTo(25 * 4 * MILLI - MILLI);
    }

    @Test
    void whatTheTaskDidSinceTheLastPauseCountsAsAPause() {
        share();
        rig.device.dirty(file, 16_000);
        dirty(400);
        long first = balance();
        passTo(first);
        assertThat(balance()).isZero();

        // At about 1.02 of 25600 a second 400 pages are 3 ticks, and 2 have passed.
        passTo(first + 8 * MILLI);
        long paused = task.pausedWhen;
        dirty(400);
        assertThat(balance()).isZero();
        assertThat(task.pausedWhen).isEqualTo(paused + 3);
        assertThat(task.dirtiedPages()).isZero();

        // What was put off is made up for: 1 tick of last time and 3 of this.
        dirty(400);
        assertThat(balance()).isEqualTo(4 * 4 * MILLI);
    }

    @Test
    void moreThanASecondOfOtherThingsIsForgotten() {
        share();
        rig.device.dirty(file, 16_000);
        dirty(400);
        long first = balance();
        passTo(first);
        balance();
        passTo(first + 1_100 * MILLI);
        rig.device.dirty(file, 16_000 - rig.count(Counter.NR_FILE_DIRTY) - rig.count(Counter.NR_WRITEBACK));

        dirty(400);
        assertThat(balance()).isZero();
        assertThat(task.pausedWhen).isEqualTo(rig.jiffies.now());
    }

    @Test
    void atTheLimitTheWriterPausesAgainAndAgain() {
        share();
        rig.device.dirty(file, 19_995);
        dirty(32);

        long pause = balance();
        assertThat(pause).isPositive().isLessThanOrEqualTo(200 * MILLI);
        assertThat(balance()).isEqualTo(pause);
        assertThat(rig.told(Kind.THROTTLED_AT_LIMIT)).hasSize(2);
        assertThat(rig.told(Kind.THROTTLED_BY_MACHINE)).isEmpty();
    }

    @Test
    void overBothLimitsEveryEightPagesAreLookedAt() {
        share();
        rig.device.dirty(file, 20_100);
        dirty(32);
        balance();
        assertThat(rig.writeback.isDirtyExceeded()).isTrue();

        TaskDirty other = new TaskDirty();
        rig.throttle.dirtied(other, 2, 7);
        assertThat(rig.throttle.balance(other, 2, bill)).isZero();
        rig.throttle.dirtied(other, 2, 1);
        assertThat(rig.throttle.balance(other, 2, bill)).isPositive();
    }

    @Test
    void theStricterDomainHolds() {
        WritebackRig group = WritebackRig.withCgroup(1_000_000, 62_464, 25_600);
        Mapping groupFile = group.newFile();
        group.writeback.writebackEnded(1_000_000, false);
        group.device.dirty(groupFile, 12_000);
        group.throttle.dirtied(task, 0, 1_000);
        assertThat(group.throttle.balance(task, 0, bill)).isPositive();
        assertThat(group.told(Kind.THROTTLED_BY_CGROUP)).hasSize(1);

        TaskDirty other = new TaskDirty();
        group.device.dirty(groupFile, 1_000);
        group.throttle.dirtied(other, 0, 1_000);
        assertThat(group.throttle.balance(other, 0, bill)).isPositive();
        assertThat(group.told(Kind.THROTTLED_AT_CGROUP_LIMIT)).hasSize(1);
    }

    @Test
    void aboveTheBackgroundThresholdTheWriterWakesTheFlusher() {
        share();
        rig.device.dirty(file, 9_000);
        dirty(32);
        balance();
        rig.runUntil(10 * MILLI);
        assertThat(rig.told(Kind.FLUSHER_BACKGROUND)).isEmpty();

        rig.device.dirty(file, 1_500);
        dirty(128);
        balance();
        rig.runUntil(20 * MILLI);
        assertThat(rig.told(Kind.FLUSHER_BACKGROUND)).hasSize(1);
    }

    @Test
    void otherLimitsAndOtherProcessorsChangeWhatAProcessorMayDirty() {
        rig.throttle.use(new VmSpec(40, 10, 0, 0, 3000, 500));
        assertThat(rig.throttle.ratelimitPages()).isEqualTo(39_990 / 128);
        rig.throttle.useCpus(1);
        assertThat(rig.throttle.ratelimitPages()).isEqualTo(39_990 / 32);
        rig.throttle.use(new VmSpec(20, 10, 8192, 0, 3000, 500));
        assertThat(rig.throttle.ratelimitPages()).isEqualTo(16);
    }

    @Test
    void whoChangesThePeriodOfWritebackHasTheFlusherWriteAllNow() {
        share();
        rig.device.dirty(file, 100);
        rig.throttle.use(new VmSpec(20, 10, 0, 0, 3000, 100));
        rig.runUntil(100 * MILLI);

        assertThat(rig.count(Counter.WB_WRITTEN)).isEqualTo(100);
        assertThat(rig.told(Kind.FLUSHER_PERIODIC)).hasSize(1);
    }

    /** The device has written before, and all there was: the threshold is all its own. */
    private void share() {
        rig.writeback.writebackEnded(1_000_000, false);
    }

    private void dirty(long pages) {
        rig.device.dirty(file, pages);
        rig.throttle.dirtied(task, 0, pages);
    }

    private long balance() {
        return rig.throttle.balance(task, 0, bill);
    }

    private void passTo(long nanos) {
        rig.timeline.schedule(nanos, EventPriority.TASK, _ -> {}, 0);
        rig.runUntil(nanos);
    }
}
