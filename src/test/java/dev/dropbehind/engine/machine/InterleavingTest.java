package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.KernelSpec;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.ToggleSet;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What others see of folios that are being dirtied and cleaned (kernel-model §7.2, §7.3; §11.2 rows 35, 36). */
class InterleavingTest {

    private static final long MILLI = 1_000_000;
    private static final long MEASURED_MILLIS = 200;
    private static final long FILE_BYTES = 1 << 20;
    private static final long SEEDS = 40;

    /** Returns the seeds that the property {@code interleavings} names: from 1 to that. */
    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("interleavings", 300));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void invariantsHoldAfterEveryEventWithAndWithoutThePatchesAndSiblingsChangeNothing(long seed) {
        SimulationSpec patched = interleaved(RandomSpecs.of(seed), true);
        Machine checked = CheckedMachine.ran(patched, 1);

        assertThat(digest(patched, FolioTable.MAX_SIBLINGS))
                .isEqualTo(checked.sampler().digest());
        if (patched.durationNanos() == RandomSpecs.SETTLED_NANOS) {
            assertThat(count(checked, Counter.WB_DONTCACHE_DIRTY)).isZero();
        }
        CheckedMachine.ran(interleaved(RandomSpecs.of(seed), false), FolioTable.MAX_SIBLINGS);
    }

    /** Without the patches the same machine ends with another count for some seed; with them for none. */
    @Test
    void afterASyncOfUncachedAndCachedWritersAndStoresNothingIsCounted() {
        assertThat(leftOver(1, true)).isZero();
        assertThat(leftOver(2, true)).isZero();
        assertThat(firstSeed(seed -> leftOver(seed, false) != 0)).isPositive();
    }

    @Test
    void aLookUpThatCountsOutWhatWasNotCountedInIsFoundAndReplaysByItsSeed() {
        Specs specs = mappedAndWrittenUncached().without(Toggle.MM_DONTCACHE_UNCOUNT_IF_COUNTED);
        long seed = firstSeed(number -> drifts(specs.seed(number)).stream().anyMatch(step -> step < 0));

        assertThat(drifts(specs.seed(seed))).isEqualTo(drifts(specs.seed(seed)));
        assertThat(drifts(mappedAndWrittenUncached().seed(seed))).isEmpty();
    }

    @Test
    void aLookUpThatLeavesCountedInWhatWritebackNoLongerCountsOutIsFoundAndReplaysByItsSeed() {
        Specs specs = mappedAndWrittenUncached().without(Toggle.MM_DONTCACHE_UNCOUNT_IF_COUNTED);
        long seed = firstSeed(number -> drifts(specs.seed(number)).stream().anyMatch(step -> step > 0));

        assertThat(drifts(specs.seed(seed))).isEqualTo(drifts(specs.seed(seed)));
        assertThat(drifts(mappedAndWrittenUncached().seed(seed))).isEmpty();
    }

    @Test
    void whatIsCountedInByWhoMarksItAndAgainByWhoDirtiedItIsFoundAndReplaysByItsSeed() {
        Specs specs = storedToAndWrittenUncached().set(Toggle.MM_FOLIO_MARK_DROPBEHIND, "dirtyFlag");
        long seed = firstSeed(number -> drifts(specs.seed(number)).stream().anyMatch(step -> step > 0));

        assertThat(drifts(specs.seed(seed))).isEqualTo(drifts(specs.seed(seed)));
        assertThat(drifts(storedToAndWrittenUncached().seed(seed))).isEmpty();
    }

    /** Returns by how much the count was wrong, each time that this changed, looked at each millisecond. */
    private static List<Long> drifts(Specs specs) {
        Machine machine = MachineBuilder.build(specs.spec());
        List<Long> steps = new ArrayList<>();
        long last = 0;
        for (long millis = 1; millis <= MEASURED_MILLIS; millis++) {
            machine.runUntil(millis * MILLI);
            long drift = count(machine, Counter.WB_DONTCACHE_DIRTY) - toBeCounted(machine);
            if (drift != last) {
                steps.add(drift - last);
                last = drift;
            }
        }
        return steps;
    }

    private static long toBeCounted(Machine machine) {
        FolioTable folios = machine.cache().folios();
        long[] pages = new long[1];
        folios.forEach(folio -> {
            boolean counts = folios.hasAny(folio, FolioFlags.DIRTY_TAG) && folios.hasAny(folio, FolioFlags.DROPBEHIND);
            pages[0] += counts ? folios.pages(folio) : 0;
        });
        return pages[0];
    }

    /** Returns what is counted once all has been synced, of writers of every kind on one file. */
    private static long leftOver(long seed, boolean patched) {
        Specs specs = machine()
                .job(job("uncached", JobSpec.Rw.RANDWRITE, IoMode.DONTCACHE, 6000, 128 << 10))
                .job(job("cached", JobSpec.Rw.RANDWRITE, IoMode.CACHED, 5000, 128 << 10))
                .job(job("stores", JobSpec.Rw.RANDWRITE, IoMode.MMAP, 4096, 128 << 10))
                .action(new ActionSpec.Sync(150 * MILLI))
                .seed(seed);
        if (!patched) {
            specs.without(Toggle.MM_DONTCACHE_UNCOUNT_IF_COUNTED).set(Toggle.MM_FOLIO_MARK_DROPBEHIND, "dirtyFlag");
        }
        Machine machine = MachineBuilder.build(specs.spec());
        machine.runUntil(MEASURED_MILLIS * MILLI);
        assertThat(count(machine, Counter.NR_FILE_DIRTY) + count(machine, Counter.NR_WRITEBACK))
                .isZero();
        return count(machine, Counter.WB_DONTCACHE_DIRTY);
    }

    private static long firstSeed(LongPredicate shows) {
        return LongStream.rangeClosed(1, SEEDS).filter(shows).findFirst().orElseThrow();
    }

    /** Faults on pages that uncached writers have just made or mark, on a device on which they soon come and go. */
    private static Specs mappedAndWrittenUncached() {
        Durability dsync = new Durability(Durability.Sync.DSYNC, 0, 0, false);
        return machine()
                .cpus(16)
                .device(new DeviceSpec.Nvme(
                        new QueueSpec(4096, 128, 1280, 64, Completion.HARDIRQ),
                        new DeviceSpec.FlashTiming(4L << 30, 4_000, 4L << 30, 4_000, 0, 0, 16)))
                .job(job("whole", JobSpec.Rw.RANDWRITE, IoMode.DONTCACHE, 2, 4096, 64 << 10, dsync))
                .job(job("part", JobSpec.Rw.RANDWRITE, IoMode.DONTCACHE, 2, 2048, 64 << 10, dsync))
                .job(job("loads", JobSpec.Rw.RANDREAD, IoMode.MMAP, 8, 4096, 64 << 10, Durability.NONE));
    }

    private static Specs storedToAndWrittenUncached() {
        return machine()
                .job(job("stores", JobSpec.Rw.RANDWRITE, IoMode.MMAP, 4096, 128 << 10))
                .job(job("uncached", JobSpec.Rw.RANDWRITE, IoMode.DONTCACHE, 6000, 128 << 10));
    }

    private static Specs machine() {
        return Specs.small()
                .cpus(4)
                .pages(512, 0, 0)
                .fileSystem(FileSystemSpec.Type.XFS)
                .device(Specs.nvme(1280, 64))
                .epoch(Epoch.E4)
                .interleaving()
                .duration(MEASURED_MILLIS * MILLI);
    }

    /** Two tasks that use a range of the file at random for half of the run. */
    private static JobSpec job(String name, JobSpec.Rw rw, IoMode mode, long record, long range) {
        return job(name, rw, mode, 2, record, range, Durability.NONE);
    }

    private static JobSpec job(
            String name, JobSpec.Rw rw, IoMode mode, int tasks, long record, long range, Durability durability) {
        return new JobSpec(
                name,
                rw,
                record,
                tasks,
                JobSpec.Layout.SHARED,
                "data",
                range,
                FILE_BYTES,
                mode,
                MEASURED_MILLIS / 2 * MILLI,
                true,
                new JobSpec.Pattern(0, true, 0, Long.MAX_VALUE),
                JobSpec.Start.AT_ONCE,
                JobSpec.Hints.NONE,
                durability,
                true);
    }

    private static SimulationSpec interleaved(SimulationSpec spec, boolean patched) {
        KernelSpec kernel = spec.kernel();
        ToggleSet toggles = kernel.toggles()
                .with(Toggle.MM_DONTCACHE_UNCOUNT_IF_COUNTED, patched)
                .with(Toggle.MM_FOLIO_MARK_DROPBEHIND, patched ? "dirtyTag" : "dirtyFlag");
        return new SimulationSpec(
                spec.machine(),
                spec.memory(),
                spec.device(),
                spec.fileSystem(),
                new KernelSpec(kernel.epoch(), toggles, kernel.debugAtomicSleep(), true),
                spec.jobs(),
                spec.files(),
                spec.actions(),
                spec.durationNanos(),
                spec.seed());
    }

    private static String digest(SimulationSpec spec, int siblings) {
        Machine machine = MachineBuilder.build(spec, siblings);
        machine.runUntil(spec.durationNanos());
        machine.sampler().take(spec.durationNanos());
        return machine.sampler().digest();
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
