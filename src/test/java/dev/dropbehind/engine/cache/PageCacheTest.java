package dev.dropbehind.engine.cache;

import static dev.dropbehind.engine.cache.FolioFlags.ACTIVE;
import static dev.dropbehind.engine.cache.FolioFlags.DROPBEHIND;
import static dev.dropbehind.engine.cache.FolioFlags.LOCKED;
import static dev.dropbehind.engine.cache.FolioFlags.READAHEAD;
import static dev.dropbehind.engine.cache.FolioFlags.REFERENCED;
import static dev.dropbehind.engine.cache.FolioFlags.UPTODATE;
import static dev.dropbehind.engine.cache.FolioFlags.WRITEBACK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.testing.Bench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verbs of the cache, whatever the number of siblings (kernel-model §1.5, §2.2, §6.2). */
class PageCacheTest {

    private static final int NONE = FolioTable.NONE;

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void aPageBeingReadIsLockedAndNotYetUpToDate(int siblings) {
        Bench bench = bench(siblings);

        bench.beginRead(0, 40, false);
        assertThat(has(bench, 39, LOCKED)).isTrue();
        assertThat(has(bench, 39, UPTODATE)).isFalse();
        assertThat(bench.cache().isBeingRead(bench.file(), 39)).isTrue();

        bench.endRead(0, 40);
        assertThat(has(bench, 39, LOCKED)).isFalse();
        assertThat(has(bench, 39, UPTODATE)).isTrue();
        assertThat(bench.count(Counter.NR_FILE_PAGES)).isEqualTo(40);
        bench.check();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void aLookUpFindsUpTo31FoliosInARow(int siblings) {
        Bench bench = bench(siblings);
        bench.readIn(5, 64, false);

        FolioBatch batch = bench.lookUp(10, 69);

        assertThat(batch.folios()).isEqualTo(31);
        assertThat(batch.endPage()).isEqualTo(41);
        assertThat(batch.markerPage()).isEqualTo(NONE);
        assertThat(batch.pendingPage()).isEqualTo(NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void aLookUpStopsAtAGapAndAtItsEnd(int siblings) {
        Bench bench = bench(siblings);
        bench.readIn(0, 10, false);
        bench.readIn(11, 10, false);

        assertThat(bench.lookUp(3, 30).endPage()).isEqualTo(10);
        assertThat(bench.lookUp(12, 15).endPage()).isEqualTo(15);
        assertThat(bench.lookUp(10, 15).isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void aLookUpStopsBehindTheMarker(int siblings) {
        Bench bench = bench(siblings);
        bench.beginRead(0, 16, false);
        bench.cache().setReadaheadMarker(bench.file(), 8);
        bench.endRead(0, 16);

        FolioBatch batch = bench.lookUp(4, 16);

        assertThat(batch.endPage()).isEqualTo(9);
        assertThat(batch.markerPage()).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void aLookUpStopsBeforeWhatIsStillBeingReadAndSaysSo(int siblings) {
        Bench bench = bench(siblings);
        bench.readIn(0, 8, false);
        bench.beginRead(8, 8, false);
        bench.cache().setReadaheadMarker(bench.file(), 8);

        FolioBatch batch = bench.lookUp(4, 16);

        assertThat(batch.endPage()).isEqualTo(8);
        assertThat(batch.pendingPage()).isEqualTo(8);
        assertThat(batch.markerPage()).isEqualTo(8);
    }

    @Test
    void aLookUpTakesAReferenceOnWhatItFoundAndNothingElse() {
        Bench bench = Bench.empty();
        bench.readIn(0, 32, false);

        FolioBatch batch = bench.lookUp(8, 16);

        assertThat(users(bench, 7)).isZero();
        assertThat(users(bench, 8)).isEqualTo(1);
        assertThat(users(bench, 15)).isEqualTo(1);
        assertThat(users(bench, 16)).isZero();
        bench.release(batch);
        assertThat(users(bench, 8)).isZero();
        bench.check();
    }

    @Test
    void aLookUpDoesNotClearDropbehind() {
        Bench bench = Bench.empty();
        bench.readIn(0, 8, true);

        bench.release(bench.lookUp(0, 8));

        assertThat(has(bench, 0, DROPBEHIND)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void onceUsedIsReferencedTwiceIsActive(int siblings) {
        Bench bench = bench(siblings);
        bench.readIn(0, 31, false);

        use(bench, 0, 8);
        assertThat(has(bench, 0, REFERENCED)).isTrue();
        assertThat(has(bench, 0, ACTIVE)).isFalse();
        assertThat(has(bench, 8, REFERENCED)).isFalse();

        use(bench, 0, 4);
        assertThat(has(bench, 0, ACTIVE)).isTrue();
        assertThat(has(bench, 0, REFERENCED)).isFalse();
        assertThat(has(bench, 4, ACTIVE)).isFalse();
        assertThat(bench.count(Counter.NR_ACTIVE_FILE)).isEqualTo(4);

        use(bench, 0, 4);
        assertThat(has(bench, 0, ACTIVE | REFERENCED)).isTrue();
        assertThat(bench.count(Counter.PGACTIVATE)).isEqualTo(4);
        bench.check();
    }

    @Test
    void whatIsDeactivatedStaysReferencedAndIsActiveWithItsNextUse() {
        Bench bench = Bench.empty();
        bench.readIn(0, 31, false);
        for (int times = 0; times < 3; times++) {
            use(bench, 0, 31);
        }

        bench.cache().isolated().isolateActive(0, 31);
        bench.cache().isolated().deactivate(bench.cache().isolated().firstIsolated());
        assertThat(has(bench, 0, ACTIVE)).isFalse();
        assertThat(has(bench, 0, REFERENCED)).isTrue();

        use(bench, 0, 1);
        assertThat(has(bench, 0, ACTIVE)).isTrue();
        bench.check();
    }

    @Test
    void aFolioThatTheLastReadEndedInIsNotMarkedAgain() {
        Bench bench = Bench.empty();
        bench.readIn(0, 8, false);
        FolioBatch batch = bench.lookUp(0, 4);

        bench.cache().markAccessed(batch, true);
        bench.release(batch);

        assertThat(has(bench, 0, REFERENCED)).isFalse();
        assertThat(has(bench, 1, REFERENCED)).isTrue();
    }

    @Test
    void aDropbehindFolioIsNeverReferencedNorActivated() {
        Bench bench = Bench.empty();
        bench.readIn(0, 31, true);

        use(bench, 0, 31);
        use(bench, 0, 31);

        assertThat(has(bench, 0, REFERENCED | ACTIVE)).isFalse();
        assertThat(bench.count(Counter.NR_INACTIVE_FILE)).isEqualTo(31);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void referencesSurviveAnySplitByOthers(int siblings) {
        Bench bench = bench(siblings);
        bench.readIn(0, 32, false);
        FolioBatch whole = bench.lookUp(0, 31);
        FolioBatch middle = bench.lookUp(10, 20);
        FolioBatch inner = bench.lookUp(12, 13);

        assertThat(users(bench, 12)).isEqualTo(3);
        bench.release(whole);
        assertThat(users(bench, 0)).isZero();
        assertThat(users(bench, 30)).isZero();
        assertThat(users(bench, 15)).isEqualTo(1);
        assertThat(users(bench, 12)).isEqualTo(2);
        bench.release(inner);
        bench.release(middle);

        assertThat(users(bench, 12)).isZero();
        bench.check();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void whatIsRemovedWhileUsedIsFreedWithItsLastUser(int siblings) {
        Bench bench = bench(siblings);
        bench.readIn(0, 8, false);
        FolioBatch first = bench.lookUp(0, 8);
        FolioBatch second = bench.lookUp(0, 8);

        bench.cache().forEach(first, folio -> bench.cache().remove(folio, 0));

        assertThat(bench.file().folioAt(0)).isEqualTo(NONE);
        assertThat(bench.count(Counter.NR_FILE_PAGES)).isZero();
        assertThat(bench.cache().detachedPages()).isEqualTo(8);
        bench.check();

        bench.release(first);
        assertThat(bench.cache().detachedPages()).isEqualTo(8);
        assertThat(bench.count(Counter.PGFREE)).isZero();

        bench.release(second);
        assertThat(bench.cache().detachedPages()).isZero();
        assertThat(bench.count(Counter.PGFREE)).isEqualTo(8);
        assertThat(bench.cache().folios().liveRows()).isZero();
        bench.check();
    }

    @Test
    void aMarkerIsTakenOnce() {
        Bench bench = Bench.empty();
        bench.readIn(0, 8, false);
        bench.cache().setReadaheadMarker(bench.file(), 4);

        assertThat(bench.cache().takeReadaheadMarker(bench.file(), 3)).isFalse();
        assertThat(bench.cache().takeReadaheadMarker(bench.file(), 4)).isTrue();
        assertThat(bench.cache().takeReadaheadMarker(bench.file(), 4)).isFalse();
        assertThat(bench.cache().takeReadaheadMarker(bench.file(), 400)).isFalse();
    }

    @Test
    void theMarkerOfAFolioUnderWritebackMeansSomethingElse() {
        Bench bench = Bench.empty();
        bench.readIn(0, 8, false);
        new CacheSaboteur(bench.cache()).set(bench.file(), 0, READAHEAD | WRITEBACK);

        assertThat(bench.cache().takeReadaheadMarker(bench.file(), 0)).isFalse();
        assertThat(has(bench, 0, READAHEAD)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void isolationTakesTheOldestAndPuttingBackMakesThemTheNewest(int siblings) {
        Bench bench = bench(siblings);
        bench.readIn(0, 62, false);

        assertThat(bench.cache().isolated().isolateInactive(0, 32)).isEqualTo(32);
        assertThat(bench.count(Counter.NR_ISOLATED_FILE)).isEqualTo(32);
        assertThat(bench.cache().folios().firstPage(bench.cache().isolated().firstIsolated()))
                .isZero();
        while (bench.cache().isolated().firstIsolated() != NONE) {
            bench.cache().isolated().putBack(bench.cache().isolated().firstIsolated());
        }
        assertThat(bench.cache().isolated().isolateInactive(0, 1)).isEqualTo(1);

        assertThat(bench.cache().folios().firstPage(bench.cache().isolated().firstIsolated()))
                .isEqualTo(32);
        bench.check();
    }

    @Test
    void whatIsCachedAtTheStartIsActive() {
        Bench bench = Bench.withPages(4096, 1000, 32);

        assertThat(bench.count(Counter.NR_ACTIVE_FILE)).isEqualTo(1000);
        assertThat(bench.cache().lists().batchedPages()).isZero();
        assertThat(bench.cache().mappings().getFirst().cachedPages()).isEqualTo(1000);
        bench.check();
    }

    private static void use(Bench bench, int first, int end) {
        FolioBatch batch = bench.lookUp(first, end);
        bench.cache().markAccessed(batch, false);
        bench.release(batch);
    }

    private static Bench bench(int siblings) {
        return Bench.withPages(4096, 0, siblings);
    }

    private static boolean has(Bench bench, int page, int flags) {
        return bench.cache().folios().hasAny(bench.file().folioAt(page), flags);
    }

    private static int users(Bench bench, int page) {
        return bench.cache().folios().users(bench.file().folioAt(page));
    }
}
