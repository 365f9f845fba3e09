package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.FolioVisitor;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Pages;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of dirty folios and of those under writeback, each as a question that is answered by what is wrong.
 */
final class WritebackChecks {

    private static final long MAX_PAUSE_NANOS = 200_000_000;

    private final Machine machine;
    private final FolioTable folios;
    private final Counters counters;

    WritebackChecks(Machine machine) {
        this.machine = machine;
        folios = machine.cache().folios();
        counters = machine.counters();
    }

    /** Invariant 9. */
    @Nullable
    String marksAgreeWithFlags() {
        StringJoiner found = new StringJoiner(", ");
        folios.forEach(folio -> {
            if (isCached(folio) && !marksAgree(folio)) {
                found.add(folios.view(folio).toString());
            }
        });
        return found.length() == 0 ? null : found.toString();
    }

    private boolean marksAgree(int folio) {
        boolean isHalf = folios.hasAny(folio, FolioFlags.DIRTY) != folios.hasAny(folio, FolioFlags.DIRTY_TAG);
        if (isHalf && !machine.dirty().isHalfDone()) {
            return false;
        }
        Mapping mapping = machine.cache().mappings().get(folios.mappingOf(folio));
        int size = 1 << folios.order(folio);
        for (int first = folios.firstPage(folio); first < folios.endPage(folio); first += size) {
            boolean isMarkedDirty = mapping.nextDirty(first, first + size) < first + size;
            int written = mapping.nextUnderWriteback(first, first + size);
            boolean isDirty = folios.hasAny(folio, FolioFlags.DIRTY) && folios.hasAny(folio, FolioFlags.DIRTY_TAG);
            if (isMarkedDirty != isDirty
                    || written != (folios.hasAny(folio, FolioFlags.WRITEBACK) ? first : first + size)) {
                return false;
            }
        }
        return true;
    }

    /** Invariant 9, the other way round: what is marked is cached. */
    @Nullable
    String marksAreOnFolios() {
        for (Mapping mapping : machine.cache().mappings()) {
            int end = mapping.endOfCache();
            for (int page = mapping.nextDirty(0, end); page < end; page = mapping.nextDirty(page + 1, end)) {
                if (mapping.folioAt(page) == FolioTable.NONE) {
                    return "page " + page + " of mapping " + mapping.id() + " is marked dirty and not cached";
                }
            }
            for (int page = mapping.nextUnderWriteback(0, end);
                    page < end;
                    page = mapping.nextUnderWriteback(page + 1, end)) {
                if (mapping.folioAt(page) == FolioTable.NONE) {
                    return "page " + page + " of mapping " + mapping.id() + " is marked written and not cached";
                }
            }
        }
        return null;
    }

    /** Invariant 9, of page tables: what may be stored to is dirty, and what is mapped is cached and up to date. */
    @Nullable
    String mappedIsCached() {
        for (Mapping mapping : machine.cache().mappings()) {
            int end = mapping.endOfCache();
            for (int page = mapping.nextMapped(0, end); page < end; page = mapping.nextMapped(page + 1, end)) {
                if (!isCachedWith(mapping, page, FolioFlags.UPTODATE)) {
                    return "page " + page + " of mapping " + mapping.id() + " is mapped and not up to date";
                }
            }
            for (int page = mapping.nextWritable(0, end); page < end; page = mapping.nextWritable(page + 1, end)) {
                if (!isCachedWith(mapping, page, FolioFlags.DIRTY) || mapping.mappedIn(page, page + 1) == 0) {
                    return "page " + page + " of mapping " + mapping.id() + " is mapped writable and clean";
                }
            }
        }
        return null;
    }

    private boolean isCachedWith(Mapping mapping, int page, int flag) {
        int folio = mapping.folioAt(page);
        return folio != FolioTable.NONE && folios.hasAny(folio, flag);
    }

    /** Invariant 8, what is dirty can be written. */
    @Nullable
    String dirtyIsValid() {
        StringJoiner found = new StringJoiner(", ");
        folios.forEach(folio -> {
            if (isCached(folio) && folios.hasAny(folio, FolioFlags.DIRTY) && !isDirtyValid(folio)) {
                found.add(folios.view(folio).toString());
            }
        });
        return found.length() == 0 ? null : found.toString();
    }

    private boolean isDirtyValid(int folio) {
        Mapping mapping = machine.cache().mappings().get(folios.mappingOf(folio));
        long end = (long) folios.endPage(folio) * Pages.SECTORS;
        for (long sector = (long) folios.firstPage(folio) * Pages.SECTORS; sector < end; sector++) {
            sector = mapping.nextDirtySector(sector, end);
            if (sector < end && !machine.dirty().isValid(mapping, folio, sector)) {
                return false;
            }
        }
        return true;
    }

    /** Invariant 9: what reclaim wants is not written yet; the end of its writeback takes the flag. */
    @Nullable
    String wantedIsNotWritten() {
        StringJoiner found = new StringJoiner(", ");
        folios.forEach(folio -> {
            boolean isUnwritten = folios.hasAny(folio, FolioFlags.DIRTY | FolioFlags.WRITEBACK);
            if (folios.hasAny(folio, FolioFlags.RECLAIM) && isCached(folio) && !isUnwritten) {
                found.add(folios.view(folio).toString());
            }
        });
        return found.length() == 0 ? null : found.toString();
    }

