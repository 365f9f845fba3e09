package dev.dropbehind.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.machine.MachineBuilder;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Trace;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Durability.Sync;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Fadvise;
import dev.dropbehind.engine.spec.JobSpec.Hints;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Pattern;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.spec.JobSpec.Start;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who begins when, and what each call carries. */
class WorkloadTest {

    private static final long MILLI = 1_000_000;
    private static final long FILE = 2 << 20;

    /** A job's first call and its last return, of all its tasks, in simulated nanoseconds. */
    private static final class Times implements Trace {

        private final Map<String, Long> first = new LinkedHashMap<>();
        private final Map<String, Long> last = new LinkedHashMap<>();
        private @Nullable Machine machine;
        private String job = "";

        @Override
        public void acts(String actor) {
            job = actor.contains(".") ? actor.substring(0, actor.lastIndexOf('.')) : actor;
        }

        @Override
        public void note(Fact.Kind kind, int file, long page, long count) {
            if (machine == null) {
                return;
            }
            long now = machine.timeline().now();
            if (kind == Fact.Kind.CALL_BEGINS) {
                first.putIfAbsent(job, now);
            } else if (kind == Fact.Kind.CALL_RETURNS) {
                last.put(job, now);
            }
        }

        long firstCall(String name) {
            return Objects.requireNonNull(first.get(name));
        }

        long lastReturn(String name) {
            return Objects.requireNonNull(last.get(name));
        }

        static Times of(SimulationSpec spec) {
            Times times = new Times();
            times.machine = MachineBuilder.build(spec, times);
            times.machine.runUntil(spec.durationNanos());
            return times;
        }
    }

    @Test
    void aStonewallFallsWhenAllJobsBeforeItHaveEndedAndHoldsThoseBehindIt() {
        Times times = Times.of(Specs.small()
                .job(job("short", 2, 64 << 10))
                .job(job("long", 2, FILE))
                .job(job("behind", 2, 64 << 10).with(new Start(0, true)))
                .job(job("with", 1, 64 << 10))
                .job(job("last", 1, 64 << 10).with(new Start(0, true)))
                .spec());

        assertThat(times.firstCall("long")).isLessThan(MILLI);
        long falls = Math.max(times.lastReturn("short"), times.lastReturn("long"));
        assertThat(times.firstCall("behind")).isBetween(falls, falls + MILLI);
        assertThat(times.firstCall("with")).isBetween(falls, falls + MILLI);
        long second = Math.max(times.lastReturn("behind"), times.lastReturn("with"));
        assertThat(times.firstCall("last")).isBetween(second, second + MILLI);
    }

    @Test
    void aJobThatFailsHasEnded() {
        Times times = Times.of(Specs.small()
                .withoutDontcache()
                .job(Specs.readers("fails", IoMode.DONTCACHE, 4096, 2, Layout.SHARED, "data", FILE))
                .job(job("behind", 1, FILE).with(new Start(0, true)))
                .spec());

        assertThat(times.first).containsKey("behind");
    }

    @Test
    void startdelayCountsFromTheRunsStartAndFromTheStonewall() {
        Times times = Times.of(Specs.small()
                .job(job("delayed", 2, 64 << 10).with(new Start(5 * MILLI, false)))
                .job(job("behind", 1, 64 << 10).with(new Start(3 * MILLI, true)))
                .spec());

        assertThat(times.firstCall("delayed")).isBetween(5 * MILLI, 6 * MILLI);
        long falls = times.lastReturn("delayed");
        assertThat(times.firstCall("behind")).isBetween(falls + 3 * MILLI, falls + 4 * MILLI);
    }

    @Test
    void runtimeCountsFromTheBeginOfItsJob() {
        Times times = Times.of(Specs.small()
                .job(timed("first", 4 * MILLI))
                .job(timed("second", 4 * MILLI).with(new Start(2 * MILLI, true)))
                .spec());

        assertThat(times.lastReturn("first")).isBetween(3 * MILLI, 5 * MILLI);
        long begin = times.lastReturn("first") + 2 * MILLI;
        assertThat(times.lastReturn("second")).isBetween(begin + 3 * MILLI, begin + 5 * MILLI);
    }

    @Test
    void aRunIsOverWhenTheLastGroupIs() {
        SimulationSpec spec = Specs.small()
                .job(job("first", 1, 64 << 10))
                .job(job("last", 1, 64 << 10).with(new Start(8 * MILLI, true)))
                .spec();
        Machine machine = MachineBuilder.build(spec);

        machine.runUntil(8 * MILLI);
        assertThat(machine.workload().isOver()).isFalse();
        machine.runUntil(20 * MILLI);
        assertThat(machine.workload().isOver()).isTrue();
    }

    @Test
    void soManyOfAHundredCallsCarryDontcache() {
        assertThat(droppedOfAThousand(0, 1)).isZero();
        assertThat(droppedOfAThousand(100, 1)).isEqualTo(1000);
        assertThat(droppedOfAThousand(30, 1)).isBetween(240L, 360L).isNotEqualTo(droppedOfAThousand(30, 2));
    }

    /** Without read-ahead each call reads its own page, which goes again if the call carries the flag. */
    private static long droppedOfAThousand(int percent, long seed) {
        JobSpec job =
                Specs.reader(IoMode.DONTCACHE, 4096, 1000L * 4096).with(new Hints(Fadvise.NONE, 0, percent, false));
        Machine machine = CheckedMachine.ran(
                Specs.small()
                        .device(Specs.ufs(0, 32))
                        .job(job)
                        .duration(200 * MILLI)
                        .seed(seed)
                        .spec(),
                FolioTable.MAX_SIBLINGS);
        assertThat(machine.counters().get(Counter.READ_CALLS)).isEqualTo(1000);
        return machine.counters().get(Counter.DROPBEHIND_DROPPED);
    }

