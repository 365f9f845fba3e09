package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.Specs;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The host gives a guest each page of its memory once, when it is first used (decisions.md 9, kernel-model §2.7). */
class FirstTouchTest {

    private static final long MEMORY = 65_536;
    private static final long TOUCH_NANOS = 100_000;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    @Test
    void aDontcacheReaderUsesAFewPagesAgainAndAgain() {
        Machine machine = ran(IoMode.DONTCACHE, MEMORY / 2, 0, TOUCH_NANOS);

        assertThat(touched(machine, MEMORY)).isLessThan(512);
        assertThat(paidFor(IoMode.DONTCACHE, MEMORY / 2, 0))
                .isCloseTo(touched(machine, MEMORY) * TOUCH_NANOS, Percentage.withPercentage(1));
    }

    @Test
    void aNormalReaderPaysForEachPage() {
        Machine machine = ran(IoMode.CACHED, MEMORY / 2, 0, TOUCH_NANOS);

        assertThat(touched(machine, MEMORY)).isBetween(MEMORY / 2, MEMORY / 2 + 512);
        assertThat(paidFor(IoMode.CACHED, MEMORY / 2, 0))
                .isCloseTo(touched(machine, MEMORY) * TOUCH_NANOS, Percentage.withPercentage(1));
    }

    @Test
    void onceMemoryWasAllUsedEveryPageIsWarm() {
        Machine machine = ran(IoMode.CACHED, 4 * MEMORY, 0, TOUCH_NANOS);

        assertThat(machine.counters().get(Counter.PGALLOC)).isEqualTo(4 * MEMORY);
        assertThat(machine.zone().untouchedPages())
                .isLessThanOrEqualTo(machine.zone().watermarks().low());
        assertThat(paidFor(IoMode.CACHED, 4 * MEMORY, 0))
                .isCloseTo(touched(machine, MEMORY) * TOUCH_NANOS, Percentage.withPercentage(1));
    }

    @Test
    void whatIsCachedAtTheStartWasUsedBefore() {
        long free = 4096;
        Machine machine = ran(IoMode.CACHED, MEMORY, MEMORY - free, TOUCH_NANOS);

        assertThat(touched(machine, free)).isLessThan(free);
        assertThat(paidFor(IoMode.CACHED, MEMORY, MEMORY - free))
                .isCloseTo(touched(machine, free) * TOUCH_NANOS, Percentage.withPercentage(1));
    }

    private static long touched(Machine machine, long freeAtTheStart) {
        return freeAtTheStart - machine.zone().untouchedPages();
    }

    /** By how much the same read costs more than on bare metal. */
    private static long paidFor(IoMode mode, long filePages, long cachedPages) {
        return cpuNanos(ran(mode, filePages, cachedPages, TOUCH_NANOS))
                - cpuNanos(ran(mode, filePages, cachedPages, 0));
    }

    private static long cpuNanos(Machine machine) {
        return machine.counters().get(Counter.APPLICATION_CPU_NANOS);
    }

    private static Machine ran(IoMode mode, long filePages, long cachedPages, long touchNanos) {
        Machine machine = MachineBuilder.build(
                Specs.small()
                        .costs(CostModel.priors().with(Cost.GUEST_FIRST_TOUCH, touchNanos))
                        .pages(MEMORY, 0, cachedPages)
                        .fileSystem(FileSystemSpec.Type.XFS)
                        .job(Specs.reader(mode, 65_536, Pages.bytes(filePages)))
                        .duration(MINUTE_NANOS)
                        .spec(),
                FolioTable.MAX_SIBLINGS);
        machine.runUntil(MINUTE_NANOS);
        assertThat(machine.workload().isOver()).isTrue();
        return machine;
    }
}
