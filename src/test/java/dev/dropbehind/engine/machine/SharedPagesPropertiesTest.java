package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.stream.LongStream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How much writers of interleaved records read back of the pages they share, at most (kernel-model §8.3, invariants 48
 * to 50): tried with records, blocks, tasks, kernels and toggles made up by a seed, on machines whose memory is large
 * enough that nothing is reclaimed. The seeds are those of the property {@code sharers}, one or from one to another.
 */
@Execution(ExecutionMode.CONCURRENT)
class SharedPagesPropertiesTest {

    private static final String DEFAULT_SEEDS = "1-250";
    private static final long MOST_BYTES = 1 << 20;
    private static final long DURATION_NANOS = 60_000_000_000L;
    private static final Toggle[] AT_WILL = {
        Toggle.MM_MARK_FOUND_UNFLAGGED_EDGE,
        Toggle.MM_SELF_COMPLETE_EDGES,
        Toggle.MM_DROP_AFTER_UNLOCK,
        Toggle.MM_MARK_LARGER_FOUND,
        Toggle.IOMAP_OVERWRITE_DONTCACHE,
        Toggle.MM_DONTCACHE_KICK,
        Toggle.XFS_DEFER_DONTCACHE_IOEND
    };

    /** Writers that have one file between them. */
    private record Sharers(SimulationSpec spec, long record, long records, int block, boolean isNew) {

        static Sharers of(long seed) {
            Random64 random = new Seeds(seed).of("sharers");
            int block = 512 << random.between(0, 7);
            long record = random.between(1, 3) == 1 ? 512 * random.between(1, 96) : random.between(1, 50_000);
            long records = random.between(2, Math.clamp(MOST_BYTES / record, 2, 120));
            boolean isNew = random.between(1, 4) > 1;
            Specs specs = Specs.small()
                    .cpus((int) random.between(1, 4))
                    .pages(4096, 0, 0)
                    .device(Specs.nvme(1280, (int) random.between(1, 64)))
                    .fileSystem(new FileSystemSpec(FileSystemSpec.Type.XFS, block))
                    .epoch(Epoch.values()[(int) random.between(1, Epoch.values().length - 1L)])
                    .duration(DURATION_NANOS)
                    .seed(seed);
            for (Toggle toggle : AT_WILL) {
                if (random.between(1, 4) == 1) {
                    specs.patch(toggle);
                } else if (random.between(1, 4) == 1) {
                    specs.without(toggle);
                }
            }
            Durability.Sync[] syncs = Durability.Sync.values();
            Durability.Sync sync = syncs[(int) random.between(0, syncs.length - 1L)];
            specs.job(new JobSpec(
                            "writers",
                            Rw.WRITE,
                            record,
                            (int) Math.min(records, random.between(1, 32)),
                            Layout.INTERLEAVED,
                            "data",
                            record * records,
                            record * records,
                            IoMode.DONTCACHE,
                            null,
                            false)
                    .with(new Durability(sync, 0, 0, true))
                    .withExisting(!isNew));
            return new Sharers(specs.spec(), record, records, block, isNew);
        }

        /** Returns how many records end within a block: of those that follow each other one in so many does not. */
        long sharedEdges() {
            return records - records / (block / gcd(record, block));
        }

        /** Returns how often each edge may be read: of a file that is there the first writer has to, too. */
        int readersOfAnEdge() {
            return isNew ? 1 : 2;
        }

        boolean keepsEdges() {
            return spec.kernel().toggles().has(Toggle.MM_KEEP_SHARED_EDGE);
        }

        /** Returns whether no edge has more than two writers. */
        boolean hasPairs() {
            return record >= Math.max(block, Pages.SIZE);
        }
    }

    static LongStream seeds() {
        String[] ends = System.getProperty("sharers", DEFAULT_SEEDS).split("-", 2);
        return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noMoreIsReadBackThanABlockForEachRecordThatEndsWithinOne(long seed) {
        Sharers sharers = Sharers.of(seed);
        Machine machine = CheckedMachine.ran(sharers.spec(), FolioTable.MAX_SIBLINGS);

        long blocksRead = machine.counters().get(Counter.EDGE_READ_SECTORS) * Pages.SECTOR_SIZE / sharers.block();
        assertThat(blocksRead).isLessThanOrEqualTo(sharers.readersOfAnEdge() * sharers.sharedEdges());
        if (sharers.keepsEdges() && sharers.hasPairs()) {
            assertThat(blocksRead).isLessThanOrEqualTo((sharers.readersOfAnEdge() - 1) * sharers.sharedEdges());
        }
        assertWritten(machine, sharers);
    }

    private static void assertWritten(Machine machine, Sharers sharers) {
        assertThat(machine.workload().failures()).isEmpty();
        assertThat(machine.counters().get(Counter.WRITE_CALLS)).isEqualTo(sharers.records());
        assertThat(machine.counters().get(Counter.NR_FILE_DIRTY)).isZero();
        assertThat(machine.counters().get(Counter.WB_DONTCACHE_DIRTY)).isZero();
        machine.cache().contents().verifyDevice();
    }

    private static long gcd(long one, long other) {
        return other == 0 ? one : gcd(other, one % other);
    }
}
