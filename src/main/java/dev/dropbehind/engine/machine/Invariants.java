package dev.dropbehind.engine.machine;

import static dev.dropbehind.engine.measure.Counter.ATOMIC_SLEEP_SPLATS;
import static dev.dropbehind.engine.measure.Counter.BIOS_ENDED;
import static dev.dropbehind.engine.measure.Counter.BIOS_SUBMITTED;
import static dev.dropbehind.engine.measure.Counter.BIO_MERGES;
import static dev.dropbehind.engine.measure.Counter.BIO_SPLITS;
import static dev.dropbehind.engine.measure.Counter.CGROUP_PGSCAN_DIRECT;
import static dev.dropbehind.engine.measure.Counter.CGROUP_PGSCAN_KSWAPD;
import static dev.dropbehind.engine.measure.Counter.CGROUP_PGSTEAL_DIRECT;
import static dev.dropbehind.engine.measure.Counter.CGROUP_PGSTEAL_KSWAPD;
import static dev.dropbehind.engine.measure.Counter.CGROUP_USAGE_PAGES;
import static dev.dropbehind.engine.measure.Counter.DEVICE_BUSY_NANOS;
import static dev.dropbehind.engine.measure.Counter.DEVICE_FLUSH_NANOS;
import static dev.dropbehind.engine.measure.Counter.DEVICE_FLUSH_REQUESTS;
import static dev.dropbehind.engine.measure.Counter.DEVICE_IN_FLIGHT;
import static dev.dropbehind.engine.measure.Counter.DEVICE_READ_BYTES;
import static dev.dropbehind.engine.measure.Counter.DEVICE_READ_NANOS;
import static dev.dropbehind.engine.measure.Counter.DEVICE_READ_REQUESTS;
import static dev.dropbehind.engine.measure.Counter.DEVICE_WRITE_NANOS;
import static dev.dropbehind.engine.measure.Counter.DEVICE_WRITE_REQUESTS;
import static dev.dropbehind.engine.measure.Counter.DIRECT_READ_SECTORS;
import static dev.dropbehind.engine.measure.Counter.EDGE_READ_SECTORS;
import static dev.dropbehind.engine.measure.Counter.FLUSHES_NOT_NEEDED;
import static dev.dropbehind.engine.measure.Counter.NR_ACTIVE_FILE;
import static dev.dropbehind.engine.measure.Counter.NR_FILE_PAGES;
import static dev.dropbehind.engine.measure.Counter.NR_FREE_PAGES;
import static dev.dropbehind.engine.measure.Counter.NR_INACTIVE_FILE;
import static dev.dropbehind.engine.measure.Counter.NR_ISOLATED_FILE;
import static dev.dropbehind.engine.measure.Counter.PGACTIVATE;
import static dev.dropbehind.engine.measure.Counter.PGSCAN_DIRECT;
import static dev.dropbehind.engine.measure.Counter.PGSCAN_FILE;
import static dev.dropbehind.engine.measure.Counter.PGSCAN_KSWAPD;
import static dev.dropbehind.engine.measure.Counter.PGSTEAL_DIRECT;
import static dev.dropbehind.engine.measure.Counter.PGSTEAL_FILE;
import static dev.dropbehind.engine.measure.Counter.PGSTEAL_KSWAPD;
import static dev.dropbehind.engine.measure.Counter.READAHEAD_MARKED_WINDOWS;
import static dev.dropbehind.engine.measure.Counter.READAHEAD_MARKERS_MET;
import static dev.dropbehind.engine.measure.Counter.READAHEAD_PAGES;
import static dev.dropbehind.engine.measure.Counter.READ_REST_SECTORS;
import static dev.dropbehind.engine.measure.Counter.WB_DONTCACHE_DIRTY;
import static dev.dropbehind.engine.measure.Counter.WORKINGSET_ACTIVATE_FILE;
import static dev.dropbehind.engine.measure.Counter.ZERO_FILLED_SECTORS;

import dev.dropbehind.engine.cache.Contents;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cache.Promise;
import dev.dropbehind.engine.cache.Workingset;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.memory.Cgroup;
import dev.dropbehind.engine.spec.Pages;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of a machine at every event (kernel-model §11.1, by its numbers). Identities of counters cost nothing
 * and are looked at every simulated second; walks look at every folio and are made at the end of a run, and after every
 * event in tests.
 */
