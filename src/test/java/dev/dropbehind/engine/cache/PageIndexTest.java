package dev.dropbehind.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which row covers which page: at the edges of leaves and branches, and against a map of pages. */
class PageIndexTest {

    private static final int NONE = FolioTable.NONE;
    private static final int BRANCH = 1 << 16;
    private static final int LAST_PAGE = Pages.holding(JobSpec.MAX_FILE_BYTES) - 1;

    private static final int SHADOW = -5;

    private final Counters counters = new Counters();
    private final ShadowNodes nodes = new ShadowNodes(counters);
    private final PageIndex index = new PageIndex(0, nodes);
    private final NavigableMap<Integer, Integer> shadows = new TreeMap<>();

    @Test
    void nothingIsFoundInAnEmptyIndex() {
        assertThat(index.find(0)).isEqualTo(NONE);
        assertThat(index.find(LAST_PAGE)).isEqualTo(NONE);
        assertThat(index.nextPresent(0, LAST_PAGE)).isEqualTo(LAST_PAGE);
        assertThat(index.nextMissing(5, 9)).isEqualTo(5);
        assertThat(index.presentBefore(100, 50)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 64, 2 * 64, BRANCH, 3 * BRANCH, 1 << 26})
    void everyRangeAcrossTheEdgeOfALeafIsFoundAndForgotten(int edge) {
        for (int first = Math.max(0, edge - 66); first < edge + 66; first++) {
            for (int length : new int[] {1, 2, 31, 32, 63, 64, 65, 129}) {
                int end = first + length;
                index.insert(first, end, 7);
                assertThat(index.find(first)).isEqualTo(7);
                assertThat(index.find(end - 1)).isEqualTo(7);
                assertThat(index.find(end)).isEqualTo(NONE);
                assertThat(first == 0 ? NONE : index.find(first - 1)).isEqualTo(NONE);
                assertThat(index.nextPresent(0, end + 200)).isEqualTo(first);
                assertThat(index.nextMissing(first, end + 200)).isEqualTo(end);
                assertThat(index.presentBefore(end, 200)).isEqualTo(length);
                index.remove(first, end);
                assertThat(index.nextPresent(Math.max(0, first - 200), end + 200))
                        .isEqualTo(end + 200);
            }
        }
    }

    @Test
    void theLastPageOfTheLongestFileHasItsPlace() {
        index.insert(LAST_PAGE, LAST_PAGE + 1, 9);

        assertThat(index.find(LAST_PAGE)).isEqualTo(9);
        assertThat(index.nextPresent(0, LAST_PAGE + 1)).isEqualTo(LAST_PAGE);
        assertThat(index.nextMissing(LAST_PAGE, LAST_PAGE + 33)).isEqualTo(LAST_PAGE + 1);
    }

    @Test
    void searchesStopAtTheEndOfTheirRange() {
        index.insert(10, 20, 1);

        assertThat(index.nextPresent(0, 5)).isEqualTo(5);
        assertThat(index.nextPresent(0, 10)).isEqualTo(10);
        assertThat(index.nextMissing(10, 15)).isEqualTo(15);
        assertThat(index.presentBefore(20, 4)).isEqualTo(4);
        assertThat(index.presentBefore(20, 100)).isEqualTo(10);
        index.insert(0, 10, 1);
        assertThat(index.presentBefore(20, 100)).isEqualTo(20);
    }

