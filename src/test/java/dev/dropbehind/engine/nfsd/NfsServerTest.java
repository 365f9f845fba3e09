package dev.dropbehind.engine.nfsd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.machine.MachineBuilder;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Trace;
import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.NfsdSpec;
import dev.dropbehind.engine.spec.NfsdSpec.IoCache;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a server does for its clients, on small machines whose invariants hold after every event. */
class NfsServerTest {

    private static final long SECOND = 1_000_000_000;
    private static final long RECORD = 47_008;
    private static final long RECORDS = 80;
    private static final int WRITERS = 8;
    private static final int BLOCK = 16_384;

    @ParameterizedTest
    @EnumSource
    void whatIsReadIsWhatTheFileHolds(IoCache cache) {
        Machine machine = ran(served(cache).job(Specs.reader(IoMode.CACHED, RECORD, RECORD * RECORDS)));

        assertThat(machine.counters().get(Counter.READ_CALLS)).isEqualTo(RECORDS);
        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(RECORD * RECORDS);
        assertThat(machine.cache().contents().dataVerified()).isTrue();
    }

    @Test
    void readsPastThePageCacheAreOfWholeBlocksAndLeaveNothingThere() {
        Machine machine = ran(served(IoCache.DIRECT).job(Specs.reader(IoMode.DIRECT, 10_000, 40_000)));

        // 0 to 3 blocks, 2 to 5, 4 to 8, 7 to 10.
        assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isEqualTo(Pages.bytes(3 + 3 + 4 + 3));
        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(40_000);
        assertThat(cachedPages(machine)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"BUFFERED, true", "DONTCACHE, false", "DIRECT, false"})
    void theModeSaysWhetherWhatIsWrittenStaysCached(IoCache cache, boolean stays) {
        Machine machine = ran(served(cache).job(writers(65_536, Durability.NONE)));

        assertThat(cachedPages(machine) > 0).isEqualTo(stays);
        assertThat(machine.counters().get(Counter.WRITE_CALLS)).isEqualTo(RECORDS);
        assertThat(machine.counters().get(Counter.WRITTEN_BYTES)).isEqualTo(RECORDS * 65_536);
    }

