package dev.dropbehind.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import reactor.core.publisher.Flux;

/**
 * The log of one run for any number of readers: one writer appends, every reader has its own position. An event is
 * encoded once, when it is appended; readers share its bytes.
 *
 * <p>Samples are kept all, since a reader may start anywhere; of the status only the last one is kept, so a slow reader
 * skips what is out of date. A reader gets the status first, then the samples after its position, then whatever is new.
 * The last status of a run comes after its last sample and ends the stream.
 */
final class RunFeed {

    /**
     * How many events a reader takes at a time, at most. The network asks for 128 batches before the socket has taken
     * one, so this bounds what a reader that does not read holds: about 256 KiB.
     */
    static final int BATCH = 2;

    private final EventEncoder encoder;
    private final StreamCounters counters;
    private final Executor notifier;
    private final Set<RunViewer> viewers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean notified = new AtomicBoolean();
    private final List<byte[]> samples = new ArrayList<>();
    private byte[] status;
    private long statusVersion = 1;
    private boolean over;
    private boolean closed;

    /**
     * Starts a log.
     *
     * @param run the run as it stands
     * @param encoder makes bytes of events
     * @param counters counts readers and events
     * @param notifier wakes readers, so that they cost the writer nothing
     */
    RunFeed(Run run, EventEncoder encoder, StreamCounters counters, Executor notifier) {
        this.encoder = encoder;
        this.counters = counters;
        this.notifier = notifier;
        this.status = encoder.status(run);
        this.over = run.status().isOver();
    }

    /** Appends samples that follow those already there. */
    void append(List<RunSample> next) {
        List<byte[]> encoded = next.stream().map(encoder::sample).toList();
        synchronized (this) {
            samples.addAll(encoded);
        }
        wakeViewers();
    }

    /** Replaces the status; one that is over ends all streams. */
    void status(Run run) {
        byte[] encoded = encoder.status(run);
        synchronized (this) {
            status = encoded;
            statusVersion++;
            over = run.status().isOver();
        }
        wakeViewers();
    }

    /** Ends all streams where they are; the run goes on elsewhere or later. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        wakeViewers();
    }

    /** Sends a comment to every reader that can take one and has nothing else to read. */
    void beat() {
        viewers.forEach(RunViewer::beat);
    }

    /**
     * Returns the events after a position, in batches; each element is one or more whole events or a comment.
     *
     * @param after sequence number of the last sample the reader has, 0 for none
     */
    Flux<List<byte[]>> after(long after) {
        return Flux.from(subscriber -> new RunViewer(this, subscriber, after).start());
    }

    /** What a reader takes at a time and where it stands then. */
    record Batch(List<byte[]> events, long sample, long status, boolean last) {}

    /**
     * Returns what a reader has not seen.
     *
     * @param sample sequence number of the last sample it has
     * @param seen version of the last status it has, 0 for none
     */
    synchronized Batch next(long sample, long seen) {
        List<byte[]> events = new ArrayList<>();
        long statusSeen = seen;
        if (seen == 0 && !over) {
            events.add(status);
            statusSeen = statusVersion;
        }
        long end = Math.min(samples.size(), sample + BATCH);
        for (long seq = sample; seq < end; seq++) {
            events.add(samples.get(Math.toIntExact(seq)));
        }
        long position = Math.max(sample, end);
        boolean caughtUp = position >= samples.size();
        if (caughtUp && statusSeen != statusVersion) {
            events.add(status);
            statusSeen = statusVersion;
        }
        return new Batch(events, position, statusSeen, caughtUp && (over || closed));
    }

    void opened(RunViewer viewer) {
        counters.opened();
        viewers.add(viewer);
    }

    void closed(RunViewer viewer) {
        if (viewers.remove(viewer)) {
            counters.closed();
        }
    }

    void sent(int events) {
        counters.sent(events);
    }

    private void wakeViewers() {
        if (!viewers.isEmpty() && notified.compareAndSet(false, true)) {
            notifier.execute(() -> {
                notified.set(false);
                viewers.forEach(RunViewer::drain);
            });
        }
    }
}
