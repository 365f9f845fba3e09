package dev.dropbehind.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioBatch;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.workload.JobFailure;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads on small machines whose invariants are checked after every event (kernel-model §2.1, §2.2). */
class ReadCallTest {

    private static final long FILE = 1 << 20;

    @Test
    void withoutThePatchDontcacheIsNotSupported() {
        Machine machine = ran(Specs.small().withoutDontcache().job(reader(IoMode.DONTCACHE, 4096, FILE)));

        assertThat(machine.workload().failures()).extracting(JobFailure::error).containsExactly(Errno.EOPNOTSUPP);
        assertThat(machine.counters().get(Counter.FAILED_CALLS)).isEqualTo(1);
        assertThat(machine.counters().get(Counter.READ_CALLS)).isZero();
        assertThat(machine.counters().get(Counter.BIOS_SUBMITTED)).isZero();
    }

    @Test
    void withoutThePatchAnOrdinaryReadIsServed() {
        Machine machine = ran(Specs.small().withoutDontcache().job(reader(IoMode.CACHED, 4096, FILE)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(FILE);
    }

    @Test
    void aReadFailsWhereNoPageCanBeHad() {
        Machine machine = ran(Specs.small().pages(512, 512, 0).job(reader(IoMode.CACHED, 4096, FILE)));

        assertThat(machine.workload().failures()).extracting(JobFailure::error).containsExactly(Errno.ENOMEM);
        assertThat(machine.counters().get(Counter.READ_BYTES)).isZero();
        assertThat(machine.workload().isOver()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(IoMode.class)
    void everyByteOfTheFileIsReadOnce(IoMode mode) {
        Machine machine = ran(Specs.small().job(reader(mode, 32 << 10, FILE)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(FILE);
        assertThat(machine.counters().get(Counter.READ_CALLS)).isEqualTo(32);
        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isEqualTo(FILE);
        assertThat(machine.workload().failures()).isEmpty();
    }

    @Test
    void aCallBeyondTheEndOfTheFileIsShortAndReadsWholePages() {
        long size = 10_000;
        Machine machine = ran(Specs.small().job(job(IoMode.CACHED, size, 1, Layout.SHARED, size, size)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(size);
        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isEqualTo(3 * 4096);
    }

    @Test
    void aFileOfOneByteIsReadByOneCall() {
        Machine machine = ran(Specs.small().job(job(IoMode.DONTCACHE, 1, 1, Layout.SHARED, 1, 1)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(1);
        assertThat(machine.counters().get(Counter.READ_CALLS)).isEqualTo(1);
        assertThat(cached(machine)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 511, 1000, 4095, 4097, 5000, 47_008})
    void unalignedCallsReadEachPageOfTheDeviceOnce(long blockSize) {
        long size = 200 * blockSize;
        Machine machine = ran(Specs.small()
                .pages(8192, 0, 0)
                .duration(60_000_000)
                .job(job(IoMode.CACHED, blockSize, 1, Layout.SHARED, size, size)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(size);
        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isEqualTo(Pages.bytes(Pages.holding(size)));
        assertThat(machine.counters().get(Counter.PGACTIVATE)).isZero();
    }

    /** Page 22 is cached when the window of pages 16 to 47 is built of folios of 4: its second folio finds no place. */
    @Test
    void whatAWindowFallsBackToIsARequestOfItsOwnThoughItContinuesTheLargeFoliosOnTheDevice() {
        long size = Pages.bytes(48);
        JobSpec one = job(IoMode.CACHED, 4096, 1, Layout.SHARED, 4096, size)
                .with(JobSpec.Rw.READ, new JobSpec.Pattern(0, false, Pages.bytes(22), null));
        Machine machine = ran(Specs.small()
                .fileSystem(FileSystemSpec.Type.XFS)
                .job(one)
                .job(reader(IoMode.CACHED, 32 << 10, size).with(new JobSpec.Start(0, true))));

        // Page 22; 0 to 15; 16 to 19, 20 and 21, 23 to 47.
        assertThat(machine.counters().get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(5);
        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isEqualTo(size);
        assertThat(machine.counters().get(Counter.BIO_MERGES)).isZero();
    }

    @Test
    void aDropOfAPageReadInPartMakesTheNextCallReadItAgain() {
        Machine machine = ran(Specs.small().job(job(IoMode.DONTCACHE, 1024, 1, Layout.SHARED, 4096, 4096)));

        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isEqualTo(4 * 4096);
    }

    @Test
    void aDontcacheReaderLeavesNothingBehind() {
        Machine machine = ran(Specs.small().job(reader(IoMode.DONTCACHE, 32 << 10, FILE)));

        assertThat(cached(machine)).isZero();
        assertThat(machine.counters().get(Counter.DROPBEHIND_DROPPED)).isEqualTo(256);
        assertThat(machine.counters().get(Counter.PGSCAN_KSWAPD)).isZero();
    }

    @Test
    void aDontcacheReadLeavesWhatWasCachedBefore() {
        Bench bench = bench(IoMode.DONTCACHE);
        bench.readIn(0, 256, false);

        bench.machine().runUntil(5_000_000);

        assertThat(bench.count(Counter.READ_BYTES)).isEqualTo(FILE);
        assertThat(bench.count(Counter.BIOS_SUBMITTED)).isZero();
        assertThat(bench.file().cachedPages()).isEqualTo(256);
        bench.check();
    }

    @Test
    void anOrdinaryReadDropsWhatADontcacheReadBroughtIn() {
        Bench bench = bench(IoMode.CACHED);
        bench.readIn(0, 256, true);

        bench.machine().runUntil(5_000_000);

        assertThat(bench.count(Counter.READ_BYTES)).isEqualTo(FILE);
        assertThat(bench.count(Counter.DROPBEHIND_DROPPED)).isEqualTo(256);
        assertThat(bench.file().cachedPages()).isZero();
        bench.check();
    }

    @Test
    void aBatchIsCopiedWhenTheReadItEndsAtIsOver() {
        Bench bench = bench(IoMode.CACHED);
        bench.readIn(0, 4, false);
        bench.beginRead(4, 252, false);

        bench.machine().runUntil(3_000_000);
        assertThat(bench.cache().folios().view(bench.file().folioAt(0)).users()).isEqualTo(1);
        assertThat(bench.cache().folios().hasAny(bench.file().folioAt(0), FolioFlags.REFERENCED))
                .isFalse();

        bench.endRead(4, 252);
        bench.machine().runUntil(6_000_000);
        assertThat(bench.count(Counter.READ_BYTES)).isEqualTo(FILE);
        bench.check();
    }

    @Test
    void onePageAtATimeIsReadWhereReadAheadIsOff() {
        Machine machine = ran(Specs.small().device(Specs.ufs(0, 32)).job(reader(IoMode.CACHED, 32 << 10, FILE / 4)));

        assertThat(machine.counters().get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(64);
        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(FILE / 4);
    }

    @Test
    void aReaderSleepsNoLongerThanTheDeviceTakes() {
        Machine machine = ran(Specs.small().job(job(IoMode.CACHED, 4096, 1, Layout.SHARED, 4096, 4096)));

        double micros = machine.sampler().summary().value(Metric.LATENCY_MAX);
        assertThat(micros).isBetween(55.0, 80.0);
    }

    @Test
    void aCallOnCachedPagesCostsItsStepsAndNothingElse() {
        Machine machine = ran(Specs.small()
                .costs(CostModel.priors().fitted(Cost.COPY, 0))
                .job(new JobSpec(
                        "again",
                        JobSpec.Rw.READ,
                        8192,
                        1,
                        Layout.SHARED,
                        "data",
                        8192,
                        8192,
                        IoMode.CACHED,
                        null,
                        true))
                .duration(3_000_000));

        CostModel costs = CostModel.priors();
        long call = costs.of(Cost.SYSCALL)
                + costs.of(Cost.VFS_READ)
                + costs.of(Cost.INDEX_LOOKUP)
                + 2 * (costs.of(Cost.INDEX_STEP) + costs.of(Cost.MARK_ACCESSED));
        assertThat(machine.sampler().summary().value(Metric.LATENCY_P50)).isBetween(call / 1000.0, call * 1.032 / 1000);
    }

    @Test
    void readersOfOneFileShareWhatTheyReadAhead() {
        Machine machine = ran(Specs.small()
                .cpus(4)
                .job(Specs.readers("many", IoMode.CACHED, 32 << 10, 4, Layout.INTERLEAVED, "data", FILE)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(FILE);
        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isEqualTo(FILE);
    }

    @Test
    void twoDontcacheReadersBothGetEverything() {
        Machine machine = ran(Specs.small()
                .cpus(4)
                .job(Specs.readers("pair", IoMode.DONTCACHE, 32 << 10, 2, Layout.SHARED, "data", FILE)));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(2 * FILE);
        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isBetween(FILE, 2 * FILE);
    }

    @Test
    void aCallThatHasCopiedSomethingIsShortInsteadOfFailing() {
        MemorySpec onePageFree = new MemorySpec(Pages.bytes(64), Pages.bytes(63), 0, 0L, 0);
        Bench bench = Bench.of(
                Specs.small()
                        .memory(onePageFree)
                        .job(reader(IoMode.CACHED, 16_384, 16_384))
                        .spec(),
                FolioTable.MAX_SIBLINGS);
        bench.readIn(0, 1, false);
        FolioBatch heldByAnother = bench.lookUp(0, 1);

        bench.machine().runUntil(5_000_000);

        assertThat(heldByAnother.folios()).isEqualTo(1);
        assertThat(bench.machine().workload().isOver()).isTrue();
        assertThat(bench.machine().workload().failures()).isEmpty();
        assertThat(bench.count(Counter.READ_BYTES)).isEqualTo(4096);
        bench.check();
    }

    @Test
    void aFileIsAsLongAsTheJobThatNeedsMostOfItSays() {
        JobSpec head = job(IoMode.CACHED, 4096, 1, Layout.SHARED, 8192, 8192);
        JobSpec whole = job(IoMode.CACHED, 4096, 1, Layout.SHARED, FILE, FILE);

        Machine machine = ran(Specs.small().job(head).job(whole));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(8192 + FILE);
    }

    private static Bench bench(IoMode mode) {
        return Bench.of(Specs.small().job(reader(mode, 32 << 10, FILE)).spec(), FolioTable.MAX_SIBLINGS);
    }

    private static long cached(Machine machine) {
        return machine.cache().mappings().getLast().cachedPages();
    }

    private static JobSpec reader(IoMode mode, long blockSize, long bytes) {
        return job(mode, blockSize, 1, Layout.SHARED, bytes, bytes);
    }

    private static JobSpec job(IoMode mode, long blockSize, int numjobs, Layout layout, long size, long fileSize) {
        return new JobSpec(
                "reader", JobSpec.Rw.READ, blockSize, numjobs, layout, "data", size, fileSize, mode, null, false);
    }

    private static Machine ran(Specs specs) {
        return CheckedMachine.ran(specs.spec(), FolioTable.MAX_SIBLINGS);
    }
}
