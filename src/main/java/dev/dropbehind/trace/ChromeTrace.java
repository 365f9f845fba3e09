package dev.dropbehind.trace;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.dropbehind.engine.LogEntry;
import dev.dropbehind.engine.measure.Fact;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event log in the JSON form of Chrome's tracer, which ui.perfetto.dev opens: tasks are threads, calls and waits
 * their slices, reads slices of the device; what has no length is an instant.
 */
public final class ChromeTrace {

    private static final int TASKS = 1;
    private static final int DEVICE = 2;

    private final EventWords words;
    private final List<Event> events = new ArrayList<>();
    private final Map<String, Integer> threads = new LinkedHashMap<>();
    private final Map<String, LogEntry> waits = new HashMap<>();
    private final Map<String, LogEntry.Call> openCalls = new LinkedHashMap<>();
    private final List<Read> reads = new ArrayList<>();
    private @Nullable LogEntry kswapdWoken;
    private int readsBegun;
    private long pagesInFlight;

    /**
     * A trace.
     *
     * @param displayTimeUnit the unit in which a viewer shows times
     * @param traceEvents its events
     */
    public record Trace(String displayTimeUnit, List<Event> traceEvents) {}

    /**
     * An event of a trace.
     *
     * @param name what is shown
     * @param cat its category
     * @param ph its phase: X a slice, B one that does not end, b and e begin and end of a read, i an instant, C a
     *     counter, M a name
     * @param ts when it begins, in microseconds
     * @param dur how long it lasts in microseconds, of a slice
     * @param pid 1 the tasks, 2 the device
     * @param tid the task
     * @param id which read, where reads overlap
     * @param s how wide an instant is drawn: t for its thread
     * @param args what is known besides
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Event(
            String name,
            String cat,
            String ph,
            BigDecimal ts,
            @Nullable BigDecimal dur,
            int pid,
            int tid,
            @Nullable String id,
            @Nullable String s,
            Map<String, Object> args) {}

    /** A read that the device has not ended, by its pages; its bios may end in any order. */
    private static final class Read {

        private final int id;
        private final Fact fact;
        private final String name;
        private long pagesLeft;

        Read(int id, Fact fact, String name) {
            this.id = id;
            this.fact = fact;
            this.name = name;
            pagesLeft = fact.count();
        }

        boolean has(Fact ended) {
            boolean behindFirst = fact.first() <= ended.first();
            return fact.file() == ended.file() && behindFirst && ended.first() < fact.first() + fact.count();
        }

        boolean endsWith(long pages) {
            pagesLeft -= pages;
            return pagesLeft <= 0;
        }
    }

    private ChromeTrace(EventWords words) {
        this.words = words;
    }

    /**
     * Returns entries as a trace.
     *
     * @param variant name of the machine
     * @param entries the entries, in order
     * @param words how they are said
     */
    public static Trace of(String variant, List<LogEntry> entries, EventWords words) {
        return new ChromeTrace(words).trace(variant, entries);
    }

    private Trace trace(String variant, List<LogEntry> entries) {
        name("process_name", TASKS, 0, variant + ": tasks");
        name("process_name", DEVICE, 0, variant + ": device");
        entries.forEach(this::add);
        openCalls.forEach(
                (actor, call) -> event(nameOf(call), "syscall", "B", call.beganNanos(), null, thread(actor), Map.of()));
        return new Trace("ns", events);
    }

    private void add(LogEntry entry) {
        Fact fact = entry.fact();
        endWait(entry);
        LogEntry.Call call = entry.call();
        if (call != null) {
            openCalls.put(fact.actor(), call);
        }
        switch (fact.kind()) {
            case CALL_BEGINS -> thread(fact.actor());
            case CALL_RETURNS -> endCall(entry);
            case WAITS_FOR_READ, WAITS_FOR_KSWAPD -> waits.put(fact.actor(), entry);
            case BIO_SUBMITTED -> beginRead(entry);
            case FOLIOS_UPTODATE -> endRead(entry);
            case KSWAPD_WOKEN -> {
                kswapdWoken = entry;
                instant(entry);
            }
            case KSWAPD_SLEEPS -> endReclaim(entry);
            default -> instant(entry);
        }
    }

