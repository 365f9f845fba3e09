package dev.dropbehind.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Pattern;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.time.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which record a task reads next (decisions.md 23). */
class AccessPatternTest {

    @Test
    void sequentialTasksHaveRegionsOfTheirOwn() {
        assertThat(offsets(job(2, Layout.SEQUENTIAL, 12_000, false), 0)).containsExactly(0L, 4000L, 8000L);
        assertThat(offsets(job(2, Layout.SEQUENTIAL, 12_000, false), 1)).containsExactly(12_000L, 16_000L, 20_000L);
    }

    @Test
    void interleavedTasksTakeTurnsAtTheRecords() {
        JobSpec job = job(3, Layout.INTERLEAVED, 28_000, false);

        assertThat(offsets(job, 0)).containsExactly(0L, 12_000L, 24_000L);
        assertThat(offsets(job, 1)).containsExactly(4000L, 16_000L);
        assertThat(offsets(job, 2)).containsExactly(8000L, 20_000L);
    }

    @Test
    void tasksThatShareReadTheSame() {
        JobSpec job = job(2, Layout.SHARED, 8000, false);

        assertThat(offsets(job, 0)).containsExactly(0L, 4000L);
        assertThat(offsets(job, 1)).containsExactly(0L, 4000L);
    }

    @Test
    void aTaskWithoutARecordHasNothingToDo() {
        JobSpec job = job(256, Layout.INTERLEAVED, 4000, true);

        assertThat(pattern(job, 0).hasNext()).isTrue();
        assertThat(pattern(job, 1).hasNext()).isFalse();
        assertThat(pattern(job, 255).hasNext()).isFalse();
    }

    @Test
    void onlyWholeRecordsAreRead() {
        assertThat(offsets(job(1, Layout.SHARED, 11_999, false), 0)).containsExactly(0L, 4000L);
    }

    @Test
    void aTimeBasedTaskStartsAgain() {
        AccessPattern pattern = pattern(job(1, Layout.SHARED, 8000, true), 0);
        List<Long> offsets = new ArrayList<>();
        for (int i = 0; i < 5 && pattern.hasNext(); i++) {
            offsets.add(pattern.next());
        }

        assertThat(offsets).containsExactly(0L, 4000L, 0L, 4000L, 0L);
    }

    @Test
    void theOffsetMovesTheRangeOfAllTasks() {
        Pattern moved = new Pattern(0, false, 100_000, null);

        assertThat(offsets(job(2, Layout.SEQUENTIAL, 8000, moved), 0)).containsExactly(100_000L, 104_000L);
        assertThat(offsets(job(2, Layout.SEQUENTIAL, 8000, moved), 1)).containsExactly(108_000L, 112_000L);
        assertThat(offsets(job(2, Layout.INTERLEAVED, 16_000, moved), 1)).containsExactly(104_000L, 112_000L);
        assertThat(offsets(job(2, Layout.SHARED, 8000, moved), 1)).containsExactly(100_000L, 104_000L);
    }

    @Test
    void behindItsLastRecordATaskBeginsAgainUntilItHasReadEnough() {
        Pattern more = new Pattern(0, false, 0, 20_000L);

        assertThat(offsets(job(2, Layout.SEQUENTIAL, 12_000, more), 1))
                .containsExactly(12_000L, 16_000L, 20_000L, 12_000L, 16_000L);
        assertThat(offsets(job(2, Layout.INTERLEAVED, 16_000, more), 1))
                .containsExactly(4000L, 12_000L, 4000L, 12_000L, 4000L);
        assertThat(offsets(job(2, Layout.SHARED, 8000, new Pattern(0, false, 0, 4000L)), 1))
                .containsExactly(0L);
    }

    @Test
    void holesAreSkippedAfterEachRead() {
        Pattern once = new Pattern(6000, false, 0, 8000L);

        assertThat(offsets(job(1, Layout.SHARED, 20_000, once), 0)).containsExactly(0L, 10_000L);
        assertThat(offsets(job(2, Layout.SEQUENTIAL, 20_000, once), 1)).containsExactly(20_000L, 30_000L);
        assertThat(offsets(job(2, Layout.INTERLEAVED, 40_000, once), 0)).containsExactly(0L, 20_000L);
        assertThat(offsets(job(2, Layout.INTERLEAVED, 40_000, once), 1)).containsExactly(10_000L, 30_000L);
    }

    @Test
    void withHolesAsMuchIsReadAsWithout() {
        Pattern holes = new Pattern(6000, false, 0, null);

        assertThat(offsets(job(1, Layout.SHARED, 20_000, holes), 0)).containsExactly(0L, 10_000L, 0L, 10_000L, 0L);
    }

    @ParameterizedTest
    @EnumSource
    void randomTasksReadEachRecordOfTheirShareOnce(Layout layout) {
        JobSpec sequential = job(3, layout, 4_000_000, new Pattern(0, false, 8000, null));
        JobSpec random = sequential.with(Rw.RANDREAD, sequential.pattern());

        for (int number = 0; number < 3; number++) {
            assertThat(offsets(random, number))
                    .containsExactlyInAnyOrderElementsOf(offsets(sequential, number))
                    .isNotEqualTo(offsets(sequential, number))
                    .isEqualTo(offsets(random, number));
        }
        if (layout == Layout.SHARED) {
            assertThat(offsets(random, 0)).isNotEqualTo(offsets(random, 1));
        }
    }

