package dev.dropbehind.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

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

        assertThat(AccessPattern.of(job, 0).hasNext()).isTrue();
        assertThat(AccessPattern.of(job, 1).hasNext()).isFalse();
        assertThat(AccessPattern.of(job, 255).hasNext()).isFalse();
    }

    @Test
    void onlyWholeRecordsAreRead() {
        assertThat(offsets(job(1, Layout.SHARED, 11_999, false), 0)).containsExactly(0L, 4000L);
    }

    @Test
    void aTimeBasedTaskStartsAgain() {
        AccessPattern pattern = AccessPattern.of(job(1, Layout.SHARED, 8000, true), 0);
        List<Long> offsets = new ArrayList<>();
        for (int i = 0; i < 5 && pattern.hasNext(); i++) {
            offsets.add(pattern.next());
        }

        assertThat(offsets).containsExactly(0L, 4000L, 0L, 4000L, 0L);
    }

    private static List<Long> offsets(JobSpec job, int number) {
        AccessPattern pattern = AccessPattern.of(job, number);
        List<Long> offsets = new ArrayList<>();
        while (pattern.hasNext()) {
            offsets.add(pattern.next());
        }
        return offsets;
    }

    private static JobSpec job(int numjobs, Layout layout, long size, boolean timeBased) {
        long file = JobSpec.rangeBytes(layout, size, numjobs);
        return new JobSpec(
                "job", JobSpec.Rw.READ, 4000, numjobs, layout, "data", size, file, IoMode.CACHED, null, timeBased);
    }
}