    private void endCall(LogEntry entry) {
        openCalls.remove(entry.fact().actor());
        LogEntry.Call call = entry.call();
        if (call != null) {
            slice(nameOf(call), "syscall", call.beganNanos(), entry);
        }
    }

    private static String nameOf(LogEntry.Call call) {
        return "read(" + call.offset() + ", " + call.length() + ")";
    }

    /** Whoever acts again waits no more. */
    private void endWait(LogEntry entry) {
        LogEntry wait = waits.remove(entry.fact().actor());
        if (wait != null) {
            slice(words.of(wait), "wait", wait.nanos(), entry);
        }
    }

    private void endReclaim(LogEntry entry) {
        if (kswapdWoken != null) {
            slice("reclaiming", "reclaim", kswapdWoken.nanos(), entry);
            kswapdWoken = null;
        }
    }

    private void beginRead(LogEntry entry) {
        Read read = new Read(++readsBegun, entry.fact(), words.of(entry));
        reads.add(read);
        read(read, "b", entry);
        instant(entry);
        inFlight(entry, entry.fact().count());
    }

    private void endRead(LogEntry entry) {
        Fact fact = entry.fact();
        instant(entry);
        reads.stream().filter(read -> read.has(fact)).findFirst().ifPresent(read -> {
            inFlight(entry, -fact.count());
            if (read.endsWith(fact.count())) {
                reads.remove(read);
                read(read, "e", entry);
            }
        });
    }

    private void inFlight(LogEntry entry, long pages) {
        pagesInFlight += pages;
        Map<String, Object> args = Map.of("pages", pagesInFlight);
        events.add(new Event("pages in flight", "bio", "C", micros(entry.nanos()), null, DEVICE, 0, null, null, args));
    }

    private void read(Read read, String phase, LogEntry entry) {
        events.add(new Event(
                read.name,
                "bio",
                phase,
                micros(entry.nanos()),
                null,
                DEVICE,
                0,
                Integer.toString(read.id),
                null,
                args(entry)));
    }

    private void instant(LogEntry entry) {
        events.add(new Event(
                words.of(entry),
                KindNames.of(EventGroup.of(entry.fact().kind())),
                "i",
                micros(entry.nanos()),
                null,
                TASKS,
                thread(entry.fact().actor()),
                null,
                "t",
                args(entry)));
    }

    private void slice(String name, String category, long beganNanos, LogEntry end) {
        BigDecimal length = micros(end.nanos() - beganNanos);
        event(name, category, "X", beganNanos, length, thread(end.fact().actor()), args(end));
    }

    private void event(
            String name,
            String category,
            String phase,
            long nanos,
            @Nullable BigDecimal length,
            int thread,
            Map<String, Object> args) {
        events.add(new Event(name, category, phase, micros(nanos), length, TASKS, thread, null, null, args));
    }

    private int thread(String actor) {
        Integer known = threads.get(actor);
        if (known != null) {
            return known;
        }
        int thread = threads.size() + 1;
        threads.put(actor, thread);
        name("thread_name", TASKS, thread, actor);
        return thread;
    }

    private void name(String what, int process, int thread, String name) {
        events.add(new Event(
                what, "__metadata", "M", BigDecimal.ZERO, null, process, thread, null, null, Map.of("name", name)));
    }

    private static Map<String, Object> args(LogEntry entry) {
        Map<String, Object> args = new LinkedHashMap<>();
        args.put("fact", entry.number());
        args.put("kind", KindNames.of(entry.fact().kind()));
        args.put("first", entry.fact().first());
        args.put("count", entry.fact().count());
        LogEntry.Cause cause = entry.cause();
        if (cause != null) {
            args.put("rule", KindNames.of(cause.rule()));
            args.put("page", cause.page());
        }
        return args;
    }

    /** Chrome's unit is a microsecond; nanoseconds are its decimals. */
    private static BigDecimal micros(long nanos) {
        return BigDecimal.valueOf(nanos, 3);
    }
}
