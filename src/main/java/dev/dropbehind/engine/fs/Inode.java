package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.spec.Pages;

/**
 * A file: one contiguous extent on the device.
 *
 * @param name its name in the jobs
 * @param mapping its cached pages
 * @param firstSector where it begins on the device
 * @param sizeBytes its length
 */
public record Inode(String name, Mapping mapping, long firstSector, long sizeBytes) {

    /** Returns the first sector of a page of the file. */
    public long sectorOf(int page) {
        return firstSector + (long) page * Pages.SECTORS;
    }
}
