package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.cache.Dropbehind;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.call.CallCount;
import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.call.OpenFile;
import dev.dropbehind.engine.call.ReadCall;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Trace;
import dev.dropbehind.engine.memory.TaskMemory;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.KernelSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.ToggleSet;
import dev.dropbehind.testing.Specs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file on a file system, and a task that makes any reads of it, also those that no job may ask for. */
final class FileSystemKit implements TaskBody, Trace {

    static final List<Toggle> ALL_ACCEPT =
            List.of(Toggle.MM_RWF_DONTCACHE, Toggle.F2FS_FOP_DONTCACHE, Toggle.BDEV_FOP_DONTCACHE);

    /** Bytes that each call has returned, in their order. */
    final List<Long> copied = new ArrayList<>();

    /** Why calls have failed. */
    final List<Errno> errors = new ArrayList<>();

    /** The bios that were submitted. */
    final List<Bio> bios = new ArrayList<>();

    private final List<Read> reads = new ArrayList<>();
    private final SimulationSpec spec;
    private final Machine machine;
    private final Bill bill;
    private final Task task = new Task("kit", Counter.APPLICATION_CPU_NANOS, this);
    private final ReadCall call;
    private boolean isReading;

    /** Pages of the file that a bio reads. */
    record Bio(long first, long pages) {}

    private record Read(long from, long length, IoMode mode, boolean nowait) {}

    FileSystemKit(FileSystemSpec fileSystem, FileSpec file) {
        this(fileSystem, file, ALL_ACCEPT);
    }

    FileSystemKit(FileSystemSpec fileSystem, FileSpec file, List<Toggle> toggles) {
        SimulationSpec made = Specs.small()
                .fileSystem(fileSystem)
                .pages(4096, 0, 0)
                .file(file)
                .job(idle(file))
                .spec();
        spec = new SimulationSpec(
                made.machine(),
                made.memory(),
                made.device(),
                fileSystem,
                new KernelSpec(Epoch.E1, ToggleSet.of(toggles)),
                made.jobs(),
                made.files(),
                made.durationNanos(),
                made.seed());
        machine = MachineBuilder.build(spec, this);
        bill = new Bill(machine.till());
        machine.timeline().afterEach(new Invariants(machine, spec.seed())::checkAll);
        call = call();
    }

    private static JobSpec idle(FileSpec file) {
        return new JobSpec(
                "idle",
                JobSpec.Rw.READ,
                1,
                1,
                JobSpec.Layout.SHARED,
                file.name(),
                1,
                file.sizeBytes(),
                IoMode.CACHED,
                0L,
                false);
    }

    private ReadCall call() {
        Dropbehind dropbehind = new Dropbehind(machine.cache(), machine.counters(), machine.till(), false, null);
        OpenFile open = new OpenFile(machine.files().getFirst(), spec.device().queue(), JobSpec.Fadvise.NONE);
        TaskMemory memory = new TaskMemory(
                task,
                bill,
                machine.allocator(),
                machine.cgroup(),
                machine.cpus(),
                machine.timeline(),
                machine.counters());
        return new ReadCall(
                machine.cache(),
                memory,
                dropbehind,
                machine.fileSystem(),
                machine.cpus(),
                machine.counters(),
                CallCount.in(machine.counters()),
                open,
                task,
                bill);
    }

    /** Adds a call. */
    FileSystemKit read(long from, long length, IoMode mode) {
        reads.add(new Read(from, length, mode, false));
        return this;
    }

    /** Adds a call that may not wait. */
    FileSystemKit readNowait(long from, long length) {
        reads.add(new Read(from, length, IoMode.CACHED, true));
        return this;
    }

    /** Adds calls of a length from the beginning of the file to its end, the last one beyond it where that fits. */
    FileSystemKit readAll(long length, IoMode mode) {
        for (long from = 0; from < machine.files().getFirst().sizeBytes(); from += length) {
            read(from, length, mode);
        }
        return this;
    }

    /** Makes all calls, one after the other. */
    FileSystemKit run() {
        machine.cpus().start(task);
        machine.runUntil(spec.durationNanos());
        if (!reads.isEmpty() || isReading) {
            throw new IllegalStateException(reads.size() + " calls were not made");
        }
        return this;
    }

    /** Takes pages back from the cache. */
    void reclaim(int pages) {
        machine.cache().drainAllBatches();
        machine.reclaim().ofMachine(task, bill).reclaim(pages);
        new Invariants(machine, spec.seed()).checkAll();
    }

    /** Returns the bytes that all calls have returned together. */
    long copiedBytes() {
        return copied.stream().mapToLong(Long::longValue).sum();
    }

    /** Returns a counter. */
    long count(Counter counter) {
        return machine.counters().get(counter);
    }

    /** Returns the machine. */
    Machine machine() {
        return machine;
    }

    /** Returns the cached pages of the file. */
    Mapping mapping() {
        return machine.files().getFirst().mapping();
    }

    @Override
    public long turn() {
        if (!isReading && reads.isEmpty()) {
            return EXITED;
        }
        if (!isReading) {
            Read read = reads.removeFirst();
            call.begin(read.from(), read.length(), read.mode(), read.nowait());
            isReading = true;
        }
        return switch (call.advance()) {
            case PARKED -> ASLEEP;
            case RETURNED -> end();
            case PAY, ON -> bill.settle();
        };
    }

    private long end() {
        isReading = false;
        copied.add(call.copiedBytes());
        @Nullable Errno error = call.error();
        if (error != null) {
            errors.add(error);
        }
        return 0;
    }

    @Override
    public void acts(String actor) {
        // Who did it does not matter here.
    }

    @Override
    public void note(Fact.Kind kind, int file, long first, long count) {
        if (kind == Fact.Kind.BIO_SUBMITTED) {
            bios.add(new Bio(first, count));
        }
    }
}
