package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.MappingOperations;
import dev.dropbehind.engine.cache.WritebackControl;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes pages whose data is journalled ({@code data=journal}): to its place only what a commit has written to the
 * journal. Who waits for all commits first; who does not passes over what is not committed (ext4_writepages).
 */
final class JournalledPages implements MappingOperations {

    private final List<Inode> inodes;
    private final WritePages pages;
    private final Journal journal;
    private final Map<Task, Journal.Commit> commits = new LinkedHashMap<>();

    JournalledPages(List<Inode> inodes, WritePages pages, Journal journal) {
        this.inodes = inodes;
        this.pages = pages;
        this.journal = journal;
    }

    @Override
    public void becameDirty(Mapping mapping) {
        pages.becameDirty(mapping);
    }

    @Override
    public void writebackEnded(Mapping mapping, int count) {
        pages.writebackEnded(mapping, count);
    }

    @Override
    public Step writePages(Mapping mapping, WritebackControl control, Task task, Bill bill) {
        Inode inode = inodes.get(mapping.id());
        if (commits.containsKey(task) || mustCommit(inode, control)) {
            Journal.Commit commit = commits.computeIfAbsent(task, _ -> begin(inode));
            Step step = commit.advance(task, bill);
            if (step != Step.DONE) {
                return step;
            }
            commits.remove(task);
        }
        return pages.writePages(mapping, control, task, bill);
    }

    private static boolean mustCommit(Inode inode, WritebackControl control) {
        return control.isSyncAll()
                && !control.isDone()
                && inode.journal().nextHeld(control.cursor(), control.endPage()) < control.endPage();
    }

    private Journal.Commit begin(Inode inode) {
        Journal.Commit commit = journal.new Commit();
        commit.begin(inode, true);
        return commit;
    }
}