public final class Invariants {

    /** Looks for a contradiction. */
    private interface Check {

        /** Returns what was found instead, or null where the statement holds. */
        @Nullable
        String contradiction();
    }

    private record Invariant(int number, String statement, Check check) {}

    private static final List<Counter> STOLEN =
            List.of(PGSTEAL_KSWAPD, PGSTEAL_DIRECT, PGSTEAL_FILE, CGROUP_PGSTEAL_KSWAPD, CGROUP_PGSTEAL_DIRECT);
    private static final List<Counter> SCANNED =
            List.of(PGSCAN_KSWAPD, PGSCAN_DIRECT, PGSCAN_FILE, CGROUP_PGSCAN_KSWAPD, CGROUP_PGSCAN_DIRECT);

    private final Machine machine;
    private final long seed;
    private final Counters counters;
    private final FolioTable folios;
    private final Contents contents;
    private final Counters last = new Counters();
    private long lastNanos;

    private final WritebackChecks dirty;

    private final List<Invariant> identities;
    private final List<Invariant> walks;
    private final List<Invariant> promises;

    private List<Invariant> identities() {
        return List.of(
                new Invariant(
                        11,
                        "The device has as much dirty and under writeback as the machine.",
                        dirty::deviceCountsAgree),
                new Invariant(
                        13, "What will be dropped is a part of what is dirty.", dirty::dontcacheDirtyIsPartOfDirty),
                new Invariant(19, "Each writeback that has started ends once.", dirty::writebackEndsOnce),
                new Invariant(39, "A writer is held for 200 ms at most at a time.", dirty::pausesAreShort),
                new Invariant(42, "The device has written what bios were to write.", dirty::writesSumUp),
                new Invariant(
                        45, "Who reads for a write has the file for itself.", dirty::readersForWritesHoldTheirFile),
                new Invariant(
                        38, "No more of a group is dirty, or written, than it has.", dirty::groupHasNoMoreThanItsFiles),
                new Invariant(
                        4, "All mappings together hold as many pages as NR_FILE_PAGES says.", this::mappingsSumUp),
                new Invariant(5, "Every page of memory is somewhere, and only there.", this::memorySumsUp),
                new Invariant(
                        16,
                        "Drop-behind never runs in atomic context, but where a study has it so.",
                        this::nothingSleptInAtomicContext),
                new Invariant(18, "Bios in flight are those submitted and not ended.", this::biosSumUp),
                new Invariant(33, "No more pages are stolen than scanned.", this::stolenWereScanned),
                new Invariant(34, "Free memory is never negative.", this::noStateIsNegative),
                new Invariant(
                        35, "kswapd sleeps for good only if it saw free memory above high.", this::kswapdSawBalance),
                new Invariant(36, "Lists, batches and isolated pages are all of the cache.", this::listsSumUp),
                new Invariant(41, "Events are never taken back.", this::eventsOnlyGrow),
                new Invariant(
                        43,
                        "A device is busy no longer than time has passed, nor than its requests took together.",
                        this::busyTimeIsCovered),
                new Invariant(
                        44,
                        "Requests are bios, but for flushes that no cache needs, plus splits less merges.",
                        this::requestsSumUp),
                new Invariant(
                        52,
                        "Time goes forward and a processor is busy no longer than it has passed.",
                        this::timePasses));
    }

