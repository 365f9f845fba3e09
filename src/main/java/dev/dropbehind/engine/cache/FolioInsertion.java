package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.memory.Cgroup;

/** Puts new folios into the index and on their way to a list, the kernel's {@code filemap_add_folio}. */
final class FolioInsertion {

    private final FolioTable folios;
    private final FolioRows rows;
    private final LruLists lists;
    private final Workingset workingset;
    private final Cgroup cgroup;

    FolioInsertion(FolioTable folios, FolioRows rows, LruLists lists, Workingset workingset, Cgroup cgroup) {
        this.folios = folios;
        this.rows = rows;
        this.lists = lists;
        this.workingset = workingset;
        this.cgroup = cgroup;
    }

    /**
     * Inserts folios of one size that follow each other.
     *
     * @return how many of them had a shadow and so were judged
     */
    int insert(Mapping mapping, int first, int count, int order, int flags, int cpu) {
        int end = first + count;
        int judged = 0;
        for (int page = first; page < end; ) {
            int stop = Math.min(end, page + (folios.maxSiblings() << order));
            if (mapping.nextShadow(page, stop) < stop) {
                // Draining a batch moves what the next folio is compared with; large folios drain it one by one.
                int folioRoom = order == 0 ? lists.batchRoom(cpu) : 1;
                stop = Math.min(stop, page + (folioRoom << order));
                judged += insertJudged(mapping, page, stop, order, flags, cpu);
            } else {
                addToLists(newJobRow(mapping, page, stop, order, flags), cpu);
            }
            page = stop;
        }
        return judged;
    }

    /** Inserts folios, each judged by its shadow; those beside each other that come out the same are a row. */
    private int insertJudged(Mapping mapping, int first, int end, int order, int flags, int cpu) {
        int size = 1 << order;
        int judged = 0;
        int rowFirst = first;
        int rowFlags = 0;
        for (int page = first; page < end; page += size) {
            judged += mapping.nextShadow(page, page + size) < page + size ? 1 : 0;
            int more = workingset.refault(mapping, page, size, cgroup.number());
            if (more != rowFlags && page > rowFirst) {
                addToLists(newJobRow(mapping, rowFirst, page, order, flags | rowFlags), cpu);
                rowFirst = page;
            }
            rowFlags = more;
        }
        addToLists(newJobRow(mapping, rowFirst, end, order, flags | rowFlags), cpu);
        return judged;
    }

    private int newJobRow(Mapping mapping, int page, int end, int order, int flags) {
        int folio = newRow(mapping, page, end, order, flags);
        folios.chargeTo(folio, cgroup.number());
        return folio;
    }

    /** Makes an indexed row of folios. */
    int newRow(Mapping mapping, int page, int end, int order, int flags) {
        int folio = folios.create(mapping.id(), page, (end - page) >> order, order, flags);
        mapping.index().insert(page, end, folio);
        return folio;
    }

    /** Lets single pages wait in the processor's batch; large folios empty it and get to a list at once. */
    private void addToLists(int folio, int cpu) {
        int row = folio;
        // Large folios drain the batch one by one, so their order is that of a row that is added whole.
        while (folios.order(row) == 0 && folios.siblings(row) > lists.batchRoom(cpu)) {
            int tail = rows.split(row, lists.batchRoom(cpu));
            lists.addToBatch(row, cpu);
            row = tail;
        }
        lists.addToBatch(row, cpu);
    }
}
