package dev.dropbehind.run;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * One reader of a run's log: a position, and how much more it can take.
 *
 * <p>{@link #drain} may be called from any thread at any time; whoever comes while another drains only leaves a note,
 * so events go out one after the other. A heartbeat that finds no demand is forgotten.
 */
final class RunViewer implements Subscription {

    private static final List<byte[]> HEARTBEAT = List.of(EventEncoder.heartbeat());

    private final RunFeed feed;
    private final Subscriber<? super List<byte[]>> reader;
    private final AtomicLong demand = new AtomicLong();
    private final AtomicInteger missed = new AtomicInteger();
    private volatile boolean closed;
    private volatile boolean beat;
    private long sample;
    private long status;

    RunViewer(RunFeed feed, Subscriber<? super List<byte[]>> reader, long after) {
        this.feed = feed;
        this.reader = reader;
        this.sample = after;
    }

    void start() {
        feed.opened(this);
        reader.onSubscribe(this);
    }

    @Override
    public void request(long count) {
        demand.getAndAccumulate(Math.max(count, 0), RunViewer::addCapped);
        drain();
    }

    @Override
    public void cancel() {
        closed = true;
        feed.closed(this);
    }

    void beat() {
        beat = true;
        drain();
        beat = false;
    }

    void drain() {
        if (missed.getAndIncrement() != 0) {
            return;
        }
        int notes = 1;
        while (notes != 0) {
            sendWhatIsNew();
            notes = missed.addAndGet(-notes);
        }
    }

    private void sendWhatIsNew() {
        while (!closed && demand.get() > 0) {
            RunFeed.Batch batch = feed.next(sample, status);
            sample = batch.sample();
            status = batch.status();
            if (!batch.events().isEmpty()) {
                feed.sent(batch.events().size());
                send(batch.events());
            }
            if (batch.last()) {
                cancel();
                reader.onComplete();
            } else if (batch.events().isEmpty()) {
                sendHeartbeatIfDue();
                return;
            }
        }
    }

    private void sendHeartbeatIfDue() {
        if (beat) {
            beat = false;
            send(HEARTBEAT);
        }
    }

    private void send(List<byte[]> events) {
        if (demand.get() != Long.MAX_VALUE) {
            demand.decrementAndGet();
        }
        reader.onNext(events);
    }

    private static long addCapped(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
