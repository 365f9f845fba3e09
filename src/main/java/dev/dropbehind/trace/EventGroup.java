package dev.dropbehind.trace;

import dev.dropbehind.engine.measure.Fact;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Kinds of facts that one looks at together. */
public enum EventGroup {
    BIO("bios"),
    COMPLETION("completions"),
    READAHEAD("read-ahead"),
    SYSCALL("system calls"),
    FOLIO("folios"),
    WAIT("waits"),
    RECLAIM("reclaim"),
    WRITEBACK("writeback");

    private static final Map<String, EventGroup> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(KindNames::of, Function.identity()));

    private final String words;

    EventGroup(String words) {
        this.words = words;
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
    public Set<Fact.Kind> kinds() {
        Set<Fact.Kind> kinds = EnumSet.allOf(Fact.Kind.class);
        kinds.removeIf(kind -> of(kind) != this);
        return Collections.unmodifiableSet(kinds);
    }

    /** Returns the group of a kind; a new kind must be given one below. */
    public static EventGroup of(Fact.Kind kind) {
        return kind.isRule() ? READAHEAD : ofOrdinary(kind);
    }

    private static EventGroup ofOrdinary(Fact.Kind kind) {
        return switch (kind) {
            case CALL_BEGINS,
                    CALL_RETURNS,
                    WRITE_BEGINS,
                    WRITE_RETURNS,
                    SYNC_BEGINS,
                    SYNC_RETURNS,
                    TRUNCATE_BEGINS,
                    TRUNCATE_RETURNS,
                    SYNC_ALL,
                    DROP_CACHES,
                    VM_SET,
                    CPU_GOES_OFFLINE,
                    CPU_COMES_ONLINE,
                    DONTNEED_BEGINS -> SYSCALL;
            case PAGE_MISSING, MARKER_MET, MARKER_SET -> READAHEAD;
            case FOLIOS_FOUND,
                    FOLIOS_CREATED,
                    FOLIOS_MARKED_DROPBEHIND,
                    COPIED,
                    DROPPED,
                    DROP_SKIPPED,
                    DROP_IN_ATOMIC,
                    DROPBEHIND_CLEARED,
                    COPIED_IN,
                    DIRTIED,
                    INVALIDATED,
                    INVALIDATED_FOR_DIRECT,
                    PAGE_FAULT,
                    MADE_WRITABLE,
                    TRUNCATED,
                    FILLED_WITH_ZEROES -> FOLIO;
            case BIO_SUBMITTED, WRITE_SUBMITTED, EDGES_READ -> BIO;
            case BIO_DEFERRED, BIO_ENDED, FOLIOS_UPTODATE -> COMPLETION;
            case WAITS_FOR_READ,
                    WAITS_FOR_FOLIO,
                    WAITS_FOR_WRITEBACK,
                    WAITS_FOR_KSWAPD,
                    RECLAIM_THROTTLED,
                    THROTTLED_BY_MACHINE,
                    THROTTLED_BY_CGROUP,
                    THROTTLED_AT_LIMIT,
                    THROTTLED_AT_CGROUP_LIMIT -> WAIT;
            default -> ofMachinery(kind);
        };
    }

    private static EventGroup ofMachinery(Fact.Kind kind) {
        return switch (kind) {
            case WRITEBACK_STARTED,
                    WRITEBACK_ENDED,
                    EXTENT_CONVERTED,
                    JOURNAL_COMMIT,
                    FLUSHER_SYNC,
                    FLUSHER_RECLAIM,
                    FLUSHER_DONTCACHE,
                    FLUSHER_PERIODIC,
                    FLUSHER_BACKGROUND -> WRITEBACK;
            case KSWAPD_WOKEN,
                    KSWAPD_SLEEPS,
                    SCANNED,
                    RECLAIMED,
                    KEPT,
                    DEACTIVATED,
                    REFAULTED,
                    DIRECT_RECLAIM,
                    CGROUP_RECLAIM,
                    CGROUP_OVER_HIGH,
                    OUT_OF_MEMORY -> RECLAIM;
            default -> throw new IllegalArgumentException(kind + " is in no group");
        };
    }
}