    @ParameterizedTest
    @EnumSource
    void misalignedWritesOfManyClientsAreReadBackByteForByte(IoCache cache) {
        Machine machine = ran(served(cache)
                .job(writers(RECORD, Durability.NONE))
                .job(Specs.reader(IoMode.CACHED, RECORD / 8, RECORD * RECORDS)
                        .withExisting(false)
                        .with(new JobSpec.Start(0, true))));

        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(RECORD * RECORDS);
        assertThat(machine.workload().failures()).isEmpty();
        assertThat(machine.cache().contents().dataVerified()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aStableWriteIsOnTheDeviceWhenItIsAnswered(IoCache cache) {
        Durability dsync = new Durability(Durability.Sync.DSYNC, 0, 0, false);
        Machine machine = ran(served(cache).job(writers(RECORD, dsync)));

        assertThat(machine.counters().get(Counter.WRITE_CALLS)).isEqualTo(RECORDS);
        assertThat(machine.counters().get(Counter.NR_FILE_DIRTY)).isZero();
        machine.cache().contents().verifyDevice();
        assertThat(machine.cache().contents().dataVerified()).isTrue();
    }

    @Test
    void aSyncOfAClientIsACommitOfWhatIsUnstable() {
        Durability fsync = new Durability(Durability.Sync.NONE, 10, 0, true);
        Machine machine = ran(served(IoCache.BUFFERED).job(writers(RECORD, fsync)));

        assertThat(machine.counters().get(Counter.SYNC_CALLS)).isEqualTo(RECORDS / 10);
        assertThat(machine.counters().get(Counter.NR_FILE_DIRTY)).isZero();
        machine.cache().contents().verifyDevice();
        assertThat(machine.cache().contents().dataVerified()).isTrue();
    }

    @Test
    void nothingIsCommittedThatWasStable() {
        Durability both = new Durability(Durability.Sync.SYNC, 10, 0, true);
        Machine machine = ran(served(IoCache.BUFFERED).job(writers(RECORD, both)));

        assertThat(machine.counters().get(Counter.SYNC_CALLS)).isZero();
        assertThat(machine.counters().get(Counter.WRITE_CALLS)).isEqualTo(RECORDS);
    }

    @Test
    void aRecordIsAsManyWritesAsItsBytesNeed() {
        NfsdSpec usual = NfsdSpec.DEFAULT;
        NfsdSpec small =
                new NfsdSpec(usual.ioCacheRead(), usual.ioCacheWrite(), 2, 8192, 16_384, usual.latencyNanos(), 4);
        JobSpec writer = Specs.writer(IoMode.DIRECT, 40_000, 400_000, false);
        JobSpec reader =
                Specs.reader(IoMode.DIRECT, 40_000, 400_000).withExisting(false).with(new JobSpec.Start(0, true));
        Machine machine = ran(on(new FileSystemSpec(FileSystemSpec.Type.XFS, 4096).exportedBy(small))
                .job(writer)
                .job(reader));

        assertThat(machine.counters().get(Counter.WRITE_CALLS)).isEqualTo(10 * 3);
        assertThat(machine.counters().get(Counter.READ_CALLS)).isEqualTo(10 * 5);
        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(400_000);
    }

    /** Somebody stores to a mapping of the file all the time, so that now and then a page is dirty once more. */
    @Test
    void aWriteThatCannotGoPastThePageCacheGoesThroughItWithDontcache() {
        long bytes = 256 << 10;
        Specs specs = served(IoCache.DIRECT).job(Specs.writer(IoMode.DIRECT, 65_536, bytes, true));
        for (int i = 0; i < ActionSpec.MAX_ACTIONS; i++) {
            specs.action(new ActionSpec.MmapStore(i * 20_000L, "data", 0, bytes));
        }
        Machine machine = ran(specs);

        assertThat(machine.counters().get(Counter.DIRECT_FALLBACKS)).isPositive();
        assertThat(machine.counters().get(Counter.DONTCACHE_KICKS)).isPositive();
        assertThat(machine.counters().get(Counter.WRITE_CALLS))
                .as("each store, and each WRITE once")
                .isEqualTo(ActionSpec.MAX_ACTIONS + bytes / 65_536);
    }

    @Test
    void asManyRequestsAreWorkedOnAsThereAreThreads() {
        long alone = directReadsIn(1);
        long together = directReadsIn(WRITERS);

        assertThat(alone).isPositive();
        assertThat(together).isGreaterThan(4 * alone);
        assertThat(directReadsIn(2 * WRITERS)).as("each client has one").isEqualTo(together);
    }

    private static long directReadsIn(int threads) {
        NfsdSpec server = new NfsdSpec(IoCache.DIRECT, IoCache.DIRECT, threads, 1 << 20, 1 << 20, 1000, 4);
        FileSystemSpec exported = new FileSystemSpec(FileSystemSpec.Type.XFS, 4096).exportedBy(server);
        Specs specs = on(exported)
                .cpus(WRITERS)
                .job(Specs.readers("readers", IoMode.DIRECT, 4096, WRITERS, Layout.INTERLEAVED, "data", 4 << 20))
                .duration(3_000_000);
        return CheckedMachine.ran(specs.spec(), 32).counters().get(Counter.READ_CALLS);
    }

    /** Published are 3.46 of 3.99 reads a WRITE before the cut was at blocks, and next to none after. */
    @ParameterizedTest
    @EnumSource
    void blocksThatTheMiddleAndAnEndShareAreReadBackAndThoseCutApartAreNot(Durability.Sync stable) {
        Machine shared = ran(misaligned(stable).without(Toggle.NFSD_CUT_AT_SMALLEST_FOLIO));
        Machine apart = ran(misaligned(stable));

        assertThat(reads4kPerWrite(shared)).isBetween(2.5, 3.99);
        assertThat(reads4kPerWrite(apart)).isZero();
        assertThat(cachedPages(apart)).as("the edge behind the last record").isEqualTo(Pages.of(BLOCK));
    }

    @Test
    void endsThatAreNotKeptAreReadBackWhereverTheCutIs() {
        Specs specs = misaligned(Durability.Sync.NONE)
                .without(Toggle.NFSD_SHARED_BOUNDARY_COMPLETE)
                .without(Toggle.MM_SELF_COMPLETE_EDGES)
                .without(Toggle.MM_MARK_FOUND_UNFLAGGED_EDGE)
                .without(Toggle.MM_KEEP_SHARED_EDGE);

        assertThat(reads4kPerWrite(ran(specs))).isBetween(2.5, 3.99);
    }

    @Test
    void theServerDropsTheEdgesOfAStableWriteAfterTheSyncOfAll() {
        Map<Fact.Kind, Integer> byServer = facts(misaligned(Durability.Sync.DSYNC));
        Map<Fact.Kind, Integer> byMark =
                facts(misaligned(Durability.Sync.DSYNC).without(Toggle.NFSD_SHARED_BOUNDARY_COMPLETE));

        int shared = (int) RECORDS - 1;
        assertThat(byMark)
                .containsEntry(Fact.Kind.EDGE_COMPLETED, shared)
                .doesNotContainKeys(Fact.Kind.EDGE_CLAIMED, Fact.Kind.EDGE_DROPPED);
        assertThat(byServer).containsEntry(Fact.Kind.EDGE_CLAIMED, shared).containsKey(Fact.Kind.EDGE_DROPPED);
    }

    private static Map<Fact.Kind, Integer> facts(Specs specs) {
        Map<Fact.Kind, Integer> counts = new EnumMap<>(Fact.Kind.class);
        Trace counting = new Trace() {

            @Override
            public void acts(String actor) {}

            @Override
            public void note(Fact.Kind kind, int file, long first, long count) {
                counts.merge(kind, 1, Integer::sum);
            }
        };
        MachineBuilder.build(specs.spec(), counting).runUntil(60 * SECOND);
        return counts;
    }

    private static Specs misaligned(Durability.Sync stable) {
        FileSystemSpec blocks = new FileSystemSpec(FileSystemSpec.Type.XFS, BLOCK).exportedBy(server(IoCache.DIRECT));
        return on(blocks).epoch(Epoch.E4).job(writers(RECORD, new Durability(stable, 0, 0, false)));
    }

    private static double reads4kPerWrite(Machine machine) {
        return machine.counters().get(Counter.DEVICE_READ_BYTES) / 4096.0 / RECORDS;
    }

    private static long cachedPages(Machine machine) {
        return machine.files().getFirst().mapping().cachedPages();
    }

    private static JobSpec writers(long record, Durability durability) {
        long bytes = record * RECORDS;
        return new JobSpec(
                "writers",
                JobSpec.Rw.WRITE,
                record,
                WRITERS,
                Layout.INTERLEAVED,
                "data",
                bytes,
                bytes,
                IoMode.DIRECT,
                null,
                false,
                JobSpec.Pattern.PLAIN,
                JobSpec.Start.AT_ONCE,
                JobSpec.Hints.NONE,
                durability,
                false);
    }

    private static NfsdSpec server(IoCache cache) {
        return new NfsdSpec(cache, cache, 4, 1 << 20, 1 << 20, 25_000, 4);
    }

    private static Specs served(IoCache cache) {
        return on(new FileSystemSpec(FileSystemSpec.Type.XFS, 4096).exportedBy(server(cache)));
    }

    private static Specs on(FileSystemSpec exported) {
        return Specs.small()
                .fileSystem(exported)
                .device(Specs.nvme(1280, 32))
                .epoch(Epoch.E3)
                .pages(4096, 256, 0)
                .duration(60 * SECOND);
    }

    private static Machine ran(Specs specs) {
        Machine machine = CheckedMachine.ran(specs.spec(), 32);
        assertThat(machine.workload().isOver()).isTrue();
        return machine;
    }
}
