package dev.dropbehind.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.measure.Fact.Kind;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows and markers case by case (kernel-model §2.3). */
class ReadaheadTest {

    private static final int LARGEST_REQUEST = 256;

    private final Bench bench = Bench.of(
            Specs.small()
                    .job(Specs.reader(IoMode.CACHED, 4096, Pages.bytes(16_384)))
                    .spec(),
            FolioTable.MAX_SIBLINGS);
    private final Mapping file = bench.file();
    private final Readahead readahead = new Readahead(32, LARGEST_REQUEST, false);

    @ParameterizedTest
    @CsvSource({"1, 32, 4", "2, 32, 4", "3, 32, 8", "8, 32, 16", "9, 32, 32", "1, 64, 4", "2, 64, 8", "5, 1, 1"})
    void theFirstWindowGrowsWithTheRequest(int request, int max, int pages) {
        assertThat(Readahead.firstSize(request, max)).isEqualTo(pages);
    }

    @ParameterizedTest
    @CsvSource({"1, 32, 4", "2, 32, 4", "16, 32, 32", "17, 32, 32", "32, 32, 32", "3, 64, 12", "4, 64, 8"})
    void aSmallWindowIsFollowedByOneFourTimesAsLongALargerOneByTwice(int size, int max, int pages) {
        assertThat(Readahead.nextSize(size, max)).isEqualTo(pages);
    }

    @Test
    void readsOf32KibAreAlwaysOneWindowAhead() {
        readahead.decideSync(file, 0, 8);
        window(0, 16, 8);

        readahead.decideAsync(file, 8, 1, 8);
        window(16, 32, 16);

        readahead.decideAsync(file, 16, 1, 8);
        window(48, 32, 48);

        readahead.decideAsync(file, 48, 1, 8);
        window(80, 32, 80);
    }

    @Test
    void largeFoliosGrowByTwoOrdersAWindowWhoseEndIsAMultipleOfThem() {
        Mapping large = bench.cache().newMapping(file.filePages(), 0, 9, 8, false);

        readahead.decideSync(large, 0, 8);
        order(0);
        window(0, 16, 8);

        readahead.decideAsync(large, 8, 1, 8);
        order(2);
        window(16, 32, 16);

        readahead.decideAsync(large, 16, 4, 8);
        order(4);
        window(48, 32, 48);

        readahead.decideAsync(large, 48, 16, 8);
        order(4);
        window(80, 16, 80);

        readahead.decideAsync(large, 80, 16, 8);
        order(5);
        window(96, 32, 96);
    }

    @Test
    void aMissRightBehindTheLastCallOpensAWindowThere() {
        readahead.callEndedAt(Pages.bytes(100));

        readahead.decideSync(file, 100, 2);

        window(100, 4, 102);
    }

    @Test
    void aMissInThePageTheLastCallEndedInOrTheNextOpensAWindow() {
        readahead.callEndedAt(Pages.bytes(100) + 1);
        readahead.decideSync(file, 101, 2);
        window(101, 4, 103);

        readahead.callEndedAt(Pages.bytes(100) + 1);
        readahead.decideSync(file, 102, 2);
        window(102, 2, -1);
    }

    @Test
    void aMissAnywhereElseReadsJustWhatIsAskedFor() {
        readahead.decideSync(file, 500, 3);

        window(500, 3, -1);
    }

    @Test
    void aRandomMissLeavesTheWindowAlone() {
        readahead.decideSync(file, 0, 8);
        readahead.decideSync(file, 500, 3);

        readahead.decideAsync(file, 8, 1, 8);

        window(16, 32, 16);
    }

    @Test
    void aRequestLongerThanTheLimitMayUseWindowsAsLongAsTheDeviceTakes() {
        readahead.decideSync(file, 500, 100);
        window(500, 100, -1);

        readahead.decideSync(file, 500, 300);
        window(500, 256, 628);
    }

    @Test
    void aMissBehindMoreCachedPagesThanAreAskedForReadsOnFromThere() {
        bench.readIn(490, 10, false);

        readahead.decideSync(file, 500, 4);

        window(500, 14, 513);
    }

    @Test
    void cachedPagesDownToTheStartOfTheFileCountTwice() {
        bench.readIn(0, 10, false);

        readahead.decideSync(file, 10, 4);

        window(10, 24, 33);
    }

    @Test
    void noMoreThanTheLimitIsReadBehindCachedPages() {
        bench.readIn(100, 200, false);

        readahead.decideSync(file, 300, 4);

        window(300, 32, 331);
    }

    @Test
    void asManyCachedPagesAsAreAskedForAreNoStream() {
        bench.readIn(496, 4, false);

        readahead.decideSync(file, 500, 4);

        window(500, 4, -1);
    }

    @Test
    void aMarkerThatIsNotOfThisWindowContinuesAtTheNextGap() {
        bench.readIn(200, 10, false);

        readahead.decideAsync(file, 200, 1, 4);

        window(210, 26, 210);
    }

    @Test
    void nothingIsReadWhereTheNextGapIsTooFar() {
        bench.readIn(200, 40, false);

        readahead.decideAsync(file, 200, 1, 4);

        assertThat(readahead.windowPages()).isZero();
    }

    @Test
    void withoutReadAheadEveryPageIsReadByItself() {
        Readahead off = new Readahead(0, LARGEST_REQUEST, false);

        off.decideSync(file, 0, 100);

        assertThat(off.windowFirst()).isZero();
        assertThat(off.windowPages()).isEqualTo(1);
        assertThat(off.windowAhead()).isZero();
    }

    @Test
    void everyWindowSaysByWhichRuleItWasDecided() {
        readahead.decideSync(file, 0, 8);
        rule(Kind.WINDOW_AT_START);

        readahead.decideAsync(file, 8, 1, 8);
        rule(Kind.WINDOW_AT_MARKER);

        readahead.decideSync(file, 500, 3);
        rule(Kind.WINDOW_RANDOM);

        readahead.decideSync(file, 500, 300);
        rule(Kind.WINDOW_OVERSIZED);

        readahead.callEndedAt(Pages.bytes(600));
        readahead.decideSync(file, 600, 2);
        rule(Kind.WINDOW_CONTINUES_LAST_CALL);

        bench.readIn(200, 10, false);
        readahead.decideSync(file, 210, 4);
        rule(Kind.WINDOW_BEHIND_CACHED_RUN);

        readahead.decideAsync(file, 200, 1, 4);
        rule(Kind.WINDOW_BEHIND_GAP);
    }

    @Test
    void withoutReadAheadTheRuleIsThatOfAForcedRead() {
        Readahead off = new Readahead(0, LARGEST_REQUEST, false);

        off.decideSync(file, 0, 100);

        assertThat(off.rule()).isEqualTo(Kind.WINDOW_FORCED);
    }

    private void rule(Kind kind) {
        assertThat(readahead.rule()).isEqualTo(kind);
    }

    private void order(int order) {
        assertThat(readahead.order()).isEqualTo(order);
    }

    private void window(int first, int pages, int marker) {
        assertThat(readahead.windowFirst()).isEqualTo(first);
        assertThat(readahead.windowPages()).isEqualTo(pages);
        assertThat(readahead.windowAhead()).isEqualTo(marker < 0 ? 0 : first + pages - marker);
    }
}