    @Test
    void randomTasksBeginAgainInAnotherOrder() {
        JobSpec job = job(1, Layout.SHARED, 400_000, new Pattern(0, false, 0, 800_000L))
                .with(Rw.RANDREAD, new Pattern(0, false, 0, 800_000L));
        List<Long> offsets = offsets(job, 0);

        assertThat(offsets).hasSize(200);
        assertThat(offsets.subList(100, 200))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(offsets.subList(0, 100))
                .isNotEqualTo(offsets.subList(0, 100));
    }

    @Test
    void withoutTheRandomMapRecordsAreReadAgainBeforeAllHaveBeenRead() {
        JobSpec job = job(1, Layout.SHARED, 4_000_000, Pattern.PLAIN).with(Rw.RANDREAD, new Pattern(0, true, 0, null));

        // Of a thousand uniform draws from a thousand, 1 - 1/e are different: 632, give or take 10.
        assertThat(new HashSet<>(offsets(job, 0))).hasSizeBetween(580, 684);
        assertThat(offsets(job, 0)).allMatch(offset -> offset >= 0 && offset <= 3_996_000 && offset % 4000 == 0);
    }

    @ParameterizedTest
    @EnumSource(names = {"WRITE", "RANDWRITE"})
    void whoOnlyWritesWritesWhereAReaderWouldRead(Rw rw) {
        Rw likeRead = rw.isRandom() ? Rw.RANDREAD : Rw.READ;
        JobSpec writer = job(2, Layout.INTERLEAVED, 400_000, new Pattern(4000, false, 0, null, 100));

        assertThat(offsets(writer.with(rw, writer.pattern()), 1))
                .isEqualTo(offsets(writer.with(likeRead, writer.pattern()), 1));
        assertThat(writes(writer.with(rw, writer.pattern()))).isEqualTo(50);
        assertThat(writes(writer.with(likeRead, writer.pattern()))).isZero();
    }

    @Test
    void mixedCallsReadAsOftenAsTheMixSays() {
        assertThat(writes(mixed(Rw.READWRITE, 0))).isEqualTo(1000);
        assertThat(writes(mixed(Rw.READWRITE, 100))).isZero();
        // A thousand tosses of 30 in a hundred for a write: 300, give or take 14.5.
        assertThat(writes(mixed(Rw.READWRITE, 70))).isBetween(240L, 360L);
        assertThat(writes(mixed(Rw.RANDRW, 70))).isBetween(240L, 360L);
    }

    @Test
    void readsAndWritesOfASequentialMixEachGoOnWhereTheirLastCallEnded() {
        AccessPattern pattern = pattern(mixed(Rw.READWRITE, 50), 0);
        long[] expected = new long[2];
        while (pattern.hasNext()) {
            long offset = pattern.next();
            int kind = pattern.isWrite() ? 1 : 0;
            assertThat(offset).isEqualTo(expected[kind]);
            expected[kind] += 4000;
        }

        assertThat(expected[0] + expected[1]).isEqualTo(4_000_000);
        assertThat(expected[0]).isPositive();
        assertThat(expected[1]).isPositive();
    }

    @Test
    void inARandomMixEachRecordIsEitherReadOrWritten() {
        assertThat(offsets(mixed(Rw.RANDRW, 50), 0)).hasSize(1000).doesNotHaveDuplicates();
    }

    @Test
    void theMixChangesNoOrder() {
        JobSpec readsOnly = mixed(Rw.RANDREAD, 50);

        assertThat(offsets(mixed(Rw.RANDRW, 20), 0)).isEqualTo(offsets(readsOnly, 0));
    }

    private static JobSpec mixed(Rw rw, int rwmixread) {
        return job(1, Layout.SHARED, 4_000_000, Pattern.PLAIN).with(rw, new Pattern(0, false, 0, null, rwmixread));
    }

    private static long writes(JobSpec job) {
        AccessPattern pattern = pattern(job, 0);
        long writes = 0;
        while (pattern.hasNext()) {
            pattern.next();
            writes += pattern.isWrite() ? 1 : 0;
        }
        return writes;
    }

    private static AccessPattern pattern(JobSpec job, int number) {
        return AccessPattern.of(job, number, new Seeds(1));
    }

    private static List<Long> offsets(JobSpec job, int number) {
        AccessPattern pattern = pattern(job, number);
        List<Long> offsets = new ArrayList<>();
        while (pattern.hasNext()) {
            offsets.add(pattern.next());
        }
        return offsets;
    }

    private static JobSpec job(int numjobs, Layout layout, long size, Pattern pattern) {
        long file = pattern.offsetBytes() + JobSpec.rangeBytes(layout, size, numjobs);
        return new JobSpec("job", Rw.READ, 4000, numjobs, layout, "data", size, file, IoMode.CACHED, null, false)
                .with(Rw.READ, pattern);
    }

    private static JobSpec job(int numjobs, Layout layout, long size, boolean timeBased) {
        long file = JobSpec.rangeBytes(layout, size, numjobs);
        return new JobSpec("job", Rw.READ, 4000, numjobs, layout, "data", size, file, IoMode.CACHED, null, timeBased);
    }
}
