package dev.dropbehind.run;

import dev.dropbehind.engine.EventLog;
import dev.dropbehind.engine.LogEntry;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.trace.EventGroup;
import dev.dropbehind.trace.EventWords;
import dev.dropbehind.trace.KindNames;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of the event log of a variant.
 *
 * @param variant name of the variant
 * @param fromNanos the earliest simulated time
 * @param toNanos the first simulated time that is not in it
 * @param events what happened, in order
 * @param truncated whether the limit kept something out
 * @param next the value of {@code after} with which the log goes on, or null where nothing follows
 */
record EventPage(
        String variant,
        long fromNanos,
        long toNanos,
        List<EventView> events,
        boolean truncated,
        @Nullable Long next) {

    /**
     * Something that happened.
     *
     * @param number the how manieth fact of the run
     * @param nanos simulated time
     * @param event the how manieth event of the engine it happened in
     * @param actor who did it: a task, SOFTIRQ or HARDIRQ
     * @param kind what happened
     * @param group the group of its kind
     * @param file name of the file, or null where it is about none
     * @param first first page; of a system call its first byte
     * @param count how many pages; of a system call bytes
     * @param call the system call in which the actor was, or null where in none
     * @param cause why the device is read, or null where it is about something else
     * @param edge what was known of a block that is read for a write, or null where it is about something else or
     *     nobody has written to it before
     * @param words what happened, in a sentence that begins with the actor
     */
    @Schema(name = "EventView")
    record EventView(
            long number,
            long nanos,
            long event,
            String actor,
            String kind,
            String group,
            @Nullable String file,
            long first,
            long count,
            @Nullable CallView call,
            @Nullable CauseView cause,
            @Nullable EdgeView edge,
            String words) {

        static EventView of(LogEntry entry, EventWords words) {
            Fact fact = entry.fact();
            return new EventView(
                    entry.number(),
                    entry.nanos(),
                    entry.event(),
                    fact.actor(),
                    KindNames.of(fact.kind()),
                    KindNames.of(EventGroup.of(fact.kind())),
                    words.fileOf(fact).orElse(null),
                    fact.first(),
                    fact.count(),
                    CallView.of(entry.call()),
                    CauseView.of(entry.cause()),
                    EdgeView.of(entry.edge()),
                    words.of(entry));
        }
    }

    /**
     * A system call.
     *
     * @param number the how manieth of its task
     * @param beganNanos simulated time when it began
     * @param offset first byte
     * @param length bytes asked for
     */
    @Schema(name = "CallView")
    record CallView(long number, long beganNanos, long offset, long length) {

        static @Nullable CallView of(LogEntry.@Nullable Call call) {
            return call == null ? null : new CallView(call.number(), call.beganNanos(), call.offset(), call.length());
        }
    }

    /**
     * Why the device is read.
     *
     * @param rule the rule of read-ahead that chose the pages, a kind of event
     * @param words the rule in words
     * @param page the page that was missed, or that carried the marker
     */
    @Schema(name = "CauseView")
    record CauseView(String rule, String words, long page) {

        static @Nullable CauseView of(LogEntry.@Nullable Cause cause) {
            return cause == null
                    ? null
                    : new CauseView(KindNames.of(cause.rule()), cause.rule().words(), cause.page());
        }
    }

    /**
     * What became of a block that a write has covered only in part.
     *
     * @param writer the task that wrote to it last
     * @param offset first byte of its write
     * @param length bytes of its write
     * @param nanos simulated time when it copied them
     * @param gone how the block has left the cache since, a kind of event, or null if it has not
     * @param goneBy who took it out of the cache, empty where nobody has
     * @param goneNanos simulated time when that was
     */
    @Schema(name = "EdgeView")
    record EdgeView(
            String writer,
            long offset,
            long length,
            long nanos,
            @Nullable String gone,
            String goneBy,
            long goneNanos) {

        static @Nullable EdgeView of(LogEntry.@Nullable Edge edge) {
            if (edge == null) {
                return null;
            }
            String gone = edge.gone() == null ? null : KindNames.of(edge.gone());
            return new EdgeView(
                    edge.writer(), edge.offset(), edge.length(), edge.nanos(), gone, edge.goneBy(), edge.goneNanos());
        }
    }

    /** Returns what was logged. */
    static EventPage of(String variant, EventLog.Query query, EventLog log, long reachedNanos) {
        EventWords words = new EventWords(log.files());
        List<EventView> events =
                log.entries().stream().map(entry -> EventView.of(entry, words)).toList();
        Long next = log.isTruncated() ? Long.valueOf(events.getLast().number()) : null;
        long to = Math.min(query.toNanos(), reachedNanos);
        return new EventPage(variant, query.fromNanos(), to, events, log.isTruncated(), next);
    }
}