    /** Invariant 10. */
    @Nullable
    String countsAgreeWithFolios() {
        long dirty = pagesWith(FolioFlags.DIRTY_TAG, 0);
        long written = pagesWith(FolioFlags.WRITEBACK, 0);
        return first(
                equal("folios dirty", dirty, Counter.NR_FILE_DIRTY),
                equal("folios under writeback", written, Counter.NR_WRITEBACK));
    }

    /** Invariant 11: there is one device, and at most one group. */
    @Nullable
    String deviceCountsAgree() {
        return first(
                equal("NR_FILE_DIRTY", counters.get(Counter.NR_FILE_DIRTY), Counter.WB_RECLAIMABLE),
                equal("NR_WRITEBACK", counters.get(Counter.NR_WRITEBACK), Counter.WB_WRITEBACK));
    }

    /** Invariant 12; without its patches the count may be anything once others come in between. */
    @Nullable
    String dontcacheDirtyAgrees() {
        return machine.dirty().countsDontcacheExactly()
                ? equal(
                        "folios dirty and marked drop-behind",
                        pagesWith(FolioFlags.DIRTY_TAG, FolioFlags.DROPBEHIND),
                        Counter.WB_DONTCACHE_DIRTY)
                : null;
    }

    /** Invariant 13. */
    @Nullable
    String dontcacheDirtyIsPartOfDirty() {
        long dontcache = counters.get(Counter.WB_DONTCACHE_DIRTY);
        long all = counters.get(Counter.WB_RECLAIMABLE);
        return dontcache <= all || !machine.dirty().countsDontcacheExactly() ? null : dontcache + " pages of " + all;
    }

    /** Invariant 19. */
    @Nullable
    String writebackEndsOnce() {
        long open = counters.get(Counter.WB_STARTED) - counters.get(Counter.WB_WRITTEN);
        return equal("started less ended", open, Counter.WB_WRITEBACK);
    }

    /** Invariant 38. */
    @Nullable
    String groupHasNoMoreThanItsFiles() {
        long files = counters.get(Counter.CGROUP_FILE_PAGES);
        long dirty = counters.get(Counter.CGROUP_FILE_DIRTY);
        long written = counters.get(Counter.CGROUP_FILE_WRITEBACK);
        return dirty <= files && written <= files ? null : dirty + " dirty, " + written + " written, of " + files;
    }

    /** Invariant 39: a pause is 200 ms at most. */
    @Nullable
    String pausesAreShort() {
        long most = counters.get(Counter.THROTTLE_PAUSES) * MAX_PAUSE_NANOS;
        long held = counters.get(Counter.THROTTLED_NANOS);
        return held <= most ? null : held + " ns in " + counters.get(Counter.THROTTLE_PAUSES) + " pauses";
    }

    /** Invariant 40. */
    @Nullable
    String dirtyFilesAreListed() {
        int listed = 0;
        for (Mapping mapping : machine.cache().mappings()) {
            if (mapping.isDirty() && !machine.writeback().isListed(mapping)) {
                return "mapping " + mapping.id() + " has dirty pages and is on no list";
            }
            listed += machine.writeback().isListed(mapping) ? 1 : 0;
        }
        int onLists = machine.writeback().listedFiles();
        return listed == onLists ? null : listed + " files are listed, the lists have " + onLists;
    }

    /** Invariant 42, where nothing is on its way: what bios were to write has been written. */
    @Nullable
    String writesSumUp() {
        boolean isQuiet = machine.bios().inFlight() == 0;
        return isQuiet
                ? equal("bytes of bios", counters.get(Counter.BIO_WRITE_BYTES), Counter.DEVICE_WRITE_BYTES)
                : null;
    }

    /** Invariant 45: where a block is read for a write, the file is the writer's; block devices have no such lock. */
    @Nullable
    String readersForWritesHoldTheirFile() {
        int locked = 0;
        for (Inode file : machine.files()) {
            locked += file.lock().isWriteLocked() ? 1 : 0;
        }
        int held = machine.dirty().foliosHeldByWriters();
        return held <= locked || machine.fileSystem().isBlockDevice()
                ? null
                : held + " folios are held by writers, who have " + locked + " files";
    }

    private long pagesWith(int flag, int andFlag) {
        long[] pages = new long[1];
        FolioVisitor count = folio -> {
            boolean counts = folios.hasAny(folio, flag) && (andFlag == 0 || folios.hasAny(folio, andFlag));
            pages[0] += counts ? folios.pages(folio) : 0;
        };
        folios.forEach(count);
        return pages[0];
    }

    private boolean isCached(int folio) {
        return folios.mappingOf(folio) != FolioTable.NONE;
    }

    private @Nullable String equal(String name, long value, Counter counter) {
        long other = counters.get(counter);
        return value == other ? null : name + " " + value + ", " + counter + " " + other;
    }

    private static @Nullable String first(@Nullable String one, @Nullable String other) {
        return one == null ? other : one;
    }
}
