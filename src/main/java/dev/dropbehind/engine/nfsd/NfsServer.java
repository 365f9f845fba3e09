package dev.dropbehind.engine.nfsd;

import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A server: requests wait in the order in which they arrive, and a thread that is free takes the first. Of the threads
 * that have nothing to do the one that ran last is woken: its processor knows it best.
 */
public final class NfsServer {

    private final Timeline timeline;
    private final Cpus cpus;
    private final long latencyNanos;
    private final ArrayDeque<Rpc> waiting = new ArrayDeque<>();
    private final ArrayDeque<NfsThread> idle = new ArrayDeque<>();

    /**
     * Starts without threads.
     *
     * @param latencyNanos how long a request and its answer are on their way
     */
    public NfsServer(Timeline timeline, Cpus cpus, long latencyNanos) {
        this.timeline = timeline;
        this.cpus = cpus;
        this.latencyNanos = latencyNanos;
    }

    /** Takes in a thread that has nothing to do yet. */
    public void add(NfsThread thread) {
        idle.addLast(thread);
    }

    /**
     * Makes a client's request.
     *
     * @param onAnswer what the client does once it is answered
     */
    public Rpc newRequest(Runnable onAnswer) {
        return new Rpc(this, onAnswer);
    }

    /** Has a request or an answer arrive on the other side. */
    void carry(EventHandler arrival) {
        timeline.schedule(timeline.now() + latencyNanos, EventPriority.SOFTIRQ, arrival, 0);
    }

    /** Queues a request that has arrived. */
    void arrived(Rpc request) {
        waiting.add(request);
        NfsThread free = idle.pollFirst();
        if (free != null) {
            cpus.wake(free.task());
        }
    }

    /** Returns the request that has waited longest; where none has, the thread is woken for the next. */
    @Nullable
    Rpc next(NfsThread thread) {
        Rpc first = waiting.poll();
        if (first == null) {
            idle.addFirst(thread);
        }
        return first;
    }
}
