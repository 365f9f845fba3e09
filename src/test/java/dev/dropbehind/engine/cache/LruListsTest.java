package dev.dropbehind.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lists and batches as links inside the folio table (kernel-model §6.2). */
class LruListsTest {

    private final FolioTable folios = new FolioTable(FolioTable.MAX_SIBLINGS);
    private final Counters counters = new Counters();
    private final LruLists lists = new LruLists(folios, counters, 2);

    @Test
    void aBatchOf31IsDrainedWhenItIsFull() {
        for (int page = 0; page < 30; page++) {
            lists.addToBatch(folio(page, 1), 0);
        }
        assertThat(lists.inactivePages(0)).isZero();
        assertThat(lists.batchedPages()).isEqualTo(30);
        assertThat(lists.batchRoom(0)).isEqualTo(1);

        lists.addToBatch(folio(30, 1), 0);

        assertThat(lists.inactivePages(0)).isEqualTo(31);
        assertThat(lists.batchedPages()).isZero();
        assertThat(counters.get(Counter.NR_INACTIVE_FILE)).isEqualTo(31);
    }

    @Test
    void theBatchesOfProcessorsAreTheirOwn() {
        lists.addToBatch(folio(0, 30), 0);
        lists.addToBatch(folio(30, 30), 1);

        lists.drain(1);

        assertThat(pages(LruLists.INACTIVE)).containsExactly(30);
        assertThat(lists.batchedPages()).isEqualTo(30);
    }

    @Test
    void drainingKeepsTheOrderOfAddition() {
        lists.putOnList(folio(100, 1));
        for (int page = 0; page < 5; page++) {
            lists.addToBatch(folio(page, 1), 0);
        }
        lists.drain(0);

        assertThat(pages(LruLists.INACTIVE)).containsExactly(100, 0, 1, 2, 3, 4);
    }

    @Test
    void whatIsSplitOffFollowsWhatItWasSplitFrom() {
        lists.putOnList(folio(0, 1));
        int middle = folio(10, 20);
        lists.putOnList(middle);
        lists.putOnList(folio(50, 1));

        lists.linkSplit(middle, folios.split(middle, 5));
        lists.linkSplit(middle, folios.split(middle, 2));

        assertThat(pages(LruLists.INACTIVE)).containsExactly(0, 10, 12, 15, 50);
        assertThat(lists.inactivePages(0)).isEqualTo(22);
    }

    @Test
    void aSplitAtTheHeadLeavesTheNewerPartThere() {
        int folio = folio(0, 4);
        lists.putOnList(folio);

        lists.linkSplit(folio, folios.split(folio, 1));
        lists.putOnList(folio(90, 1));

        assertThat(pages(LruLists.INACTIVE)).containsExactly(0, 1, 90);
    }

    @Test
    void unlinkingWorksAtEitherEndAndInTheMiddle() {
        List<Integer> rows = new ArrayList<>();
        for (int page = 0; page < 5; page++) {
            rows.add(folio(page, 1));
            lists.putOnList(rows.getLast());
        }

        lists.unlink(rows.get(0));
        lists.unlink(rows.get(2));
        lists.unlink(rows.get(4));

        assertThat(pages(LruLists.INACTIVE)).containsExactly(1, 3);
        assertThat(folios.isListed(rows.get(2))).isFalse();
        assertThat(counters.get(Counter.NR_INACTIVE_FILE)).isEqualTo(2);
    }

    @Test
    void activationMovesToTheHeadOfTheActiveList() {
        int first = folio(0, 2);
        lists.putOnList(first);
        int second = folio(2, 3);
        lists.putOnList(second);

        lists.activate(first);
        lists.activate(second);

        assertThat(pages(LruLists.ACTIVE)).containsExactly(0, 2);
        assertThat(counters.get(Counter.NR_ACTIVE_FILE)).isEqualTo(5);
        assertThat(counters.get(Counter.NR_INACTIVE_FILE)).isZero();
        assertThat(counters.get(Counter.PGACTIVATE)).isEqualTo(5);
    }

    @Test
    void whatIsActivatedInABatchReachesTheActiveListWhenTheBatchIsDrained() {
        int folio = folio(0, 2);
        lists.addToBatch(folio, 0);
        lists.activate(folio);
        assertThat(lists.activePages(0)).isZero();

        lists.drain(0);

        assertThat(pages(LruLists.ACTIVE)).containsExactly(0);
    }

    @Test
    void aLargeFolioDrainsTheBatchAtOnce() {
        lists.addToBatch(folio(0, 5), 0);
        assertThat(lists.batchedPages()).isEqualTo(5);

        lists.addToBatch(folios.create(0, 512, 1, 9, FolioFlags.UPTODATE), 0);

        assertThat(pages(LruLists.INACTIVE)).containsExactly(0, 512);
        assertThat(lists.batchedPages()).isZero();
        assertThat(lists.inactivePages(0)).isEqualTo(517);
    }

    @Test
    void eachGroupHasItsListsAndSharesTheBatches() {
        int mine = folio(0, 2);
        folios.chargeTo(mine, 1);
        lists.addToBatch(mine, 0);
        lists.addToBatch(folio(10, 3), 0);

        lists.drain(0);
        lists.activate(mine);

        assertThat(lists.inactivePages(0)).isEqualTo(3);
        assertThat(lists.inactivePages(1)).isZero();
        assertThat(lists.activePages(1)).isEqualTo(2);
        assertThat(counters.get(Counter.NR_INACTIVE_FILE)).isEqualTo(3);
        assertThat(counters.get(Counter.NR_ACTIVE_FILE)).isEqualTo(2);
        assertThat(counters.get(Counter.CGROUP_ACTIVE_FILE)).isEqualTo(2);
        assertThat(counters.get(Counter.CGROUP_INACTIVE_FILE)).isZero();
        assertThat(counters.get(Counter.CGROUP_PGACTIVATE)).isEqualTo(2);
    }

    private int folio(int page, int siblings) {
        return folios.create(0, page, siblings, 0, FolioFlags.UPTODATE);
    }

    private List<Integer> pages(int list) {
        List<Integer> pages = new ArrayList<>();
        for (int folio = lists.oldest(list); folio != FolioTable.NONE; folio = folios.newerOf(folio)) {
            pages.add(folios.firstPage(folio));
        }
        return pages;
    }
}
