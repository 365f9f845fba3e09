package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.machine.FileSystemKit.Bio;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSpec.Extent;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.Specs;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every file system keeps, with any block, with and without large folios, on either path: one kit for all of them
 * (kernel-model §1.2, §2.1, §2.4, §5.1).
 */
class FileSystemContractTest {

    private static final long FILE = 1 << 20;
    private static final int CALL = 32 << 10;
    private static final int FRAGMENT = 128 << 10;
    private static final int MANY = 256;
    private static final List<Integer> BLOCK_SIZES = List.of(512, 1024, 4096, 16_384, 65_536);

    static Stream<FileSystemSpec> fileSystems() {
        return Arrays.stream(FileSystemSpec.Type.values()).flatMap(FileSystemContractTest::kindsOf);
    }

    static Stream<FileSystemSpec> withLargeBlocks() {
        return fileSystems().filter(kind -> kind.minOrder() > 0);
    }

    private static Stream<FileSystemSpec> kindsOf(FileSystemSpec.Type type) {
        return BLOCK_SIZES.stream()
                .filter(size -> size >= type.minBlockSize() && size <= type.maxBlockSize())
                .flatMap(size -> Arrays.stream(BufferedPath.values())
                        .filter(type::canTake)
                        .flatMap(path -> Stream.of(true, false)
                                .filter(large -> large ? type.largeFolios() : size <= Pages.SIZE)
                                .map(large -> new FileSystemSpec(type, size, large, path))));
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void aColdSequentialReadTakesFromTheDeviceWhatIsMappedAndKeepsIt(FileSystemSpec kind) {
        FileSystemKit kit =
                new FileSystemKit(kind, file(FILE)).readAll(CALL, IoMode.CACHED).run();

        assertThat(kit.copied).containsOnly((long) CALL).hasSize((int) FILE / CALL);
        assertThat(kit.errors).isEmpty();
        assertThat(kit.count(Counter.DEVICE_READ_BYTES)).isEqualTo(FILE);
        assertThat(kit.mapping().cachedPages()).isEqualTo(Pages.of(FILE));
        assertThat(kit.count(Counter.BIOS_ENDED)).isEqualTo(kit.bios.size());
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void aReadEndsAtTheEndOfTheFileAndWholeBlocksAreRead(FileSystemSpec kind) {
        for (long size : List.of(1L, 4095L, 4097L, 10_000L, 65_537L)) {
            FileSystemKit kit = new FileSystemKit(kind, file(size))
                    .readAll(CALL, IoMode.CACHED)
                    .run();

            assertThat(kit.copiedBytes()).isEqualTo(size);
            assertThat(kit.copied.getLast()).isEqualTo((size - 1) % CALL + 1);
            assertThat(kit.errors).isEmpty();
            assertThat(kit.count(Counter.DEVICE_READ_BYTES)).isEqualTo(upToBlock(kind, size));
            assertThat(Pages.bytes(kit.mapping().cachedPages())).isEqualTo(upToBlock(kind, size));
        }
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void aReadThatBeginsBehindTheEndReturnsNothingAndReadsNothing(FileSystemSpec kind) {
        FileSystemKit kit = new FileSystemKit(kind, file(10_000))
                .read(10_000, CALL, IoMode.CACHED)
                .read(FILE, CALL, IoMode.DONTCACHE)
                .run();

        assertThat(kit.copied).containsExactly(0L, 0L);
        assertThat(kit.errors).isEmpty();
        assertThat(kit.bios).isEmpty();
        assertThat(kit.mapping().cachedPages()).isZero();
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void readsOfAnyLengthCopyEveryByteAndReadItOnce(FileSystemSpec kind) {
        for (int call : List.of(1000, 5000, 47_008, 1 << 20)) {
            FileSystemKit kit = new FileSystemKit(kind, file(300_000))
                    .readAll(call, IoMode.CACHED)
                    .run();

            assertThat(kit.copiedBytes()).isEqualTo(300_000);
            assertThat(kit.count(Counter.DEVICE_READ_BYTES)).isEqualTo(upToBlock(kind, 300_000));
        }
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void noBioReadsWhatIsAHoleOrWasNeverWritten(FileSystemSpec kind) {
        for (FileSpec.State state : List.of(FileSpec.State.HOLE, FileSpec.State.UNWRITTEN)) {
            Extent middle = new Extent(FILE / 4, FILE / 2, state);
            FileSystemKit kit = new FileSystemKit(kind, new FileSpec("data", FILE, List.of(middle), 0))
                    .readAll(CALL, IoMode.CACHED)
                    .run();

            assertThat(kit.copiedBytes()).isEqualTo(FILE);
            assertThat(kit.count(Counter.DEVICE_READ_BYTES)).isEqualTo(FILE / 2);
            assertThat(kit.count(Counter.ZERO_FILLED_SECTORS)).isEqualTo(FILE / 2 / 512);
            assertThat(kit.mapping().cachedPages()).isEqualTo(Pages.of(FILE));
            assertThat(kit.bios)
                    .noneMatch(bio ->
                            bio.first() < Pages.of(3 * FILE / 4) && bio.first() + bio.pages() > Pages.of(FILE / 4));
        }
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void eachFragmentHasBiosOfItsOwn(FileSystemSpec kind) {
        FileSystemKit kit = new FileSystemKit(kind, new FileSpec("data", FILE, List.of(), FRAGMENT))
                .readAll(CALL, IoMode.CACHED)
                .run();

        assertThat(kit.copiedBytes()).isEqualTo(FILE);
        assertThat(kit.count(Counter.DEVICE_READ_BYTES)).isEqualTo(FILE);
        assertThat(kit.bios).hasSizeGreaterThanOrEqualTo((int) FILE / FRAGMENT);
        assertThat(kit.bios).allMatch(bio -> fragmentOf(bio.first()) == fragmentOf(bio.first() + bio.pages() - 1));
        assertThat(kit.bios).extracting(bio -> fragmentOf(bio.first())).contains(fragments());
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void foliosAreWholeBlocksInTheirPlaceAndLargeOnlyWhereTheyMayBe(FileSystemSpec kind) {
        FileSystemKit kit = new FileSystemKit(kind, file(FILE + 1))
                .readAll(CALL, IoMode.CACHED)
                .run();

        Mapping mapping = kit.mapping();
        FolioTable folios = kit.machine().cache().folios();
        assertThat(IntStream.range(0, mapping.endOfLastBlock())).allSatisfy(page -> {
            int folio = mapping.folioAt(page);
            assertThat(folios.order(folio)).isBetween(kind.minOrder(), kind.maxOrder());
            assertThat(folios.firstPage(folio) % (1 << folios.order(folio))).isZero();
        });
        boolean hasLarge = IntStream.range(0, mapping.filePages())
                .anyMatch(page -> folios.order(mapping.folioAt(page)) > kind.minOrder());
        assertThat(hasLarge).isEqualTo(kind.largeFolios());
    }

    @ParameterizedTest
    @MethodSource("withLargeBlocks")
    void aByteOfABlockLargerThanAPageBringsTheBlock(FileSystemSpec kind) {
        FileSystemKit kit = new FileSystemKit(kind, file(FILE))
                .read(FILE / 2 + kind.blockSize() / 2, 1, IoMode.CACHED)
                .run();

        assertThat(kit.copied).containsExactly(1L);
        assertThat(kit.bios).containsExactly(new Bio(Pages.of(FILE / 2), Pages.of(kind.blockSize())));
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void reclaimTakesTheLastBlockWholeAndLeavesAShadowOfEachPage(FileSystemSpec kind) {
        long size = Pages.bytes(48) + 1;
        FileSystemKit kit = new FileSystemKit(kind, file(size))
                .read(size - 1, 1, IoMode.CACHED)
                .read(0, size - 1, IoMode.CACHED)
                .run();

        kit.reclaim(32);

        Mapping mapping = kit.mapping();
        assertThat(mapping.cachedPages()).isPositive();
        assertThat(mapping.nextPresent(48, mapping.endOfLastBlock())).isEqualTo(mapping.endOfLastBlock());
        assertThat(mapping.shadowPages()).isEqualTo(kit.count(Counter.PGSTEAL_DIRECT));
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void aDontcacheReadIsRefusedWithoutThePatchAndTouchesNothing(FileSystemSpec kind) {
        List<Toggle> patches = kind.type() == FileSystemSpec.Type.F2FS || kind.type() == FileSystemSpec.Type.BDEV
                ? List.of(Toggle.MM_RWF_DONTCACHE)
                : List.of();
        FileSystemKit kit = new FileSystemKit(kind, file(FILE), patches)
                .read(0, CALL, IoMode.DONTCACHE)
                .run();

        assertThat(kit.errors).containsExactly(Errno.EOPNOTSUPP);
        assertThat(kit.copied).containsExactly(0L);
        assertThat(kit.bios).isEmpty();
        assertThat(kit.mapping().cachedPages()).isZero();
        assertThat(kit.count(Counter.FAILED_CALLS)).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void aDontcacheReadLeavesNothingWhereItIsAccepted(FileSystemSpec kind) {
        FileSystemKit kit = new FileSystemKit(kind, file(FILE))
                .readAll(CALL, IoMode.DONTCACHE)
                .run();

        assertThat(kit.errors).isEmpty();
        assertThat(kit.copiedBytes()).isEqualTo(FILE);
        assertThat(kit.count(Counter.DEVICE_READ_BYTES)).isGreaterThanOrEqualTo(FILE);
        assertThat(kit.mapping().cachedPages()).isZero();
        assertThat(Pages.bytes(kit.count(Counter.DROPBEHIND_DROPPED))).isEqualTo(kit.count(Counter.DEVICE_READ_BYTES));
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void aReadThatMayNotWaitGetsWhatIsCachedAndNothingElse(FileSystemSpec kind) {
        FileSystemKit cold =
                new FileSystemKit(kind, file(FILE)).readNowait(0, CALL).run();
        FileSystemKit warm = new FileSystemKit(kind, file(CALL))
                .readAll(CALL, IoMode.CACHED)
                .readNowait(0, CALL)
                .run();

        assertThat(cold.errors).containsExactly(Errno.EAGAIN);
        assertThat(cold.bios).isEmpty();
        assertThat(warm.errors).isEmpty();
        assertThat(warm.copied).containsExactly((long) CALL, (long) CALL);
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void oneOrManyJobsGetAllTheyAskForAndTheFileIsReadOnce(FileSystemSpec kind) {
        long share = Math.max(kind.blockSize(), Pages.SIZE);
        for (Layout layout : Layout.values()) {
            for (int jobs : List.of(1, MANY)) {
                Machine machine = MachineBuilder.build(many(kind, layout, jobs, MANY * share));
                machine.runUntil(30_000_000_000L);
                new Invariants(machine, 1).checkAll();

                long asked = layout == Layout.SHARED ? (long) jobs * MANY * share : (long) MANY * share;
                assertThat(machine.workload().isOver()).isTrue();
                assertThat(machine.workload().failures()).isEmpty();
                assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(asked);
                assertThat(machine.counters().get(Counter.DEVICE_READ_BYTES)).isEqualTo(MANY * share);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void readersOfMoreThanMemoryGetAllOfItAndReclaimForThemselvesWhereTheyMust(FileSystemSpec kind) {
        Machine machine = MachineBuilder.build(Specs.small()
                .cpus(1)
                .pages(512, 0, 0)
                .fileSystem(kind)
                .duration(1_000_000_000)
                .job(Specs.readers("four", IoMode.CACHED, CALL, 4, Layout.SEQUENTIAL, "data", 8 * FILE))
                .spec());
        machine.runUntil(1_000_000_000);
        new Invariants(machine, 1).checkAll();

        assertThat(machine.workload().failures()).isEmpty();
        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(8 * FILE);
        assertThat(machine.counters().get(Counter.PGSTEAL_FILE)).isGreaterThan(Pages.of(8 * FILE) - 512);
    }

    @ParameterizedTest
    @MethodSource("fileSystems")
    void theSameSeedGivesTheSameDigestAndAnotherSeedAnother(FileSystemSpec kind) {
        List<String> digests = LongStream.of(1, 1, 2)
                .mapToObj(seed -> digest(Specs.small()
                        .fileSystem(kind)
                        .seed(seed)
                        .job(Specs.readers("pair", IoMode.CACHED, CALL, 2, Layout.SHARED, "data", FILE))
                        .spec()))
                .toList();

        assertThat(digests.get(1)).isEqualTo(digests.get(0));
        assertThat(digests.get(2)).isNotEqualTo(digests.get(0));
    }

    private static String digest(SimulationSpec spec) {
        Simulation simulation = new Simulation(spec);
        simulation.advanceTo(Long.MAX_VALUE);
        return simulation.result().digest();
    }

    private static SimulationSpec many(FileSystemSpec kind, Layout layout, int jobs, long bytes) {
        return Specs.small()
                .fileSystem(kind)
                .pages(32_768, 0, 0)
                .duration(30_000_000_000L)
                .job(Specs.readers("many", IoMode.CACHED, bytes / MANY, jobs, layout, "data", bytes))
                .spec();
    }

    private static FileSpec file(long size) {
        return new FileSpec("data", size, List.of(), 0);
    }

    private static long upToBlock(FileSystemSpec kind, long bytes) {
        long unit = Math.max(kind.blockSize(), Pages.SIZE);
        return (bytes + unit - 1) / unit * unit;
    }

    private static long fragmentOf(long page) {
        return Pages.bytes(page) / FRAGMENT;
    }

    private static Long[] fragments() {
        return LongStream.range(0, FILE / FRAGMENT).boxed().toArray(Long[]::new);
    }
}
