package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.spec.Pages;
import java.util.List;

/**
 * Cuts rows of folios where some of them are to be treated differently: table, index and lists know of the parts, each
 * of which stands where the whole stood.
 */
final class FolioRows {

    private final FolioTable folios;
    private final LruLists lists;
    private final List<Mapping> mappings;

    FolioRows(FolioTable folios, LruLists lists, List<Mapping> mappings) {
        this.folios = folios;
        this.lists = lists;
        this.mappings = mappings;
    }

    /** Returns a row that starts at this page of the row given. */
    int startingAt(int folio, int page) {
        int before = (page - folios.firstPage(folio)) >> folios.order(folio);
        return before == 0 ? folio : split(folio, before);
    }

    /** Returns the row cut down to its first folios. */
    int trimmed(int folio, int most) {
        if (folios.siblings(folio) > most) {
            split(folio, most);
        }
        return folio;
    }

    /** Returns the row that begins with the folio of a sector and ends with its last folio that lies in the range. */
    int arrivedAt(Mapping mapping, long sector, long end) {
        int page = (int) (sector / Pages.SECTORS);
        int folio = startingAt(mapping.index().find(page), page);
        long begin = (long) folios.firstPage(folio) * Pages.SECTORS;
        int whole = (int) ((end - begin) / Pages.SECTORS) >> folios.order(folio);
        return trimmed(folio, begin == sector && whole > 0 ? whole : 1);
    }

    /** Returns a row that holds just the folio of this page. */
    int only(Mapping mapping, int page) {
        return trimmed(startingAt(mapping.index().find(page), page), 1);
    }

    /** Returns how many folios of a row have a part before a page. */
    int foliosUpTo(int folio, int endPage) {
        int order = folios.order(folio);
        return (endPage - folios.firstPage(folio) + (1 << order) - 1) >> order;
    }

    /** Cuts a row behind so many folios; returns the row of the others. */
    int split(int folio, int keep) {
        int tail = folios.split(folio, keep);
        lists.linkSplit(folio, tail);
        int mappingId = folios.mappingOf(folio);
        if (mappingId == FolioTable.NONE) {
            return tail;
        }
        mappings.get(mappingId).index().replace(folios.firstPage(tail), folios.endPage(tail), tail);
        return tail;
    }
}
