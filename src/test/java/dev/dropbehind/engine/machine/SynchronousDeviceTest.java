package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Trace;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.Specs;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A ramdisk ends each bio in the task that submits it, before the submission returns (kernel-model §5.3, §9.3). */
class SynchronousDeviceTest implements Trace {

    private static final long SECOND = 1_000_000_000;
    private static final long BYTES = 4 << 20;
    private static final Durability AT_END = new Durability(Durability.Sync.NONE, 0, 0, true);

    private final Set<String> droppers = new TreeSet<>();
    private final Set<String> enders = new TreeSet<>();
    private String actor = "";

    @ParameterizedTest
    @CsvSource({"EXT4, E1", "EXT4, E3", "XFS, E3", "BDEV, E3"})
    void whatADontcacheWriterOverwritesIsDroppedByItselfAndNothingIsDeferred(FileSystemSpec.Type type, Epoch epoch) {
        Machine machine = built(type, epoch, 1, IoMode.DONTCACHE, true);
        machine.runUntil(SECOND);

        assertThat(count(machine, Counter.DROPBEHIND_DROPPED)).isEqualTo(Pages.of(BYTES));
        assertThat(count(machine, Counter.DROPBEHIND_IN_ATOMIC)).isZero();
        assertThat(count(machine, Counter.BIOS_DEFERRED)).isZero();
        assertThat(count(machine, Counter.COMPLETION_WORKER_CPU_NANOS)).isZero();
        assertThat(count(machine, Counter.WRITE_BIOS_ENDED_IN_INTERRUPT)).isZero();
        assertThat(count(machine, Counter.NR_FILE_PAGES)).isZero();
        // From the release on that leaves it to the flusher, the flusher submits what the writer does not sync itself.
        String submitter = epoch == Epoch.E1 ? "writer.0" : "kworker/u-writeback";
        assertThat(droppers).contains(submitter).isSubsetOf("writer.0", "kworker/u-writeback");
        // The journal's own blocks are written, and so ended, by its thread.
        assertThat(enders).isSubsetOf("writer.0", "kworker/u-writeback", "jbd2");
    }

    @ParameterizedTest
    @CsvSource({"1", "4"})
    void noTaskHasMoreThanOneBioInFlight(int tasks) {
        Machine machine = built(FileSystemSpec.Type.EXT4, Epoch.E1, tasks, IoMode.DONTCACHE, false);
        long[] most = new long[1];
        machine.timeline()
                .afterEach(() -> most[0] = Math.max(most[0], machine.bios().inFlight()));
        machine.runUntil(SECOND);

        assertThat(count(machine, Counter.BIOS_ENDED)).isPositive();
        assertThat(most[0]).isLessThanOrEqualTo(tasks);
    }

    private Machine built(FileSystemSpec.Type type, Epoch epoch, int tasks, IoMode mode, boolean existing) {
        JobSpec job = new JobSpec(
                        "writer",
                        JobSpec.Rw.WRITE,
                        64 << 10,
                        tasks,
                        Layout.SEQUENTIAL,
                        "data",
                        BYTES / tasks,
                        BYTES,
                        mode,
                        null,
                        false)
                .with(AT_END)
                .withExisting(existing);
        return MachineBuilder.build(
                Specs.small()
                        .pages(8192, 0, 0)
                        .device(Specs.ramDisk())
                        .fileSystem(type)
                        .epoch(epoch)
                        .patch(Toggle.MM_RWF_DONTCACHE)
                        .duration(SECOND)
                        .job(job)
                        .spec(),
                this);
    }

    @Override
    public void acts(String who) {
        actor = who;
    }

    @Override
    public void note(Fact.Kind kind, int file, long first, long count) {
        if (kind == Fact.Kind.DROPPED) {
            droppers.add(actor);
        }
        if (kind == Fact.Kind.BIO_ENDED) {
            enders.add(actor);
        }
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