    @Test
    void whatWasReadIsGivenUpAfterSoManyBytes() {
        Machine machine = ran(giveUpEvery(256 << 10, job("reader", 1, FILE)));

        assertThat(machine.counters().get(Counter.DONTNEED_CALLS)).isEqualTo(8);
        assertThat(machine.counters().get(Counter.DONTNEED_DROPPED)).isEqualTo(512);
        assertThat(machine.cache().mappings().getLast().cachedPages()).isZero();
        assertThat(machine.counters().get(Counter.READ_CALLS)).isEqualTo(FILE / 4096);
        assertThat(machine.sampler().summary().value(Metric.DONTNEED_DROPPED)).isEqualTo(512);
    }

    @Test
    void whatWasReadLastIsKeptUntilThereIsEnoughOfIt() {
        Machine machine = ran(giveUpEvery(FILE + 1, job("reader", 1, FILE)));

        assertThat(machine.counters().get(Counter.DONTNEED_CALLS)).isZero();
        assertThat(machine.cache().mappings().getLast().cachedPages()).isEqualTo(512);
    }

    @Test
    void aTaskThatBeginsAgainGivesUpWhatItHasReadFirst() {
        JobSpec twice = job("reader", 1, FILE).with(Rw.READ, new Pattern(0, false, 0, 2 * FILE));
        Machine machine = ran(giveUpEvery(FILE + 1, twice));

        assertThat(machine.counters().get(Counter.DONTNEED_CALLS)).isEqualTo(1);
        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isEqualTo(2 * FILE);
    }

    @Test
    void randomReadsFetchWhatTheyAskForAndNoMore() {
        JobSpec random = job("reader", 1, FILE).with(Rw.RANDREAD, Pattern.PLAIN);
        Machine machine = ran(random);

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(FILE);
        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isEqualTo(FILE);
        assertThat(machine.counters().get(Counter.DEVICE_READ_REQUESTS)).isGreaterThan(400);
    }

    @Test
    void callsThatMayNotWaitReadNothingFromTheDeviceAndTheJobGoesOn() {
        JobSpec impatient = job("impatient", 1, FILE).with(new Hints(Fadvise.NONE, 0, 100, true));
        Machine machine = ran(impatient);

        assertThat(machine.counters().get(Counter.NOWAIT_EAGAIN)).isEqualTo(FILE / 4096);
        assertThat(machine.counters().get(Counter.READ_CALLS)).isZero();
        assertThat(machine.counters().get(Counter.FAILED_CALLS)).isZero();
        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isZero();
        assertThat(machine.workload().failures()).isEmpty();
        assertThat(machine.workload().isOver()).isTrue();
        assertThat(machine.sampler().summary().value(Metric.NOWAIT_EAGAIN)).isEqualTo(FILE / 4096.0);
    }

    @Test
    void callsThatMayNotWaitReadWhatIsCached() {
        JobSpec impatient = job("impatient", 1, FILE)
                .with(new Hints(Fadvise.NONE, 0, 100, true))
                .with(new Start(0, true));
        Machine machine = ran(job("warmer", 1, FILE), impatient);

        assertThat(machine.counters().get(Counter.NOWAIT_EAGAIN)).isZero();
        assertThat(machine.counters().get(Counter.READ_CALLS)).isEqualTo(2 * FILE / 4096);
        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isEqualTo(FILE);
    }

    @Test
    void syncCallsAreMadeBetweenWritesAndAtTheEnd() {
        assertThat(syncCalls(Durability.NONE)).isZero();
        assertThat(syncCalls(new Durability(Sync.NONE, 128, 0, false))).isEqualTo(3);
        assertThat(syncCalls(new Durability(Sync.NONE, 128, 0, true))).isEqualTo(4);
        assertThat(syncCalls(new Durability(Sync.NONE, 0, 0, true))).isEqualTo(1);
    }

    /** 512 writes: those behind the 128th, 256th and 384th are followed by others, the last is not. */
    private static long syncCalls(Durability durability) {
        Machine machine = ran(Specs.writer(IoMode.CACHED, 4096, FILE, true, durability));
        assertThat(machine.counters().get(Counter.WRITE_CALLS)).isEqualTo(512);
        assertThat(machine.workload().isOver()).isTrue();
        return machine.counters().get(Counter.SYNC_CALLS);
    }

    private static JobSpec giveUpEvery(long bytes, JobSpec job) {
        return job.with(new Hints(Fadvise.NONE, bytes, 100, false));
    }

    private static JobSpec job(String name, int numjobs, long size) {
        return new JobSpec(name, Rw.READ, 4096, numjobs, Layout.SHARED, "data", size, FILE, IoMode.CACHED, null, false);
    }

    private static JobSpec timed(String name, long runtime) {
        return new JobSpec(name, Rw.READ, 4096, 1, Layout.SHARED, "data", FILE, FILE, IoMode.CACHED, runtime, true);
    }

    private static Machine ran(JobSpec... jobs) {
        Specs specs = Specs.small().duration(100 * MILLI);
        for (JobSpec job : jobs) {
            specs.job(job);
        }
        return CheckedMachine.ran(specs.spec(), FolioTable.MAX_SIBLINGS);
    }
}
