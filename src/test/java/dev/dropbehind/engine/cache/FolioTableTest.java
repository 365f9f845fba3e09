package dev.dropbehind.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of siblings. */
class FolioTableTest {

    private final FolioTable folios = new FolioTable(FolioTable.MAX_SIBLINGS);

    @Test
    void aRowStandsForItsSiblings() {
        int folio = folios.create(3, 64, 8, 2, FolioFlags.UPTODATE);

        assertThat(folios.view(folio)).isEqualTo(new FolioView(3, 64, 8, 2, "uptodate", 0));
        assertThat(folios.pages(folio)).isEqualTo(32);
        assertThat(folios.endPage(folio)).isEqualTo(96);
        assertThat(folios.isListed(folio)).isFalse();
    }

    @Test
    void aSplitKeepsStateAndUsersOfBothParts() {
        int folio = folios.create(3, 64, 8, 2, FolioFlags.UPTODATE | FolioFlags.DROPBEHIND);
        folios.addUser(folio);

        int tail = folios.split(folio, 3);

        assertThat(folios.view(folio)).isEqualTo(new FolioView(3, 64, 3, 2, "uptodate|dropbehind", 1));
        assertThat(folios.view(tail)).isEqualTo(new FolioView(3, 76, 5, 2, "uptodate|dropbehind", 1));
    }

    @Test
    void whoeverKnewTheWholeRowFindsItsPartsInOrderHoweverItWasSplit() {
        int folio = folios.create(0, 0, 32, 0, 0);
        int second = folios.split(folio, 20);
        folios.split(second, 5);
        folios.split(folio, 7);

        List<Integer> firstPages = new ArrayList<>();
        for (int part = folio; part != FolioTable.NONE; part = folios.restOf(part)) {
            firstPages.add(folios.firstPage(part));
        }

        assertThat(firstPages).containsExactly(0, 7, 20, 25);
    }

    @Test
    void rowsAreUsedAgainAndStartClean() {
        int folio = folios.create(0, 0, 4, 0, FolioFlags.DIRTY);
        folios.leaveMapping(folio);
        folios.free(folio);

        int again = folios.create(1, 9, 1, 0, 0);

        assertThat(again).isEqualTo(folio);
        assertThat(folios.view(again)).isEqualTo(new FolioView(1, 9, 1, 0, "", 0));
        assertThat(folios.restOf(again)).isEqualTo(FolioTable.NONE);
        assertThat(folios.liveRows()).isEqualTo(1);
    }

    @Test
    void theTableGrowsAndVisitsOnlyRowsInUse() {
        for (int page = 0; page < 5000; page++) {
            folios.create(0, page, 1, 0, 0);
        }
        for (int folio = 0; folio < 5000; folio += 2) {
            folios.leaveMapping(folio);
            folios.free(folio);
        }
        List<Integer> seen = new ArrayList<>();
        folios.forEach(folio -> seen.add(folios.firstPage(folio)));

        assertThat(seen).hasSize(2500).allMatch(page -> page % 2 == 1);
        assertThat(folios.liveRows()).isEqualTo(2500);
    }

    @Test
    void aRowInUseIsNeverFreed() {
        int folio = folios.create(0, 0, 1, 0, 0);

        assertThatThrownBy(() -> folios.free(folio)).isInstanceOf(AssertionError.class);
    }

    @Test
    void siblingsAreLimited() {
        assertThatThrownBy(() -> new FolioTable(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FolioTable(FolioTable.MAX_SIBLINGS + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
