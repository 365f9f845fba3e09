package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.testing.Specs;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What reads did on a real kernel, 6.18 (real-kernel.md): the same parameters give the same counts. Residency is exact,
 * factors are within 1 %, what reclaim or chance decides within 2 %.
 */
class RealKernelReadTest {

    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final int PAGES_PER_GIB = 262_144;
    private static final int CALL = 64 << 10;
    private static final long RAM = 24 * GIB;
    private static final long HOUR_NANOS = 3_600_000_000_000L;

    @ParameterizedTest
    @CsvSource({"EXT4, 1024", "EXT4, 4096", "XFS, 1024", "XFS, 4096", "XFS, 16384", "XFS, 65536"})
    void ext4AndXfsAcceptDontcacheWithAnyBlock(FileSystemSpec.Type type, int blockSize) {
        Machine machine = ran(specs(new FileSystemSpec(type, blockSize), virtio(128))
                .job(reader("reader", IoMode.DONTCACHE, CALL, 16 * MIB, 16 * MIB)));

        assertThat(machine.workload().failures()).isEmpty();
        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(16 * MIB);
        assertThat(count(machine, Counter.DROPBEHIND_DROPPED)).isGreaterThanOrEqualTo(Pages.of(16 * MIB));
        assertThat(cached(machine)).isZero();
    }

