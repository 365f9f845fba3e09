package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.testing.Specs;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class RunCostTest {

    @Test
    void smallCallsCostByTheirNumber() {
        double large = wallSecondsOf(reader(1 << 20, 64 << 20, 10));
        double small = wallSecondsOf(reader(3, 64 << 20, 10));

        assertThat(large).isLessThan(0.01);
        assertThat(small).isBetween(2.0, 4.0);
    }

    @Test
    void eachTaskCallsAsOftenAsItsIoSizeSays() {
        JobSpec once = Specs.readers("many", IoMode.CACHED, 4096, 4, JobSpec.Layout.SHARED, "data", 1 << 30);
        JobSpec often = once.with(JobSpec.Rw.READ, new JobSpec.Pattern(0, false, 0, 5L << 30));
        JobSpec holes = once.with(JobSpec.Rw.READ, new JobSpec.Pattern(4096, false, 0, 512L << 20));

        double seconds = wallSecondsOf(spec(once));
        assertThat(seconds).isBetween((4 << 18) * 150e-9, (4 << 18) * 170e-9);
        assertThat(wallSecondsOf(spec(often))).isCloseTo(5 * seconds, Percentage.withPercentage(1));
        assertThat(wallSecondsOf(spec(holes))).isCloseTo(seconds / 2, Percentage.withPercentage(1));
    }

    @Test
    void smallRandomCallsHavePagesOfTheirOwn() {
        JobSpec small = Specs.reader(IoMode.CACHED, 512, 64 << 20);
        JobSpec random = small.with(JobSpec.Rw.RANDREAD, JobSpec.Pattern.PLAIN);

        assertThat(wallSecondsOf(spec(random))).isGreaterThan(1.3 * wallSecondsOf(spec(small)));
    }

    @Test
    void noMoreCallsAreCountedThanTheProcessorsHaveTimeFor() {
        double second = wallSecondsOf(reader(1, 1L << 40, 1));

        assertThat(second).isBetween(0.1, 2.0);
    }

    @Test
    void writesCostWhatReadsDo() {
        JobSpec reads = Specs.reader(IoMode.CACHED, 65_536, 64 << 20);
        JobSpec writes = reads.with(JobSpec.Rw.WRITE, JobSpec.Pattern.PLAIN);
        JobSpec both = reads.with(JobSpec.Rw.READWRITE, JobSpec.Pattern.PLAIN);

        double seconds = wallSecondsOf(spec(reads));
        assertThat(wallSecondsOf(spec(writes))).isCloseTo(seconds, Percentage.withPercentage(0.1));
        assertThat(wallSecondsOf(spec(both))).isCloseTo(seconds, Percentage.withPercentage(0.1));
    }

    @Test
    void noMoreIsWrittenThanTheWritersCanCopy() {
        JobSpec endless =
                Specs.loop("w", IoMode.CACHED, 1 << 20, "data", 1L << 30).with(JobSpec.Rw.WRITE, JobSpec.Pattern.PLAIN);

        // One task copies at 100 ps a byte: 200 GB in 20 seconds, 49 million pages of 40 ns.
        assertThat(wallSecondsOf(spec(endless))).isBetween(1.9, 30.0);
    }

    private static double wallSecondsOf(SimulationSpec spec) {
        return RunCost.of(List.of(RunVariant.of("a", "a", spec)))
                .estimatedWallSeconds()
                .doubleValue();
    }

    private static SimulationSpec spec(JobSpec job) {
        return Specs.small().job(job).duration(20_000_000_000L).spec();
    }

    private static SimulationSpec reader(int blockSize, long size, int seconds) {
        return Specs.small()
                .job(Specs.reader(IoMode.CACHED, blockSize, size))
                .duration(seconds * 1_000_000_000L)
                .spec();
    }
}
