package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What reads did on a real kernel, 6.18 (real-kernel.md): the same parameters give the same counts. */
class RealKernelReadTest {

    private static final long MIB = 1L << 20;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    /** Device bytes for each byte asked for, the first 512 MiB of a longer file. */
    @ParameterizedTest
    @CsvSource({
        "XFS, 4096, 2560, 1.619",
        "XFS, 32768, 2560, 1.453",
        "XFS, 1048576, 2560, 1.091",
        "EXT4, 4096, 2560, 1.619",
        "EXT4, 32768, 2560, 1.453",
        "EXT4, 1048576, 2560, 1.091",
        "EXT4, 32768, 8192, 1.453",
        "EXT4, 1048576, 8192, 1.111",
        "XFS, 65536, 2560, 1.42",
        "XFS, 65536, 128, 1.167"
    })
    void aDontcacheReadReadsWhatItDroppedTooEarlyAgain(
            FileSystemSpec.Type fileSystem, int call, int readAheadKb, double factor) {
        long asked = 512 * MIB;
        JobSpec reader = new JobSpec(
                "reader",
                JobSpec.Rw.READ,
                call,
                1,
                JobSpec.Layout.SHARED,
                "data",
                asked,
                2 * asked,
                IoMode.DONTCACHE,
                null,
                false);

        Machine machine = ran(fileSystem, readAheadKb, reader);

        double read = machine.counters().get(Counter.DEVICE_READ_BYTES);
        assertThat(read / asked).isCloseTo(factor, within(factor / 100));
    }

    private static Machine ran(FileSystemSpec.Type fileSystem, int readAheadKb, JobSpec... jobs) {
        Specs specs = Specs.small()
                .memory(new MemorySpec(24L << 30, 1L << 30, 0, null, MemorySpec.DEFAULT_WATERMARK_SCALE_FACTOR))
                .device(new DeviceSpec.Nvme(
                        new QueueSpec(4096, readAheadKb, 1280, 64, Completion.HARDIRQ),
                        new DeviceSpec.FlashTiming(4000 * MIB, 80_000, 20, 32)))
                .fileSystem(fileSystem)
                .duration(MINUTE_NANOS);
        for (JobSpec job : jobs) {
            specs.job(job);
        }
        Machine machine = MachineBuilder.build(specs.spec(), FolioTable.MAX_SIBLINGS);
        machine.runUntil(MINUTE_NANOS);
        return machine;
    }
}
