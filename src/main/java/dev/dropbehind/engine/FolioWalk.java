package dev.dropbehind.engine;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.FolioView;
import dev.dropbehind.engine.cache.Mapping;
import java.util.ArrayList;
import java.util.List;

/** Walks the cached pages of a file in their order and joins those that follow each other in the same state. */
final class FolioWalk {

    private final FolioTable table;
    private final Mapping mapping;
    private final int limit;
    private final List<FolioRun> runs = new ArrayList<>();

    private FolioWalk(FolioTable table, Mapping mapping, int limit) {
        this.table = table;
        this.mapping = mapping;
        this.limit = limit;
    }

    /**
     * Returns runs of folios.
     *
     * @param from the page to begin at; a folio that holds it is seen whole
     * @param limit how many runs at most
     */
    static List<FolioRun> of(FolioTable table, Mapping mapping, int from, int limit) {
        return new FolioWalk(table, mapping, limit).from(from);
    }

    private List<FolioRun> from(int from) {
        int end = mapping.filePages();
        for (int page = mapping.nextPresent(from, end); page < end; page = mapping.nextPresent(page, end)) {
            FolioRun run = runAt(mapping.folioAt(page));
            if (!append(run)) {
                break;
            }
            page = run.firstPage() + run.pages();
        }
        return runs;
    }

    private FolioRun runAt(int folio) {
        FolioView view = table.view(folio);
        return new FolioRun(view.mapping(), view.firstPage(), table.pages(folio), view.order(), view.flags());
    }

    private boolean append(FolioRun run) {
        if (!runs.isEmpty() && runs.getLast().continuesIn(run)) {
            runs.add(runs.removeLast().joinedWith(run));
            return true;
        }
        return runs.size() < limit && runs.add(run);
    }
}
