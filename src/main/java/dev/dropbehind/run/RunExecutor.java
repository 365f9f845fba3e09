package dev.dropbehind.run;

import java.lang.ref.WeakReference;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Executes runs: a bounded queue, a bounded number of live runs, and as many workers as there are processors. A worker
 * does one second of one variant at a time, or a part of it where it is long, so every live run gets its turn; a run
 * that is paced or paused waits in the timer.
 */
final class RunExecutor implements AutoCloseable {

    private final RunProperties limits;
    private final RunStore store;
    private final RunMetrics metrics;
    private final Engine.Factory engines;
    private final EventEncoder encoder;
    private final StreamCounters streams;
    private final Clock clock;
    private final ExecutorService workers;
    private final ScheduledExecutorService timer;
    private final ExecutorService notifier;
    private final Future<?> heartbeat;
    private final Map<RunId, RunTask> tasks = new ConcurrentHashMap<>();
    private final Map<RunId, WeakReference<RunFeed>> replays = new HashMap<>();
    private final Deque<RunTask> queue = new ArrayDeque<>();
    private final Set<RunTask> live = new HashSet<>();
    private long livePages;
    private boolean closed;

    RunExecutor(
            RunProperties limits,
            RunStore store,
            RunMetrics metrics,
            Engine.Factory engines,
            JsonMapper json,
            StreamCounters streams,
            Clock clock) {
        this.limits = limits;
        this.store = store;
        this.metrics = metrics;
        this.engines = engines;
        this.encoder = new EventEncoder(json);
        this.streams = streams;
        this.clock = clock;
        int processors = Runtime.getRuntime().availableProcessors();
        this.workers = pool(processors, "run-worker-");
        this.timer = new ScheduledThreadPoolExecutor(1, threads("run-timer-"), whatIsLateIsDropped());
        this.notifier = pool(1, "run-feed-");
        long beat = limits.heartbeat().toNanos();
        this.heartbeat = timer.scheduleAtFixedRate(this::beat, beat, beat, TimeUnit.NANOSECONDS);
    }

    /**
     * Queues a run.
     *
     * @param run a run that is {@link RunStatus#QUEUED}
     * @throws BusyException if the queue is full or the service stops
     */
    void submit(Run run) {
        synchronized (this) {
            if (closed) {
                throw BusyException.stopping();
            }
            if (queue.size() >= limits.queueLimit()) {
                throw BusyException.queueIsFull(limits.queueLimit());
            }
            store.create(run);
            RunFeed feed = new RunFeed(run, encoder, streams, notifier);
            RunTask task = new RunTask(run, feed, this, engines, clock);
            tasks.put(run.id(), task);
            queue.add(task);
        }
        admit();
    }

    /** Returns the task of a run that is not over. */
    Optional<RunTask> find(RunId id) {
        return Optional.ofNullable(tasks.get(id));
    }

    /** Returns the log of a run that is over; readers at the same time share one. */
    RunFeed replay(Run run) {
        synchronized (replays) {
            replays.values().removeIf(feed -> feed.get() == null);
            WeakReference<RunFeed> shared = replays.get(run.id());
            RunFeed known = shared == null ? null : shared.get();
            if (known != null) {
                return known;
            }
            RunFeed feed = new RunFeed(run, encoder, streams, notifier);
            feed.append(store.samples(run.id()));
            replays.put(run.id(), new WeakReference<>(feed));
            return feed;
        }
    }

    /** Returns how many runs wait for a place. */
    synchronized int queued() {
        return queue.size();
    }

    /** Returns the tasks of all runs that are not over. */
    Collection<RunTask> tasks() {
        return List.copyOf(tasks.values());
    }

    RunStore store() {
        return store;
    }

    Duration pauseLimit() {
        return limits.pauseLimit();
    }

    void work(Runnable second) {
        workers.execute(second);
    }

    Future<?> later(long nanos, Runnable action) {
        return timer.schedule(action, nanos, TimeUnit.NANOSECONDS);
    }

    void publish(Run run, List<RunSample> samples, long events) {
        store.append(run.id(), samples);
        metrics.sampled(run, samples, events);
    }

    /** A run is over: from now on the store answers for it. */
    void ended(RunTask task) {
        Run run = task.run();
        tasks.remove(run.id());
        metrics.ended(run);
    }

    /** A run that is over has let go of its machines. */
    void released(RunTask task) {
        workers.execute(() -> {
            release(task);
            admit();
        });
    }

    private synchronized void release(RunTask task) {
        queue.remove(task);
        if (live.remove(task)) {
            livePages -= task.run().pages();
        }
    }

    private void admit() {
        for (RunTask task = nextThatFits(); task != null; task = nextThatFits()) {
            if (!task.start()) {
                release(task);
            }
        }
    }

    private synchronized @Nullable RunTask nextThatFits() {
        RunTask first = queue.peek();
        if (first == null || live.size() >= limits.liveLimit()) {
            return null;
        }
        long pages = first.run().pages();
        if (livePages + pages > limits.pageLimit()) {
            return null;
        }
        queue.remove();
        live.add(first);
        livePages += pages;
        return first;
    }

    private void beat() {
        notifier.execute(() -> tasks.values().forEach(task -> task.feed().beat()));
    }

    /** Ends all runs and their streams, then the threads. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        heartbeat.cancel(false);
        for (RunTask task : tasks()) {
            cancelAtShutdown(task);
        }
        timer.shutdownNow();
        workers.shutdown();
        notifier.shutdown();
    }

    private static void cancelAtShutdown(RunTask task) {
        try {
            task.cancel("The service was stopped.");
        } catch (RunConflictException alreadyOver) {
            // It ended by itself in the meantime, which is as good.
        }
    }

    private static ExecutorService pool(int size, String prefix) {
        return new ThreadPoolExecutor(
                size, size, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads(prefix), whatIsLateIsDropped());
    }

    /** Work that comes while the service stops is of runs that are over. */
    private static RejectedExecutionHandler whatIsLateIsDropped() {
        return new ThreadPoolExecutor.DiscardPolicy();
    }

    private static ThreadFactory threads(String prefix) {
        return Thread.ofPlatform().daemon().name(prefix, 1).factory();
    }
}