    private List<Invariant> walks() {
        return List.of(
                new Invariant(8, "What is dirty is up to date.", dirty::dirtyIsValid),
                new Invariant(
                        9,
                        "Folios are marked dirty and under writeback as their flags say.",
                        dirty::marksAgreeWithFlags),
                new Invariant(9, "What is marked is cached.", dirty::marksAreOnFolios),
                new Invariant(
                        9,
                        "What is mapped is cached and up to date, and dirty where it may be stored to.",
                        dirty::mappedIsCached),
                new Invariant(9, "What reclaim wants is dirty or under writeback.", dirty::wantedIsNotWritten),
                new Invariant(
                        10, "As many pages are dirty and under writeback as folios say.", dirty::countsAgreeWithFolios),
                new Invariant(12, "As many dirty pages will be dropped as folios say.", dirty::dontcacheDirtyAgrees),
                new Invariant(40, "A file with dirty pages is on one list of the device.", dirty::dirtyFilesAreListed),
                new Invariant(
                        1, "Each page of a mapping is held by one folio, which the index finds.", this::indexAgrees),
                new Invariant(
                        2,
                        "A folio begins at a multiple of its size and has a size its file allows.",
                        this::foliosAreAligned),
                new Invariant(3, "A mapping has as many pages as its folios.", this::mappingsCountTheirFolios),
                new Invariant(
                        6,
                        "A folio in use is cached or has users, and is listed if it is cached.",
                        this::foliosAreAlive),
                new Invariant(
                        8, "Only up-to-date folios are read; the others are being read in.", this::readersSeeContents),
                new Invariant(
                        15,
                        "What left the cache was neither locked nor dirty nor under writeback.",
                        this::leaversWereIdle),
                new Invariant(
                        31,
                        "A drop-behind folio is never referenced, and active only where it came active, read again soon"
                                + " after reclaim, or where reclaim has met it before it was written; but for edges"
                                + " that were marked when they were found.",
                        this::dropbehindIsNotAccessed),
                new Invariant(32, "What was dropped left nothing behind in the index.", this::indexHasOnlyFolios),
                new Invariant(32, "What reclaim took left one shadow a page.", this::shadowsAreOfReclaim),
                new Invariant(
                        37,
                        "A cgroup is charged for its folios and stocks, and for no more than its limit.",
                        this::chargesSumUp),
                new Invariant(
                        42, "The device has read what was asked for but for what is still locked.", this::readsSumUp),
                new Invariant(
                        46, "A read-ahead marker is on a single folio, at most once a window.", this::markersAreSingle),
                new Invariant(
                        47,
                        "No folio lies beyond the end of its file, but while, or where, that was cut.",
                        this::foliosAreInsideFiles));
    }

    /** Watches a machine from now on. */
    public Invariants(Machine machine, long seed) {
        this.machine = machine;
        this.seed = seed;
        counters = machine.counters();
        folios = machine.cache().folios();
        contents = machine.cache().contents();
        dirty = new WritebackChecks(machine);
        identities = identities();
        walks = walks();
        promises = Arrays.stream(Promise.values()).map(this::invariantOf).toList();
    }

    /**
     * Checks what costs nothing.
     *
     * @throws InvariantBreach where something does not hold
     */
    public void checkIdentities() {
        identities.forEach(this::check);
        last.copyFrom(counters);
        lastNanos = machine.timeline().now();
    }

    /**
     * Checks everything, folio by folio, and what every byte holds where that is kept.
     *
     * @throws InvariantBreach where something does not hold
     */
    public void checkAll() {
        contents.verifyReads();
        checkFolios();
    }

    /**
     * Checks everything, folio by folio; of what bytes hold only those that have been read, dropped or synced.
     *
     * @throws InvariantBreach where something does not hold
     */
    public void checkFolios() {
        checkIdentities();
        walks.forEach(this::check);
        promises.forEach(this::check);
    }

    /**
     * Checks everything at the end of a run; where nothing waits to be written, also that the device holds all files.
     *
     * @throws InvariantBreach where something does not hold
     */
    public void checkEnd() {
        boolean isClean =
                machine.cache().mappings().stream().noneMatch(file -> file.isDirty() || file.isUnderWriteback());
        if (isClean && !machine.dirty().isHalfDone()) {
            contents.verifyDevice();
        }
        checkAll();
    }

    private Invariant invariantOf(Promise promise) {
        return new Invariant(promise.number(), promise.statement(), () -> contents.firstMismatch(promise));
    }

    private void check(Invariant invariant) {
        String found = invariant.check().contradiction();
        if (found != null) {
            throw new InvariantBreach(
                    invariant.number(),
                    invariant.statement(),
                    found,
                    seed,
                    machine.timeline().now(),
                    machine.timeline().executed());
        }
    }

    private @Nullable String mappingsSumUp() {
        long sum = machine.cache().mappings().stream()
                .mapToLong(Mapping::cachedPages)
                .sum();
        return equal("mappings", sum, "NR_FILE_PAGES", counters.get(NR_FILE_PAGES));
    }

