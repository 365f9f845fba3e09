package dev.dropbehind.trace;

import dev.dropbehind.engine.CachedFile;
import dev.dropbehind.engine.LogEntry;
import dev.dropbehind.engine.measure.Fact;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in a sentence what an entry of an event log is about; time and actor stand before it. */
public final class EventWords {

    private final Map<Integer, String> files;

    /** Knows the names of these files. */
    public EventWords(List<CachedFile> files) {
        this.files = files.stream().collect(Collectors.toUnmodifiableMap(CachedFile::number, CachedFile::name));
    }

    /** Returns the name of the file a fact is about, or nothing where it is about none that a job names. */
    public Optional<String> fileOf(Fact fact) {
        return Optional.ofNullable(files.get(fact.file()));
    }

    /**
     * Returns what happened: {@code read pages 32–63 of data: marker met at page 16 by read(65536, 32768)}.
     *
     * @param entry the entry
     */
    public String of(LogEntry entry) {
        Fact fact = entry.fact();
        return switch (fact.kind()) {
            case CALL_BEGINS -> "begins " + call(entry) + ofFile(fact);
            case CALL_RETURNS -> "returns " + fact.count() + " bytes from " + call(entry) + ofFile(fact);
            case BIO_SUBMITTED -> "read " + range(fact) + because(entry);
            case EDGES_READ -> "read " + range(fact) + " for a write of a part of it: " + becauseOfEdge(entry);
            case BIO_DEFERRED -> "bio of " + pages(fact) + " left to a worker, since its end may sleep";
            case BIO_ENDED -> "bio of " + pages(fact) + " completed";
            case KSWAPD_WOKEN, KSWAPD_SLEEPS -> fact.kind().words() + " at " + fact.count() + " free pages";
            case SCANNED -> fact.count() + " " + fact.kind().words();
            case DIRECT_RECLAIM -> fact.kind().words() + " of " + pages(fact);
            case THROTTLED_BY_MACHINE, THROTTLED_BY_CGROUP, THROTTLED_AT_LIMIT, THROTTLED_AT_CGROUP_LIMIT ->
                fact.kind().words() + ": " + pages(fact) + ", limit " + fact.first();
            default -> ordinary(fact);
        };
    }

    private String ordinary(Fact fact) {
        if (fact.kind().subject() == Fact.Subject.CALL) {
            return fact.kind().words() + ", " + fact.count() + " bytes at " + fact.first() + ofFile(fact);
        }
        if (fact.kind().subject() != Fact.Subject.FOLIOS) {
            return fact.kind().words() + (fact.count() == 0 ? "" : ", " + pages(fact));
        }
        return fact.kind().isRule()
                ? range(fact) + ": " + fact.kind().words()
                : range(fact) + " " + fact.kind().words();
    }

    private String range(Fact fact) {
        long last = fact.first() + fact.count() - 1;
        return (fact.count() == 1 ? "page " + fact.first() : "pages " + fact.first() + "–" + last) + ofFile(fact);
    }

    private String ofFile(Fact fact) {
        return fileOf(fact).map(name -> " of " + name).orElse("");
    }

    private static String pages(Fact fact) {
        return fact.count() + (fact.count() == 1 ? " page" : " pages");
    }

    private static String call(LogEntry entry) {
        LogEntry.Call call = entry.call();
        return call == null ? "a call" : "read(" + call.offset() + ", " + call.length() + ")";
    }

    private static String becauseOfEdge(LogEntry entry) {
        LogEntry.Edge edge = entry.edge();
        if (edge == null) {
            return "nobody has written to it before";
        }
        String writer = edge.writer() + " had written to it by write(" + edge.offset() + ", " + edge.length() + "), ";
        return edge.gone() == null
                ? writer + "and no more of it is up to date"
                : writer + goneWords(edge.gone()) + " by " + edge.goneBy() + " "
                        + micros(entry.nanos() - edge.goneNanos()) + " ago";
    }

    private static String goneWords(Fact.Kind gone) {
        return switch (gone) {
            case DROPPED, EDGE_DROPPED -> "dropped";
            case RECLAIMED -> "reclaimed";
            case TRUNCATED, RANGE_REMOVED -> "cut off";
            default -> "removed";
        };
    }

    private static String micros(long nanos) {
        return Math.round(nanos / 1000.0) + " µs";
    }

    private static String because(LogEntry entry) {
        LogEntry.Cause cause = entry.cause();
        return cause == null ? "" : ": " + because(cause, call(entry));
    }

    private static String because(LogEntry.Cause cause, String call) {
        String page = "page " + cause.page();
        return switch (cause.rule()) {
            case WINDOW_AT_START -> page + ", the start of the file, missed by " + call;
            case WINDOW_CONTINUES_LAST_CALL -> page + ", right behind the last call, missed by " + call;
            case WINDOW_OVERSIZED -> page + " missed by " + call + ", longer than the read-ahead limit";
            case WINDOW_RANDOM -> page + ", behind nothing like a stream, missed by " + call;
            case WINDOW_BEHIND_CACHED_RUN -> page + ", behind a run of cached pages, missed by " + call;
            case WINDOW_AT_MARKER -> "marker met at " + page + " by " + call;
            case WINDOW_BEHIND_GAP -> "marker of another window met at " + page + " by " + call;
            case WINDOW_FORCED -> page + " missed by " + call + " with read-ahead off";
            case WINDOW_FALLBACK -> "no place for a large folio in the window that " + call + " opened at " + page;
            case WINDOW_AROUND_FAULT -> page + " touched by a task that has the file mapped";
            case PAGE_READ_ALONE -> page + " missed and read alone by " + call;
            default -> throw new IllegalArgumentException(cause.rule() + " is no rule of read-ahead");
        };
    }
}
