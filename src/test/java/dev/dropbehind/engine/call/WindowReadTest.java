package dev.dropbehind.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.SteppedSimulation;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.LargeFolios;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.Specs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a window becomes folios (kernel-model §2.4, decisions.md 7). */
class WindowReadTest {

    private static final int MAX = 32;
    private static final int LARGEST_REQUEST = 256;
    private static final FileSystemSpec LARGE = new FileSystemSpec(FileSystemSpec.Type.XFS, 4096);
    private static final FileSystemSpec SINGLE =
            new FileSystemSpec(FileSystemSpec.Type.XFS, 4096, false, BufferedPath.IOMAP);
    private static final FileSystemSpec BLOCKS_OF_FOUR = new FileSystemSpec(FileSystemSpec.Type.XFS, 16_384);

    private Bench bench = bench(LARGE, 1000);
    private Readahead readahead = new Readahead(MAX, LARGEST_REQUEST, false);

    @Test
    void theFirstWindowIsOfSinglePages() {
        openAt(0, 16);

        assertThat(orders(0, 32)).containsOnly(0).hasSize(32);
        assertThat(markers(0, 40)).containsExactly(16);
    }

    @Test
    void ordersGrowByTwoFromWindowToWindowAsFarAsTheWindowIsLong() {
        openAt(0, 16);

        List<Integer> windows = new ArrayList<>();
        int marker = 16;
        while (marker < 300) {
            continueAt(marker);
            windows.add(readahead.order());
            marker = markers(marker + 1, 1000).getFirst();
        }

        assertThat(windows).startsWith(2, 4, 5, 5).allMatch(order -> order <= 5);
        assertThat(orders(0, 400)).contains(0, 2, 4, 5).doesNotContain(6);
    }

    @Test
    void longerWindowsHaveLargerFolios() {
        readahead = new Readahead(512, LARGEST_REQUEST, false);
        openAt(0, 256);
        continueAt(256);

        assertThat(orders(512, 1000)).containsOnly(2);
        assertThat(markers(512, 1000)).containsExactly(512);
    }

    @Test
    void foliosBeginAtMultiplesOfTheirSizeAndTheWindowEndsAtOne() {
        decide(4, 7);
        build();

        assertThat(orders(7, 64)).containsExactly(0, 3, 4);
        assertThat(bench.file().nextPresent(0, 64)).isEqualTo(7);
        assertThat(bench.file().nextMissing(7, 64)).isEqualTo(32);
    }

    @Test
    void foliosGetSmallerTowardsTheEndOfTheFile() {
        bench = bench(LARGE, 45);
        decide(4, 32);
        build();

        assertThat(orders(32, 64)).containsExactly(3, 2, 0);
    }

    @Test
    void whereLargeFoliosMayBeTheMarkerStaysWhereTheWholeWindowWouldHaveIt() {
        bench = bench(LARGE, 45);
        openAt(32, 8);
        assertThat(markers(0, 45)).containsExactly(40);

        bench = bench(LARGE, 38);
        openAt(32, 8);
        assertThat(markers(0, 38)).isEmpty();
    }

    @Test
    void whereFoliosAreSinglePagesTheMarkerCountsFromTheEndOfTheFile() {
        bench = bench(SINGLE, 45);
        openAt(32, 8);
        assertThat(orders(32, 45)).containsOnly(0).hasSize(13);
        assertThat(markers(0, 45)).containsExactly(37);

        bench = bench(SINGLE, 38);
        openAt(32, 8);
        assertThat(orders(32, 38)).hasSize(6);
        assertThat(markers(0, 38)).isEmpty();
    }

    @Test
    void afterAPageThatIsCachedTheRestIsOfSinglePagesAroundWhatIsThere() {
        bench.readIn(44, 1, false);
        bench.readIn(50, 4, false);
        decide(2, 32);
        build();

        assertThat(orders(32, 44)).containsExactly(2, 2, 2);
        assertThat(orders(44, 64)).containsOnly(0).hasSize(20);
        assertThat(bench.count(Counter.READAHEAD_PAGES)).isEqualTo(32);
        assertThat(markers(0, 64)).containsExactly(32);
        bench.check();
    }

    @Test
    void aLargeFolioInTheWayIsLeftAsItIs() {
        LargeFolios.cache(bench, 40, 3);
        decide(4, 32);
        build();

        assertThat(orders(32, 40)).containsOnly(0).hasSize(8);
        assertThat(orders(40, 48)).containsExactly(3);
        assertThat(orders(48, 64)).containsOnly(0).hasSize(16);
    }

    @Test
    void theMarkerIsOnlySetOnAPageThatIsNew() {
        bench.readIn(40, 1, false);
        openAt(32, 8);

        assertThat(bench.file().nextMissing(32, 64)).isEqualTo(48);
        assertThat(markers(0, 64)).isEmpty();
    }

    @Test
    void foliosAreWholeBlocksAndHoldThePageAskedFor() {
        bench = bench(BLOCKS_OF_FOUR, 1000);
        openAt(33, 6);

        assertThat(orders(32, 64)).containsOnly(2).hasSize(5);
        assertThat(bench.file().nextPresent(0, 64)).isEqualTo(32);
        assertThat(bench.file().nextMissing(32, 64)).isEqualTo(52);
    }

    @Test
    void theLastBlockOfAFileIsReadWhole() {
        bench = bench(BLOCKS_OF_FOUR, 45);
        openAt(40, 8);

        assertThat(orders(40, 48)).containsExactly(2, 2);
        assertThat(bench.file().nextMissing(40, 64)).isEqualTo(48);
    }