    private @Nullable String memorySumsUp() {
        long sum = counters.get(NR_FREE_PAGES)
                + machine.allocator().listedPages()
                + counters.get(NR_FILE_PAGES)
                + machine.cache().detachedPages()
                + machine.reservedPages();
        return equal("free, listed, cached, detached and reserved pages", sum, "all", machine.totalPages());
    }

    private @Nullable String nothingSleptInAtomicContext() {
        long splats = counters.get(ATOMIC_SLEEP_SPLATS);
        return splats == 0 || machine.dirty().dropsInInterrupts() ? null : splats + " times";
    }

    private @Nullable String biosSumUp() {
        return equal(
                "in flight",
                machine.bios().inFlight(),
                "submitted less ended",
                counters.get(BIOS_SUBMITTED) - counters.get(BIOS_ENDED));
    }

    private @Nullable String stolenWereScanned() {
        for (int i = 0; i < STOLEN.size(); i++) {
            if (counters.get(STOLEN.get(i)) > counters.get(SCANNED.get(i))) {
                return STOLEN.get(i) + " " + counters.get(STOLEN.get(i)) + " of " + counters.get(SCANNED.get(i));
            }
        }
        // The machine does not count as direct what tasks take for the limit of their group.
        long forGroup = counters.get(PGSCAN_FILE) - counters.get(PGSCAN_KSWAPD) - counters.get(PGSCAN_DIRECT);
        boolean holds = forGroup >= 0 && forGroup <= counters.get(CGROUP_PGSCAN_DIRECT);
        return holds ? null : forGroup + " of the group, which says " + counters.get(CGROUP_PGSCAN_DIRECT);
    }

    private @Nullable String noStateIsNegative() {
        for (Counter counter : Counter.values()) {
            boolean maySink = counter == WB_DONTCACHE_DIRTY && !machine.dirty().countsDontcacheExactly();
            if (counters.get(counter) < 0 && !maySink) {
                return counter + " is " + counters.get(counter);
            }
        }
        return null;
    }

    private @Nullable String kswapdSawBalance() {
        long free = machine.reclaim().freePagesWhenKswapdFellAsleep();
        long high = machine.zone().watermarks().high();
        return free > high ? null : free + " pages free, high is " + high;
    }

    private @Nullable String listsSumUp() {
        long sum = counters.get(NR_INACTIVE_FILE)
                + counters.get(NR_ACTIVE_FILE)
                + counters.get(NR_ISOLATED_FILE)
                + machine.cache().lists().batchedPages();
        return equal("listed", sum, "NR_FILE_PAGES", counters.get(NR_FILE_PAGES));
    }

    private @Nullable String eventsOnlyGrow() {
        for (Counter counter : Counter.values()) {
            if (counter.kind() == Counter.Kind.EVENT && counters.get(counter) < last.get(counter)) {
                return counter + " fell from " + last.get(counter) + " to " + counters.get(counter);
            }
        }
        return null;
    }

    private @Nullable String busyTimeIsCovered() {
        long busy = counters.get(DEVICE_BUSY_NANOS);
        long now = machine.timeline().now();
        long taken = counters.get(DEVICE_READ_NANOS)
                + counters.get(DEVICE_WRITE_NANOS)
                + counters.get(DEVICE_FLUSH_NANOS)
                + machine.fileSystem().queue().unendedNanos();
        boolean holds = busy <= now && busy <= taken;
        return holds ? null : "busy for " + busy + " ns of " + now + ", requests took " + taken + " ns";
    }

    private @Nullable String requestsSumUp() {
        long made = counters.get(BIOS_SUBMITTED)
                - counters.get(FLUSHES_NOT_NEEDED)
                + counters.get(BIO_SPLITS)
                - counters.get(BIO_MERGES);
        long seen = counters.get(DEVICE_READ_REQUESTS)
                + counters.get(DEVICE_WRITE_REQUESTS)
                + counters.get(DEVICE_FLUSH_REQUESTS)
                + counters.get(DEVICE_IN_FLIGHT)
                + machine.fileSystem().queue().waitingRequests();
        return equal("completed, in flight and waiting", seen, "bios plus splits less merges", made);
    }

