package dev.dropbehind.trace;

import dev.dropbehind.engine.measure.Fact.Kind;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Kinds of facts that one looks at together. */
public enum EventGroup {
    BIO("bios", Kind.BIO_SUBMITTED, Kind.WRITE_SUBMITTED, Kind.EDGES_READ),
    COMPLETION("completions", Kind.BIO_DEFERRED, Kind.BIO_ENDED, Kind.FOLIOS_UPTODATE),
    READAHEAD(
            "read-ahead",
            Kind.PAGE_MISSING,
            Kind.MARKER_MET,
            Kind.MARKER_SET,
            Kind.WINDOW_AT_START,
            Kind.WINDOW_CONTINUES_LAST_CALL,
            Kind.WINDOW_OVERSIZED,
            Kind.WINDOW_RANDOM,
            Kind.WINDOW_BEHIND_CACHED_RUN,
            Kind.WINDOW_AT_MARKER,
            Kind.WINDOW_BEHIND_GAP,
            Kind.WINDOW_FORCED,
            Kind.WINDOW_AROUND_FAULT,
            Kind.WINDOW_FALLBACK,
            Kind.PAGE_READ_ALONE),
    SYSCALL(
            "system calls",
            Kind.CALL_BEGINS,
            Kind.CALL_RETURNS,
            Kind.WRITE_BEGINS,
            Kind.WRITE_RETURNS,
            Kind.SYNC_BEGINS,
            Kind.SYNC_RETURNS,
            Kind.TRUNCATE_BEGINS,
            Kind.TRUNCATE_RETURNS,
            Kind.ZERO_RANGE_BEGINS,
            Kind.ZERO_RANGE_RETURNS,
            Kind.DEFRAG_BEGINS,
            Kind.DEFRAG_RETURNS,
            Kind.SYNC_ALL,
            Kind.DROP_CACHES,
            Kind.VM_SET,
            Kind.CPU_GOES_OFFLINE,
            Kind.CPU_COMES_ONLINE,
            Kind.DONTNEED_BEGINS),
    FOLIO(
            "folios",
            Kind.FOLIOS_FOUND,
            Kind.FOLIOS_CREATED,
            Kind.FOLIOS_MARKED_DROPBEHIND,
            Kind.COPIED,
            Kind.DROPPED,
            Kind.DROP_SKIPPED,
            Kind.DROP_IN_ATOMIC,
            Kind.SLEEP_IN_ATOMIC,
            Kind.CPU_HANGS,
            Kind.DROPBEHIND_CLEARED,
            Kind.COPIED_IN,
            Kind.DIRTIED,
            Kind.INVALIDATED,
            Kind.INVALIDATED_FOR_DIRECT,
            Kind.PAGE_FAULT,
            Kind.MADE_WRITABLE,
            Kind.TRUNCATED,
            Kind.RANGE_REMOVED,
            Kind.FILLED_WITH_ZEROES,
            Kind.EDGE_KEPT,
            Kind.EDGE_COMPLETED,
            Kind.EDGE_LEFT_LARGER,
            Kind.EDGE_LEFT_TO_USER,
            Kind.EDGE_CLAIMED,
            Kind.EDGE_DROPPED),
    WAIT(
            "waits",
            Kind.WAITS_FOR_READ,
            Kind.WAITS_FOR_FOLIO,
            Kind.WAITS_FOR_WRITEBACK,
            Kind.WAITS_FOR_KSWAPD,
            Kind.RECLAIM_THROTTLED,
            Kind.THROTTLED_BY_MACHINE,
            Kind.THROTTLED_BY_CGROUP,
            Kind.THROTTLED_AT_LIMIT,
            Kind.THROTTLED_AT_CGROUP_LIMIT),
    RECLAIM(
            "reclaim",
            Kind.KSWAPD_WOKEN,
            Kind.KSWAPD_SLEEPS,
            Kind.SCANNED,
            Kind.RECLAIMED,
            Kind.KEPT,
            Kind.DEACTIVATED,
            Kind.REFAULTED,
            Kind.DIRECT_RECLAIM,
            Kind.CGROUP_RECLAIM,
            Kind.CGROUP_OVER_HIGH,
            Kind.OUT_OF_MEMORY),
    WRITEBACK(
            "writeback",
            Kind.WRITEBACK_STARTED,
            Kind.WRITEBACK_ENDED,
            Kind.JOURNAL_COMMIT,
            Kind.FLUSHER_SYNC,
            Kind.FLUSHER_RECLAIM,
            Kind.FLUSHER_DONTCACHE,
            Kind.FLUSHER_PERIODIC,
            Kind.FLUSHER_BACKGROUND);

    private static final Map<String, EventGroup> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(KindNames::of, Function.identity()));

    private static final Map<Kind, EventGroup> BY_KIND = byKind();

    private final String words;
    private final Set<Kind> kinds;

    EventGroup(String words, Kind first, Kind... others) {
        this.words = words;
        kinds = Collections.unmodifiableSet(EnumSet.of(first, others));
    }

    /** Returns what is in it, in a few words. */
    public String words() {
        return words;
    }

    /** Returns all groups by their names, as {@code bio}. */
    public static Map<String, EventGroup> all() {
        return BY_NAME;
    }

    /** Returns its kinds. */
    public Set<Kind> kinds() {
        return kinds;
    }

    /** Returns the group of a kind; each kind is in one. */
    public static EventGroup of(Kind kind) {
        return Objects.requireNonNull(BY_KIND.get(kind));
    }

    private static Map<Kind, EventGroup> byKind() {
        Map<Kind, EventGroup> groups = new EnumMap<>(Kind.class);
        for (EventGroup group : values()) {
            for (Kind kind : group.kinds) {
                if (groups.put(kind, group) != null) {
                    throw new IllegalStateException(kind + " is in two groups");
                }
            }
        }
        if (groups.size() < Kind.values().length) {
            throw new IllegalStateException(
                    "kinds without a group: " + EnumSet.complementOf(EnumSet.copyOf(groups.keySet())));
        }
        return groups;
    }
}
