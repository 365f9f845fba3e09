package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.cache.PageCache;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.spec.Pages;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files on the device before the run, one extent behind the other in the order in which jobs name them. */
final class Disk {

    private final PageCache cache;
    private final Map<String, Inode> files = new LinkedHashMap<>();
    private long nextSector;

    Disk(PageCache cache) {
        this.cache = cache;
    }

    /** Returns the file of that name, which is as long as the first job to name it says. */
    Inode file(String name, long sizeBytes) {
        Inode known = files.get(name);
        if (known != null) {
            return known;
        }
        int pages = Pages.holding(sizeBytes);
        Inode inode = new Inode(name, cache.newMapping(pages), nextSector, sizeBytes);
        nextSector += (long) pages * Pages.SECTORS;
        files.put(name, inode);
        return inode;
    }
}
