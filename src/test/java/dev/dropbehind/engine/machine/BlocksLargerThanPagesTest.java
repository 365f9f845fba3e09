package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where a block is larger than a page no folio is smaller than a block, and none begins within one (kernel-model §1.2
 * rule 2): blocks of 16 KiB on XFS, looked at after every event.
 */
class BlocksLargerThanPagesTest {

    private static final int BLOCK = 16_384;
    private static final int BLOCK_PAGES = BLOCK / Pages.SIZE;
    private static final int BLOCK_SECTORS = BLOCK / Pages.SECTOR_SIZE;
    private static final long FILE = (4L << 20) + 5000;
    private static final long MILLI = 1_000_000;
    private static final Durability SYNC_AT_END = new Durability(Durability.Sync.NONE, 0, 0, true);

    @ParameterizedTest
    @EnumSource(names = {"CACHED", "DONTCACHE", "MMAP"})
    void readersReadWholeBlocksAheadAndTheLastOneWhole(IoMode mode) {
        Machine machine = ran(specs().job(job("reader", Rw.READ, mode, 5000).withExisting(true)));

        assertThat(count(machine, Counter.DEVICE_READ_BYTES)).isPositive();
        assertThat(count(machine, Counter.DEVICE_READ_BYTES) % BLOCK).isZero();
        assertThat(count(machine, Counter.READ_BYTES)).isGreaterThan(FILE - 5000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void writersReadBackAndWriteWholeBlocks(boolean existing) {
        Machine machine = ran(specs().job(job("writer", Rw.WRITE, IoMode.DONTCACHE, 47_008)
                .withExisting(existing)
                .with(SYNC_AT_END)));

        assertThat(count(machine, Counter.EDGE_READ_SECTORS) % BLOCK_SECTORS).isZero();
        assertThat(count(machine, Counter.EDGE_READ_SECTORS) > 0).isEqualTo(existing);
        machine.cache().contents().verifyDevice();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 4096, 20_000, 1 << 20})
    void whatIsTruncatedGoesAndTheBlockOfTheNewEndStaysWhole(long end) {
        Machine machine =
                ran(specs().job(job("writer", Rw.WRITE, IoMode.CACHED, 47_008).withExisting(false))
                        .action(new ActionSpec.Truncate(40 * MILLI, "data", end)));

        assertThat(machine.files().getFirst().sizeBytes()).isEqualTo(end);
        int lastBlock = (int) Math.ceilDiv(end, BLOCK) * BLOCK_PAGES;
        assertThat(file(machine).nextMissing(0, lastBlock)).isEqualTo(lastBlock);
        assertThat(file(machine).cachedPages() % BLOCK_PAGES).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"CACHED", "DONTCACHE"})
    void reclaimTakesWholeBlocksWhileOthersReadAndWrite(IoMode mode) {
        Machine machine = ran(specs().pages(512, 0, 0)
                .job(job("reader", Rw.RANDREAD, IoMode.CACHED, 5000).withExisting(true))
                .job(job("writer", Rw.RANDWRITE, mode, 12_288).withExisting(true)));

        assertThat(count(machine, Counter.PGSTEAL_FILE)).isPositive();
        assertThat(count(machine, Counter.PGSTEAL_FILE) % BLOCK_PAGES).isZero();
    }

    private static JobSpec job(String name, Rw rw, IoMode mode, int call) {
        return new JobSpec(name, rw, call, 1, Layout.SHARED, "data", FILE, FILE, mode, null, false);
    }

    private static Specs specs() {
        return Specs.small()
                .pages(4096, 0, 0)
                .fileSystem(new FileSystemSpec(FileSystemSpec.Type.XFS, BLOCK))
                .device(Specs.nvme(1280, 32))
                .epoch(Epoch.E4)
                .duration(200 * MILLI);
    }

    /** Runs a machine and looks at each of its folios after every event. */
    private static Machine ran(Specs specs) {
        Machine machine = MachineBuilder.build(specs.spec());
        Invariants invariants = new Invariants(machine, 1);
        FolioTable folios = machine.cache().folios();
        machine.timeline().afterEach(() -> {
            invariants.checkFolios();
            folios.forEach(folio -> assertThat(isOfWholeBlocks(folios, folio))
                    .as(() -> folios.view(folio).toString())
                    .isTrue());
        });
        machine.runUntil(specs.spec().durationNanos());
        invariants.checkEnd();
        assertThat(machine.workload().failures()).isEmpty();
        return machine;
    }

    private static boolean isOfWholeBlocks(FolioTable folios, int folio) {
        return 1 << folios.order(folio) >= BLOCK_PAGES && folios.firstPage(folio) % BLOCK_PAGES == 0;
    }

    private static Mapping file(Machine machine) {
        return machine.files().getFirst().mapping();
    }

    private static long count(Machine machine, Counter counter) {
        return machine.counters().get(counter);
    }
}