    @Test
    void aForcedReadComesInChunksOfTwoMebibytes() {
        long bytes = Pages.bytes(1100);
        SteppedSimulation stepped = new SteppedSimulation(Specs.small()
                .fileSystem(LARGE)
                .pages(4096, 0, 0)
                .device(Specs.nvme(4800, 32))
                .job(Specs.reader(IoMode.CACHED, bytes, bytes)
                        .with(new JobSpec.Hints(JobSpec.Fadvise.RANDOM, 0, 100, false)))
                .spec());

        List<Fact> created = Stream.iterate(stepped.next(), Optional::isPresent, ignored -> stepped.next())
                .flatMap(moment -> moment.orElseThrow().facts().stream())
                .filter(fact -> fact.kind() == Fact.Kind.FOLIOS_CREATED)
                .toList();
        assertThat(created).extracting(Fact::count).containsExactly(512L, 512L, 76L);
    }

    @Test
    void whereThereIsNoMemoryForALargeFolioThereMayBeForSmallOnes() {
        bench = Bench.of(
                Specs.small()
                        .fileSystem(LARGE)
                        .memory(new MemorySpec(Pages.bytes(1000), Pages.bytes(960), 0, 64L, 0))
                        .job(Specs.reader(IoMode.CACHED, 4096, Pages.bytes(1000)))
                        .spec(),
                FolioTable.MAX_SIBLINGS);
        decide(5, 32);
        build();

        assertThat(orders(32, 64)).containsOnly(0).hasSizeGreaterThan(8);
        assertThat(markers(0, 64)).containsExactly(32);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPageThatIsReadAloneIsASmallestFolioWithoutMarker(boolean dropbehind) {
        bench = bench(BLOCKS_OF_FOUR, 1000);

        window().buildAlone(bench.file(), 42, dropbehind, bench.task(), bench.bill());

        assertThat(orders(0, 100)).containsExactly(2);
        assertThat(bench.file().nextPresent(0, 100)).isEqualTo(40);
        assertThat(markers(0, 100)).isEmpty();
        assertThat(bench.cache().folios().hasAny(bench.file().folioAt(42), FolioFlags.DROPBEHIND))
                .isEqualTo(dropbehind);
    }

    @ParameterizedTest
    @CsvSource({"true, 2", "false, 2", "true, 5", "false, 5"})
    void allFoliosOfAWindowAreMarkedDropbehindOrNone(boolean dropbehind, int order) {
        decide(order, 32);
        window().build(bench.file(), readahead, dropbehind, bench.task(), bench.bill());

        assertThat(pagesWith(FolioFlags.DROPBEHIND, 0, 100)).hasSize(dropbehind ? 32 : 0);
    }

    /** Reads the window of a miss right behind the last call, of so many pages asked for. */
    private void openAt(int page, int request) {
        readahead.callEndedAt(Pages.bytes(page));
        readahead.decideSync(bench.file(), page, request);
        build();
    }

    /** Reads the window of a marker. */
    private void continueAt(int marker) {
        FolioTable folios = bench.cache().folios();
        readahead.decideAsync(
                bench.file(), marker, 1 << folios.order(bench.file().folioAt(marker)), 8);
        build();
    }

    /** Decides for a window of the greatest length from a page on, of folios of an order. */
    private void decide(int order, int first) {
        readahead = new Readahead(MAX, LARGEST_REQUEST, false);
        do {
            readahead.decideAsync(bench.file(), first - 1, 1, MAX);
        } while (readahead.order() < order);
        assertThat(readahead.order()).isEqualTo(order);
        assertThat(readahead.windowFirst()).isEqualTo(first);
    }

    private void build() {
        window().build(bench.file(), readahead, false, bench.task(), bench.bill());
    }

    private WindowRead window() {
        return new WindowRead(
                bench.cache(),
                bench.memory(),
                bench.machine().fileSystem(),
                bench.machine().counters());
    }

    /** Returns the orders of the folios in a range, each of which begins where it may. */
    private List<Integer> orders(int from, int to) {
        List<Integer> orders = new ArrayList<>();
        FolioTable folios = bench.cache().folios();
        Mapping file = bench.file();
        for (int page = file.nextPresent(from, to); page < to; page = file.nextPresent(page, to)) {
            int order = folios.order(file.folioAt(page));
            assertThat(page % (1 << order)).isZero();
            orders.add(order);
            page += 1 << order;
        }
        return orders;
    }

    private List<Integer> markers(int from, int to) {
        List<Integer> pages = pagesWith(FolioFlags.READAHEAD, from, to);
        FolioTable folios = bench.cache().folios();
        return pages.stream()
                .filter(page -> page == folios.firstPage(bench.file().folioAt(page)))
                .toList();
    }

    private List<Integer> pagesWith(int flag, int from, int to) {
        FolioTable folios = bench.cache().folios();
        Mapping file = bench.file();
        return IntStream.range(from, to)
                .filter(page -> file.folioAt(page) != FolioTable.NONE && folios.hasAny(file.folioAt(page), flag))
                .boxed()
                .toList();
    }

    private static Bench bench(FileSystemSpec fileSystem, int filePages) {
        return Bench.of(
                Specs.small()
                        .fileSystem(fileSystem)
                        .pages(4096, 0, 0)
                        .job(Specs.reader(IoMode.CACHED, 4096, Pages.bytes(filePages)))
                        .spec(),
                FolioTable.MAX_SIBLINGS);
    }
}