    @Test
    void aBlockDeviceRefusesDontcache() {
        Machine refused = ran(specs(FileSystemSpec.Type.BDEV, virtio(128))
                .job(reader("reader", IoMode.DONTCACHE, CALL, 16 * MIB, 16 * MIB)));
        Machine normal = ran(specs(FileSystemSpec.Type.BDEV, virtio(128))
                .job(reader("reader", IoMode.CACHED, CALL, 16 * MIB, 16 * MIB)));

        assertThat(refused.workload().failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.error()).isEqualTo(Errno.EOPNOTSUPP));
        assertThat(deviceReads(refused)).isZero();
        assertThat(normal.workload().failures()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"XFS, true", "EXT4, true", "XFS, false", "EXT4, false"})
    void aNormalReadStaysAndIsReadOnce(FileSystemSpec.Type type, boolean onLoop) {
        Machine machine = ran(
                specs(type, onLoop ? loop(2560) : virtio(2560)).job(reader("reader", IoMode.CACHED, CALL, GIB, GIB)));

        assertThat(cached(machine)).isEqualTo(PAGES_PER_GIB);
        assertThat(deviceReads(machine)).isBetween(GIB, GIB + (2560 << 10));
    }

    @ParameterizedTest
    @CsvSource({"XFS, true", "EXT4, true", "XFS, false", "EXT4, false"})
    void aDontcacheReadLeavesAWindowAtMostAndReadsMore(FileSystemSpec.Type type, boolean onLoop) {
        Machine machine = ran(specs(type, onLoop ? loop(2560) : virtio(2560))
                .job(reader("reader", IoMode.DONTCACHE, CALL, GIB, GIB)));

        assertThat(cached(machine)).isLessThanOrEqualTo(448);
        assertThat(deviceReads(machine) / (double) GIB).isCloseTo(1.42, within(0.0142));
    }

    @ParameterizedTest
    @CsvSource({
        "XFS, 4096, 2560, true, 1.619",
        "XFS, 32768, 2560, true, 1.453",
        "XFS, 1048576, 2560, true, 1.091",
        "EXT4, 4096, 2560, true, 1.619",
        "EXT4, 32768, 2560, true, 1.453",
        "EXT4, 1048576, 2560, true, 1.091",
        "EXT4, 32768, 8192, false, 1.453",
        "EXT4, 1048576, 8192, false, 1.111"
    })
    void aDontcacheReadReadsWhatItDroppedTooEarlyAgain(
            FileSystemSpec.Type type, int call, int readAheadKb, boolean onLoop, double factor) {
        Machine machine = ran(specs(type, onLoop ? loop(readAheadKb) : virtio(readAheadKb))
                .job(reader("reader", IoMode.DONTCACHE, call, 512 * MIB, GIB)));

        assertThat(deviceReads(machine) / (double) (512 * MIB)).isCloseTo(factor, within(factor / 100));
    }

    @Test
    void aGibByWindowsOf128KibIsReadAgainByASixth() {
        Machine machine = ran(
                specs(FileSystemSpec.Type.XFS, virtio(128)).job(reader("reader", IoMode.DONTCACHE, CALL, GIB, GIB)));

        assertThat(deviceReads(machine) / (double) MIB).isCloseTo(1194.6, within(0.1));
        assertThat(cached(machine)).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"EXT4", "XFS"})
    void aQuarterThatWasCachedStaysWithTheWindowBehindItAndNothingElse(FileSystemSpec.Type type) {
        Machine machine = ran(specs(type, virtio(128))
                .job(reader("quarter", IoMode.CACHED, CALL, GIB / 4, GIB))
                .job(reader("all", IoMode.DONTCACHE, CALL, GIB, GIB).with(afterTheOthers())));

        long stays = 65_536 + 32;
        assertThat(cached(machine)).isEqualTo(stays);
        assertThat((deviceReads(machine) - 4096 * stays) / (double) MIB).isCloseTo(895.9, within(0.1));
    }

    @ParameterizedTest
    @CsvSource({"100, 40000, 0", "50, 23130, 11550", "0, 14986, 14986"})
    void randomReadsComeFromTheDeviceUnlessANormalOneWasThereBefore(int percent, long reads, long left) {
        JobSpec random = reader("random", IoMode.DONTCACHE, 4096, 64 * MIB, 64 * MIB)
                .with(Rw.RANDREAD, new JobSpec.Pattern(0, true, 0, 40_000 * 4096L))
                .with(new JobSpec.Hints(JobSpec.Fadvise.RANDOM, 0, percent, false));
        Machine machine = ran(specs(FileSystemSpec.Type.XFS, virtio(128)).job(random));

        assertThat(count(machine, Counter.READ_CALLS)).isEqualTo(40_000);
        assertThat(count(machine, Counter.DEVICE_READ_REQUESTS)).isCloseTo(reads, chanceOf(percent));
        assertThat(deviceReads(machine)).isEqualTo(4096 * count(machine, Counter.DEVICE_READ_REQUESTS));
        assertThat(cached(machine)).isCloseTo(left, chanceOf(percent));
    }

    /**
     * 2784 pages of the limit were never page cache there: memory of the test program, and what the kernel charges to a
     * group besides. That figure is a parameter here, {@code reserved}.
     */
    @Test
    void aNormalReadUnderALimitScansAndStealsAllButWhatTheGroupHoldsAtTheEnd() {
        Machine machine = ran(specs(FileSystemSpec.Type.XFS, virtio(128))
                .cgroup(1, 244L << 8, null, 2784)
                .job(reader("reader", IoMode.CACHED, CALL, 4 * GIB, 4 * GIB)));

        assertThat(count(machine, Counter.PGSCAN_FILE)).isCloseTo(988_896, withinPercentage(2));
        assertThat(count(machine, Counter.PGSTEAL_FILE)).isEqualTo(count(machine, Counter.PGSCAN_FILE));
        assertThat(cached(machine)).isCloseTo(59_680, withinPercentage(2));
        assertThat(count(machine, Counter.PGSCAN_DIRECT)).isZero();
        assertThat(count(machine, Counter.PGSCAN_KSWAPD)).isZero();
    }

    @Test
    void aDontcacheReadUnderALimitScansNothing() {
        Machine machine = ran(specs(FileSystemSpec.Type.XFS, virtio(128))
                .cgroup(1, 244L << 8, null, 2784)
                .job(reader("reader", IoMode.DONTCACHE, CALL, 4 * GIB, 4 * GIB)));

        assertThat(count(machine, Counter.PGSCAN_FILE)).isZero();
        assertThat(cached(machine)).isZero();
    }

    /**
     * What was available there was in part free and in part cache of other files, which kswapd takes too: 1.8 million
     * pages stolen of 2,097,152 read mean that about 0.9 of 2.1 GB were cached. The split is a parameter here.
     */
    @ParameterizedTest
    @CsvSource({"0, 1_600_000", "900_000_000, 1_800_000"})
    void kswapdStealsWhatItScansAndAllThatWasNotFree(long cachedBytes, long stolen) {
        Machine normal = ran(shortOfMemory(IoMode.CACHED, cachedBytes));

        assertThat(count(normal, Counter.PGSTEAL_KSWAPD)).isCloseTo(stolen, withinPercentage(2));
        assertThat(count(normal, Counter.PGSCAN_KSWAPD)).isEqualTo(count(normal, Counter.PGSTEAL_KSWAPD));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 900_000_000})
    void kswapdSleepsWhileADontcacheReaderReads(long cachedBytes) {
        Machine dontcache = ran(shortOfMemory(IoMode.DONTCACHE, cachedBytes));

        assertThat(count(dontcache, Counter.PGSCAN_KSWAPD)).isZero();
        assertThat(count(dontcache, Counter.PGSCAN_FILE)).isZero();
        assertThat(cached(dontcache)).isEqualTo(cachedBytes >> Pages.SHIFT);
    }

    @Test
    void aFolioIsDroppedWholeAfterAReadOfAnyPartOfIt() {
        JobSpec twice = reader("twice", IoMode.DONTCACHE, 4096, 4096, 16 << 10)
                .with(Rw.READ, new JobSpec.Pattern(0, false, 4096, 8192L));
        Machine machine = ran(specs(new FileSystemSpec(FileSystemSpec.Type.XFS, 16_384), virtio(128))
                .job(twice));

        assertThat(count(machine, Counter.DROPBEHIND_DROPPED)).isEqualTo(8);
        assertThat(deviceReads(machine)).isEqualTo(2 * (16 << 10));
    }

    @ParameterizedTest
    @EnumSource(names = {"EXT4", "XFS", "BTRFS"})
    void aStridedDontcacheReaderLeavesWhatWasReadAheadForIt(FileSystemSpec.Type type) {
        Machine machine = ran(specs(type, virtio(128)).job(strided()));

        assertThat(deviceReads(machine)).isEqualTo(64 * MIB);
        assertThat(cached(machine)).isEqualTo(Pages.of(32 * MIB));
    }

    @ParameterizedTest
    @EnumSource(names = {"EXT4", "XFS", "BTRFS"})
    void aPlainReadDropsCleanPagesThatAreMarkedAndKeepsWhatItBringsItself(FileSystemSpec.Type type) {
        Machine machine = ran(specs(type, virtio(128))
                .job(strided())
                .job(reader("plain", IoMode.CACHED, CALL, 64 * MIB, 64 * MIB).with(afterTheOthers())));

        assertThat(count(machine, Counter.DROPBEHIND_DROPPED)).isEqualTo(Pages.of(64 * MIB));
        assertThat(deviceReads(machine)).isEqualTo(64 * MIB + 32 * MIB);
        assertThat(cached(machine)).isEqualTo(Pages.of(32 * MIB));
    }

    @ParameterizedTest
    @EnumSource(names = {"EXT4", "XFS"})
    void pagesThatWereCachedWithoutTheMarkStay(FileSystemSpec.Type type) {
        Machine machine = ran(specs(type, virtio(128))
                .job(reader("normal", IoMode.CACHED, CALL, 64 * MIB, 64 * MIB))
                .job(reader("dontcache", IoMode.DONTCACHE, CALL, 64 * MIB, 64 * MIB)
                        .with(afterTheOthers())));

        assertThat(cached(machine)).isEqualTo(Pages.of(64 * MIB));
        assertThat(deviceReads(machine)).isEqualTo(64 * MIB);
        assertThat(count(machine, Counter.DROPBEHIND_DROPPED)).isZero();
    }

    @Test
    void twoDontcacheReadersReadEachForItselfAndLeaveNothing() {
        Machine machine = ran(specs(FileSystemSpec.Type.XFS, virtio(128))
                .job(reader("one", IoMode.DONTCACHE, CALL, GIB, GIB))
                .job(reader("other", IoMode.DONTCACHE, CALL, GIB, GIB)));

        assertThat(deviceReads(machine) / (double) GIB).isCloseTo(2.3, within(0.05));
        assertThat(cached(machine)).isZero();
    }

    /**
     * Both read 1.4 to 1.7 times the file there, of which 75 to 95 % stayed. Here a pair keeps for the whole run to one
     * of two ways of going: side by side, 1.25 times and 75 %, or one behind the other, 2.17 times and all of it. What
     * was measured lies between them: there something made the pair change from one to the other, which this machine,
     * where nothing else runs, has not.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aNormalReaderBesideADontcacheReaderKeepsThreeQuartersOrAll(long seed) {
        Machine machine = ran(specs(FileSystemSpec.Type.XFS, virtio(128))
                .seed(seed)
                .job(reader("normal", IoMode.CACHED, CALL, GIB, GIB))
                .job(reader("dontcache", IoMode.DONTCACHE, CALL, GIB, GIB)));

        double kept = cached(machine) / (double) PAGES_PER_GIB;
        double read = deviceReads(machine) / (double) GIB;
        boolean sideBySide = kept < 0.95;
        assertThat(kept).isCloseTo(sideBySide ? 0.75 : 1.0, within(0.01));
        assertThat(read).isCloseTo(sideBySide ? 1.25 : 2.17, within(0.0217));
    }

    @ParameterizedTest
    @CsvSource({"EXT4, HOLE", "EXT4, UNWRITTEN", "XFS, HOLE", "XFS, UNWRITTEN"})
    void holesAndUnwrittenExtentsCauseNoReadsAndLeaveNothing(FileSystemSpec.Type type, FileSpec.State state) {
        Machine machine = ran(specs(type, virtio(128))
                .file(new FileSpec("data", 64 * MIB, List.of(new FileSpec.Extent(0, 64 * MIB, state)), 0))
                .job(reader("reader", IoMode.DONTCACHE, CALL, 64 * MIB, 64 * MIB)));

        assertThat(count(machine, Counter.READ_BYTES)).isEqualTo(64 * MIB);
        assertThat(deviceReads(machine)).isZero();
        assertThat(count(machine, Counter.BIOS_SUBMITTED)).isZero();
        assertThat(cached(machine)).isZero();
    }

    private static Specs shortOfMemory(IoMode mode, long cachedBytes) {
        return specs(FileSystemSpec.Type.XFS, virtio(128))
                .memory(new MemorySpec(
                        RAM, RAM - 2_100_000_000L, cachedBytes, null, MemorySpec.DEFAULT_WATERMARK_SCALE_FACTOR))
                .job(reader("reader", mode, CALL, 8 * GIB, 8 * GIB));
    }

    /** A task that reads every other page of 64 MiB. */
    private static JobSpec strided() {
        return reader("strided", IoMode.DONTCACHE, 4096, 64 * MIB, 64 * MIB)
                .with(Rw.READ, new JobSpec.Pattern(4096, false, 0, 32 * MIB));
    }

    private static JobSpec.Start afterTheOthers() {
        return new JobSpec.Start(0, true);
    }

    private static JobSpec reader(String name, IoMode mode, int call, long size, long fileSize) {
        return new JobSpec(name, Rw.READ, call, 1, JobSpec.Layout.SHARED, "data", size, fileSize, mode, null, false);
    }

    /** Calls that all come from the device are counted, not drawn. */
    private static Percentage chanceOf(int percent) {
        return withinPercentage(percent == 100 ? 0 : 2);
    }

    private static Specs specs(FileSystemSpec.Type type, DeviceSpec device) {
        return specs(new FileSystemSpec(type, 4096), device);
    }

    private static Specs specs(FileSystemSpec fileSystem, DeviceSpec device) {
        return Specs.small()
                .memory(new MemorySpec(RAM, GIB, 0, null, MemorySpec.DEFAULT_WATERMARK_SCALE_FACTOR))
                .device(device)
                .fileSystem(fileSystem)
                .duration(HOUR_NANOS);
    }

    private static DeviceSpec virtio(int readAheadKb) {
        return new DeviceSpec.Nvme(
                new QueueSpec(4096, readAheadKb, 1280, 64, Completion.HARDIRQ),
                new DeviceSpec.FlashTiming(4000 * MIB, 80_000, 20, 32));
    }

    private static DeviceSpec loop(int readAheadKb) {
        return new DeviceSpec.Loop(new QueueSpec(4096, readAheadKb, 1280, 128, Completion.SOFTIRQ), virtio(128));
    }

    private static Machine ran(Specs specs) {
        Machine machine = MachineBuilder.build(specs.spec(), FolioTable.MAX_SIBLINGS);
        machine.runUntil(HOUR_NANOS);
        return machine;
    }

    private static long cached(Machine machine) {
        return count(machine, Counter.NR_FILE_PAGES);
    }

    private static long deviceReads(Machine machine) {
        return count(machine, Counter.DEVICE_READ_BYTES);
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
