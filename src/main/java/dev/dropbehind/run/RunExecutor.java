package dev.dropbehind.run;

import dev.dropbehind.engine.Simulation;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Executes runs: what the queue hands out is live as soon as its memory fits, and as many workers as there are
 * processors share what is live. A worker does one second of one variant at a time, or a part of it where it is long,
 * so every live run gets its turn; a run that is paced or paused waits in the timer.
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
    private final RunQueue queue;
    private final Deque<RunTask> claimed = new ArrayDeque<>();
    private final Set<RunTask> live = new HashSet<>();
    private long livePages;
    private boolean closed;

    RunExecutor(
            RunProperties limits,
            RunStore store,
            DataSource database,
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
        this.queue = new RunQueue(database, limits, this::execute);
        long beat = limits.heartbeat().toNanos();
        this.heartbeat = timer.scheduleAtFixedRate(this::beat, beat, beat, TimeUnit.NANOSECONDS);
    }

    /** Takes up what a former process has left: its runs are known at once and executed when their turn comes. */
    void recover() {
        for (Run run : store.unfinished()) {
            restore(run);
            queue.add(run.id());
        }
    }

    /** Begins to execute runs. */
    void start() {
        queue.start();
    }

    /**
     * Queues a run.
     *
     * @param run a run that is {@link RunStatus#QUEUED}
     * @param key what makes the request recognisable, or null
     * @throws BusyException if the queue is full or the service stops
     * @throws org.springframework.dao.DuplicateKeyException if the key came before
     */
    void submit(Run run, @Nullable IdempotencyKey key) {
        synchronized (this) {
            if (closed) {
                throw BusyException.stopping();
            }
            if (tasks.size() >= limits.liveLimit() + limits.queueLimit()) {
                throw BusyException.queueIsFull(limits.queueLimit());
            }
            tasks.put(run.id(), task(run, List.of()));
            try {
                store.create(run, key, () -> queue.add(run.id()));
            } catch (RuntimeException notStored) {
                tasks.remove(run.id());
                throw notStored;
            }
        }
        queue.wake();
    }

    /** Holds a run until it is over or let go of; returns whether it is over. */
    private boolean execute(RunId id) throws InterruptedException {
        Optional<RunTask> found = find(id);
        if (found.isEmpty()) {
            return true;
        }
        RunTask task = found.get();
        if (!claim(task)) {
            return false;
        }
        admit();
        try {
            return task.whenReleased().get().status().isOver();
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private synchronized boolean claim(RunTask task) {
        if (!closed && !live.contains(task) && !claimed.contains(task)) {
            claimed.add(task);
        }
        return !closed;
    }

    /** Returns the run as this process knows it without asking the store. */
    Optional<Run> known(RunId id) {
        return Optional.ofNullable(tasks.get(id)).map(RunTask::run);
    }

    /** Returns the task of a run that is not over. */
    Optional<RunTask> find(RunId id) {
        RunTask known = tasks.get(id);
        return known != null
                ? Optional.of(known)
                : store.find(id).filter(run -> !run.status().isOver()).map(this::restore);
    }

    /** Lets go of the log of a run that is forgotten. */
    void forget(RunId id) {
        synchronized (replays) {
            replays.remove(id);
        }
    }

    /** What another version of the engine has simulated is simulated anew: the two do not mix. */
    private RunTask restore(Run run) {
        return tasks.computeIfAbsent(run.id(), id -> {
            boolean same = run.engineVersion().equals(Simulation.ENGINE_VERSION);
            if (!same) {
                store.deleteSamples(id);
            }
            Run again = same ? run : run.fromTheStart(Simulation.ENGINE_VERSION);
            Run waiting =
                    again.status() == RunStatus.RUNNING ? again.becomes(RunStatus.QUEUED, clock.instant()) : again;
            store.update(waiting);
            return task(waiting, store.samples(id));
        });
    }

    private RunTask task(Run run, List<RunSample> stored) {
        RunFeed feed = new RunFeed(run, encoder, streams, notifier);
        feed.append(stored);
        return new RunTask(run, stored, feed, this, engines, clock);
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
    int queued() {
        return store.queued();
    }

    /** Returns the tasks of all runs that are not over. */
    Collection<RunTask> tasks() {
        return List.copyOf(tasks.values());
    }

    RunStore store() {
        return store;
    }

    int attemptLimit() {
        return limits.attemptLimit();
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
        store.append(run, samples);
        metrics.sampled(run, samples, events);
    }

    /** A run is over: from now on the store answers for it. */
    void ended(RunTask task) {
        Run run = task.run();
        tasks.remove(run.id());
        metrics.ended(run);
    }

    /** A run has let go of its machines. */
    void released(RunTask task) {
        workers.execute(() -> {
            release(task);
            admit();
        });
    }

    private void release(RunTask task) {
        Run run = task.run();
        boolean inOrder;
        synchronized (this) {
            inOrder = closed;
            claimed.remove(task);
            if (live.remove(task)) {
                livePages -= run.pages();
            }
        }
        tasks.remove(run.id(), task);
        try {
            if (inOrder && !run.status().isOver()) {
                store.endAttempt(run.id());
            }
        } finally {
            task.whenReleased().complete(run);
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
        RunTask first = claimed.peek();
        if (first == null) {
            return null;
        }
        long pages = first.run().pages();
        if (livePages + pages > limits.pageLimit()) {
            return null;
        }
        claimed.remove();
        live.add(first);
        livePages += pages;
        return first;
    }

    /** Takes memory for a machine that is no run's; false where live runs leave too little. */
    synchronized boolean takePages(long pages) {
        if (livePages + pages > limits.pageLimit()) {
            return false;
        }
        livePages += pages;
        return true;
    }

    /** Gives memory back that was taken. */
    void givePages(long pages) {
        synchronized (this) {
            livePages -= pages;
            if (!closed) {
                workers.execute(this::admit);
            }
        }
    }

    private void beat() {
        notifier.execute(() -> tasks.values().forEach(task -> task.feed().beat()));
    }

    /** Lets go of all runs and ends their streams; the runs stay in the queue and go on with the next start. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        heartbeat.cancel(false);
        tasks().forEach(RunTask::suspend);
        queue.stop();
        timer.shutdownNow();
        workers.shutdown();
        notifier.shutdown();
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