    private @Nullable String timePasses() {
        long now = machine.timeline().now();
        for (int cpu = 0; cpu < machine.cpus().count(); cpu++) {
            if (machine.cpus().busyNanos(cpu) > now) {
                return "processor " + cpu + " busy for " + machine.cpus().busyNanos(cpu) + " ns of " + now;
            }
        }
        return now < lastNanos ? "it is " + now + " ns after " + lastNanos : null;
    }

    private @Nullable String indexAgrees() {
        return walk(folio -> {
            int id = folios.mappingOf(folio);
            if (id == FolioTable.NONE) {
                return true;
            }
            Mapping mapping = machine.cache().mappings().get(id);
            for (int page = folios.firstPage(folio); page < folios.endPage(folio); page++) {
                if (mapping.folioAt(page) != folio) {
                    return false;
                }
            }
            return true;
        });
    }

    private @Nullable String foliosAreAligned() {
        return walk(folio -> folios.firstPage(folio) % (1 << folios.order(folio)) == 0 && hasAllowedOrder(folio));
    }

    private boolean hasAllowedOrder(int folio) {
        int id = folios.mappingOf(folio);
        if (id == FolioTable.NONE) {
            return true;
        }
        Mapping mapping = machine.cache().mappings().get(id);
        int order = folios.order(folio);
        return order >= mapping.minOrder() && order <= mapping.maxOrder();
    }

    private @Nullable String mappingsCountTheirFolios() {
        long[] pages = new long[machine.cache().mappings().size()];
        folios.forEach(folio -> {
            if (folios.mappingOf(folio) != FolioTable.NONE) {
                pages[folios.mappingOf(folio)] += folios.pages(folio);
            }
        });
        for (Mapping mapping : machine.cache().mappings()) {
            if (pages[mapping.id()] != mapping.cachedPages()) {
                return "mapping " + mapping.id() + " says " + mapping.cachedPages() + ", folios " + pages[mapping.id()];
            }
        }
        return null;
    }

    private @Nullable String foliosAreAlive() {
        return walk(folio -> {
            boolean cached = folios.mappingOf(folio) != FolioTable.NONE;
            return folios.users(folio) >= 0 && cached == folios.isListed(folio) && (cached || folios.users(folio) > 0);
        });
    }

    private @Nullable String readersSeeContents() {
        return walk(folio -> folios.hasAny(folio, FolioFlags.UPTODATE)
                || (folios.users(folio) == 0 && folios.hasAny(folio, FolioFlags.LOCKED))
                || machine.dirty().isValidInPart(folio));
    }

    private @Nullable String leaversWereIdle() {
        return walk(folio -> folios.mappingOf(folio) != FolioTable.NONE
                || !folios.hasAny(folio, FolioFlags.LOCKED | FolioFlags.DIRTY | FolioFlags.WRITEBACK));
    }

    private @Nullable String indexHasOnlyFolios() {
        for (Mapping mapping : machine.cache().mappings()) {
            int end = mapping.endOfCache();
            for (int page = mapping.nextPresent(0, end); page < end; page = mapping.nextPresent(page, end)) {
                int folio = mapping.folioAt(page);
                if (folios.mappingOf(folio) != mapping.id() || folios.endPage(folio) <= page) {
                    return "page " + page + " of mapping " + mapping.id() + " names " + folios.view(folio);
                }
                page = folios.endPage(folio);
            }
        }
        return null;
    }

    private @Nullable String dropbehindIsNotAccessed() {
        long[] active = new long[1];
        String referenced = walk(folio -> {
            boolean marked = folios.hasAny(folio, FolioFlags.DROPBEHIND) && !folios.hasAny(folio, FolioFlags.EDGE);
            active[0] += marked && folios.hasAny(folio, FolioFlags.ACTIVE) ? folios.pages(folio) : 0;
            return !marked || !folios.hasAny(folio, FolioFlags.REFERENCED);
        });
        // Reclaim activates what it meets dirty or under writeback, instead of stealing it.
        long notStolen = counters.get(PGSCAN_FILE) - counters.get(PGSTEAL_FILE);
        long may = counters.get(WORKINGSET_ACTIVATE_FILE) + Math.min(notStolen, counters.get(PGACTIVATE));
        if (referenced == null && active[0] > may) {
            return active[0] + " pages active, " + may + " came so or were met by reclaim";
        }
        return referenced;
    }