    @Test
    void aPageIsNotCachedTwice() {
        index.insert(60, 70, 1);

        assertThatThrownBy(() -> index.insert(69, 71, 2)).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 64, BRANCH, 1 << 26})
    void aShadowIsNoFolioAndGoesWhenOneComes(int edge) {
        int first = Math.max(0, edge - 40);
        int end = edge + 90;
        index.insert(first, end, 7);
        evict(first, end);

        assertThat(index.find(edge)).isEqualTo(NONE);
        assertThat(index.shadowOf(edge)).isEqualTo(SHADOW);
        assertThat(index.shadowPages()).isEqualTo(end - first);
        assertThat(index.nextPresent(first, end)).isEqualTo(end);
        assertThat(index.nextMissing(first, end)).isEqualTo(first);
        assertThat(index.nextShadow(0, end)).isEqualTo(first);
        assertThat(index.presentBefore(end, 50)).isZero();

        index.insert(first + 1, end, 8);
        assertThat(index.shadowOf(edge + 1)).isEqualTo(NONE);
        assertThat(index.shadowPages()).isEqualTo(1);
        assertThat(index.overwrittenShadows()).isEqualTo(end - first - 1);
        assertThat(index.nextShadow(first + 1, end)).isEqualTo(end);
    }

    @Test
    void aLeafOfShadowsAloneIsKnownUntilItGetsAFolioOrIsForgotten() {
        index.insert(0, 128, 1);
        evict(0, 63);
        assertThat(counters.get(Counter.WORKINGSET_NODES)).isZero();

        evict(63, 128);
        assertThat(counters.get(Counter.WORKINGSET_NODES)).isEqualTo(2);
        assertThat(nodes.pageOf(nodes.oldest()) / 64).isZero();

        index.insert(5, 6, 2);
        assertThat(counters.get(Counter.WORKINGSET_NODES)).isEqualTo(1);
        index.remove(5, 6);
        assertThat(counters.get(Counter.WORKINGSET_NODES)).isEqualTo(2);
        assertThat(nodes.pageOf(nodes.oldest()) / 64).isEqualTo(1);

        assertThat(index.forgetShadows(nodes.pageOf(nodes.oldest()))).isEqualTo(64);
        assertThat(index.forgetShadows(nodes.pageOf(nodes.oldest()))).isEqualTo(63);
        assertThat(counters.get(Counter.WORKINGSET_NODES)).isZero();
        assertThat(nodes.oldest()).isEqualTo(NONE);
        assertThat(index.shadowPages()).isZero();
    }

    @Test
    @Timeout(10)
    void theWayToAShadowIsAsShortThroughTheLongestFile() {
        int end = Pages.holding(JobSpec.MAX_FILE_BYTES);
        index.insert(end - 8, end, 1);
        evict(end - 8, end);

        for (int times = 0; times < 5_000; times++) {
            assertThat(index.nextShadow(0, end)).isEqualTo(end - 8);
        }
    }

    @Test
    void whatIsDroppedBesideShadowsLeavesNone() {
        index.insert(0, 10, 1);
        evict(0, 5);
        index.remove(5, 10);

        assertThat(index.shadowOf(7)).isEqualTo(NONE);
        assertThat(index.shadowPages()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anyHistoryGivesWhatAMapOfPagesGives(long seed) {
        Random64 random = new Seeds(seed).of("index");
        NavigableMap<Integer, Integer> reference = new TreeMap<>();
        int span = 3 * BRANCH;
        for (int step = 0; step < 30_000; step++) {
            int first = (int) random.between(0, span);
            first = step % 3 == 0 ? first : first % 500 + BRANCH - 250;
            int end = index.nextPresent(first, first + (int) random.between(1, 70));
            switch ((int) random.between(0, 3)) {
                case 0 -> insert(reference, first, end, step);
                case 1 -> remove(reference, index.nextPresent(first, first + 300));
                case 2 -> evict(reference, index.nextPresent(first, first + 300), step);
                default -> replace(reference, index.nextPresent(first, first + 300), step);
            }
            assertThat(index.find(first)).isEqualTo(reference.getOrDefault(first, NONE));
            assertThat(index.nextPresent(first, first + 1000)).isEqualTo(nextPresent(reference, first, first + 1000));
            assertThat(index.nextShadow(first, first + 1000)).isEqualTo(nextPresent(shadows, first, first + 1000));
            if (step % 5 == 0 && nodes.oldest() != NONE) {
                forget(reference, nodes.pageOf(nodes.oldest()));
            }
        }
        for (int page = 0; page < span + 100; page++) {
            assertThat(index.find(page)).isEqualTo(reference.getOrDefault(page, NONE));
            assertThat(index.shadowOf(page)).isEqualTo(shadows.getOrDefault(page, NONE));
        }
        assertThat(index.shadowPages()).isEqualTo(shadows.size());
    }

    private void evict(int first, int end) {
        index.evict(
                first,
                end,
                0,
                IntStream.generate(() -> SHADOW).limit(end - first).toArray());
    }

    /** Leaves a shadow of its own on each folio; the size of folios changes from step to step. */
    private void evict(NavigableMap<Integer, Integer> reference, int first, int step) {
        int end = index.nextMissing(first, first + 50);
        int order = step % 3;
        int[] ofFolios =
                IntStream.range(0, 50).map(folio -> SHADOW - step - folio).toArray();
        if (end > first) {
            index.evict(first, end, order, ofFolios);
            reference.subMap(first, end).clear();
            for (int page = first; page < end; page++) {
                shadows.put(page, ofFolios[(page - first) >> order]);
            }
        }
    }

    private void forget(NavigableMap<Integer, Integer> reference, int page) {
        int leaf = page & -64;
        assertThat(reference.subMap(leaf, leaf + 64)).isEmpty();
        assertThat(index.forgetShadows(page))
                .isEqualTo(shadows.subMap(leaf, leaf + 64).size());
        shadows.subMap(leaf, leaf + 64).clear();
    }

    private void insert(NavigableMap<Integer, Integer> reference, int first, int end, int folio) {
        index.insert(first, end, folio);
        shadows.subMap(first, end).clear();
        for (int page = first; page < end; page++) {
            reference.put(page, folio);
        }
    }

    private void remove(NavigableMap<Integer, Integer> reference, int first) {
        int end = index.nextMissing(first, first + 50);
        index.remove(first, end);
        reference.subMap(first, end).clear();
    }

    private void replace(NavigableMap<Integer, Integer> reference, int first, int folio) {
        int end = index.nextMissing(first, first + 50);
        index.replace(first, end, folio);
        reference.subMap(first, end).replaceAll((_, _) -> folio);
    }

    private static int nextPresent(NavigableMap<Integer, Integer> reference, int first, int end) {
        Integer page = reference.ceilingKey(first);
        return page == null ? end : Math.min(page, end);
    }
}