    private @Nullable String shadowsAreOfReclaim() {
        long shadows = 0;
        long overwritten = 0;
        for (Mapping mapping : machine.cache().mappings()) {
            int end = mapping.endOfCache();
            for (int page = mapping.nextShadow(0, end); page < end; page = mapping.nextShadow(page + 1, end)) {
                shadows++;
            }
            overwritten += mapping.overwrittenShadows();
        }
        Workingset workingset = machine.cache().workingset();
        String lost = equal(
                "shadows there are, overwritten and forgotten",
                shadows + overwritten + workingset.forgottenPages(),
                "left",
                workingset.evictedPages());
        return lost != null
                ? lost
                : equal("shadows left", workingset.evictedPages(), "pages stolen", counters.get(PGSTEAL_FILE));
    }

    private @Nullable String chargesSumUp() {
        Cgroup cgroup = machine.cgroup();
        long[] charged = new long[1];
        folios.forEach(folio -> charged[0] += folios.cgroup(folio) == Cgroup.ROOT ? 0 : folios.pages(folio));
        long sum = cgroup.reservedPages() + charged[0] + cgroup.stockedPages();
        if (sum > cgroup.maxPages()) {
            return sum + " pages, the limit is " + cgroup.maxPages();
        }
        return equal("reserved, folios and stocks", sum, "charged", counters.get(CGROUP_USAGE_PAGES));
    }

    private @Nullable String readsSumUp() {
        long[] locked = new long[1];
        folios.forEach(folio -> {
            boolean isRead =
                    folios.hasAny(folio, FolioFlags.LOCKED) && !machine.dirty().isBeingCleaned(folio);
            locked[0] += isRead ? folios.expectedSectors(folio) : 0;
        });
        long missing = counters.get(READAHEAD_PAGES) * Pages.SECTORS
                + counters.get(READ_REST_SECTORS)
                + counters.get(EDGE_READ_SECTORS)
                - counters.get(ZERO_FILLED_SECTORS)
                + counters.get(DIRECT_READ_SECTORS)
                - counters.get(DEVICE_READ_BYTES) / Pages.SECTOR_SIZE
                + machine.fileSystem().readSectorsAtWorkers();
        // A bio that was cut keeps all its folios locked until its last part has been read; a writer holds a folio of
        // which it reads but a block.
        boolean mayHoldMore = counters.get(BIO_SPLITS) > 0 || machine.dirty().foliosHeldByWriters() > 0;
        boolean holds = locked[0] == missing || (mayHoldMore && locked[0] > missing);
        return holds ? null : locked[0] + " sectors locked, " + missing + " asked for and not read";
    }

    private @Nullable String markersAreSingle() {
        long[] marked = new long[1];
        folios.forEach(folio -> marked[0] += folios.hasAny(folio, FolioFlags.READAHEAD) ? 1 : 0);
        long windows = counters.get(READAHEAD_MARKED_WINDOWS);
        if (marked[0] + counters.get(READAHEAD_MARKERS_MET) > windows) {
            return marked[0] + " markers and " + counters.get(READAHEAD_MARKERS_MET) + " met, " + windows + " windows";
        }
        return walk(folio -> !folios.hasAny(folio, FolioFlags.READAHEAD) || folios.siblings(folio) == 1);
    }

    /** A writer that lets a file grow has made its folios before. */
    private @Nullable String foliosAreInsideFiles() {
        return walk(folio -> folios.mappingOf(folio) == FolioTable.NONE
                || folios.endPage(folio)
                        <= machine.cache()
                                .mappings()
                                .get(folios.mappingOf(folio))
                                .endOfCache()
                || (folios.hasAny(folio, FolioFlags.LOCKED) && machine.dirty().foliosHeldByWriters() > 0));
    }

    /** Holds of a folio or does not. */
    private interface FolioRule {
        boolean holds(int folio);
    }

    private @Nullable String walk(FolioRule rule) {
        StringJoiner found = new StringJoiner(", ");
        folios.forEach(folio -> {
            if (!rule.holds(folio)) {
                found.add(folios.view(folio).toString());
            }
        });
        return found.length() == 0 ? null : found.toString();
    }

    private static @Nullable String equal(String name, long value, String otherName, long other) {
        return value == other ? null : name + " " + value + ", " + otherName + " " + other;
    }
}
