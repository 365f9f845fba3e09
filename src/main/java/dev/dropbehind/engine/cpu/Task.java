package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.time.EventPriority;
import org.jspecify.annotations.Nullable;

/** A simulated thread: a body that takes turns, and the CPU time it owes for them. Asleep until it is started. */
public final class Task {

    /** Stands for no processor. */
    private static final int NONE = -1;

    /** So many turns in a row without CPU time are a fault of the body: simulated time would stand still. */
    private static final int FREE_TURNS_LIMIT = 1_000_000;

    private enum State {
        ASLEEP,
        /** On a processor or waiting for one. */
        RUNNABLE,
        EXITED
    }

    private final String name;
    private final Counter account;
    private final TaskBody body;
    private final EventPriority priority;
    private final int boundTo;

    private State state = State.ASLEEP;
    private boolean woken;
    private int cpu;
    private long owedNanos;
    private long sliceLeftNanos;
    private int timesMadeRoom;

    private Counter bookedTo;
    private long bookedNanos;

    private @Nullable WaitQueue queue;
    private boolean waitsForIo;
    private @Nullable Object handedLock;
    private long waitingSinceNanos;

    /**
     * Makes a thread that may run on any processor.
     *
     * @param name what it is called in messages
     * @param account the counter of nanoseconds that its CPU time is added to
     * @param body what it does
     */
    public Task(String name, Counter account, TaskBody body) {
        this(name, account, body, EventPriority.TASK, NONE);
    }

    private Task(String name, Counter account, TaskBody body, EventPriority priority, int boundTo) {
        this.name = name;
        this.account = account;
        this.body = body;
        this.priority = priority;
        this.boundTo = boundTo;
        this.cpu = Math.max(boundTo, 0);
        this.bookedTo = account;
    }

    /** Makes a worker that may run on any processor; at the same time it comes before other threads. */
    public static Task worker(String name, Counter account, TaskBody body) {
        return new Task(name, account, body, EventPriority.KWORKER, NONE);
    }

    /**
     * Makes a worker that goes before the unbound tasks of its processor, and runs on no other one as long as that is
     * on line.
     */
    public static Task bound(int cpu, String name, Counter account, TaskBody body) {
        return new Task(name, account, body, EventPriority.KWORKER, cpu);
    }

    /** Returns what it is called in messages. */
    public String name() {
        return name;
    }

    /** Returns the processor it runs on, waits for or ran on last. */
    public int cpu() {
        return cpu;
    }

    /** Returns whether it waits for a wake-up. */
    public boolean isAsleep() {
        return state == State.ASLEEP;
    }

    /**
     * Has a part of the CPU time that the task owes, or will owe for this turn, counted elsewhere than in its account.
     *
     * @param counter the counter of nanoseconds; one at a time, until what was booked to it has been spent
     * @param nanos how much, not negative
     */
    public void bookTo(Counter counter, long nanos) {
        if (bookedNanos > 0 && bookedTo != counter) {
            throw new IllegalStateException(
                    name + " books to " + counter + " but has " + bookedNanos + " ns booked to " + bookedTo);
        }
        bookedTo = counter;
        bookedNanos += nanos;
    }

    /** Returns how often it had to make room for others because its slice was up. */
    public int timesMadeRoom() {
        return timesMadeRoom;
    }

    @Override
    public String toString() {
        return name;
    }

    /** Returns the counter that its CPU time is added to. */
    Counter account() {
        return account;
    }

    EventPriority priority() {
        return priority;
    }

    boolean isBound() {
        return boundTo != NONE;
    }

    long owedNanos() {
        return owedNanos;
    }

    long sliceLeftNanos() {
        return sliceLeftNanos;
    }

    /** Starts a new slice where the old one is used up, or was before the task slept. */
    void renewSlice(long nanos) {
        if (sliceLeftNanos == 0) {
            sliceLeftNanos = nanos;
        }
    }

    /** Counts that its slice was up while others waited. */
    void madeRoom() {
        timesMadeRoom++;
    }

    /** Returns the processor it wants to run on: the one it is bound to, else the one it ran on last. */
    int home() {
        return isBound() ? boundTo : cpu;
    }

    void moveTo(int number) {
        cpu = number;
    }

    /** Makes a sleeper runnable; a task that is awake only remembers until its turn is over that it was woken. */
    boolean wakeUp() {
        woken = true;
        if (queue != null) {
            queue.remove(this);
            queue = null;
        }
        if (state != State.ASLEEP) {
            return false;
        }
        state = State.RUNNABLE;
        sliceLeftNanos = 0;
        return true;
    }

    /** Takes turns until one owes CPU time; false if the task sleeps or has exited instead. */
    boolean run() {
        for (int turns = 0; turns < FREE_TURNS_LIMIT; turns++) {
            woken = false;
            waitsForIo = false;
            long answer = body.turn();
            if (answer > 0) {
                owedNanos += answer;
                return true;
            }
            if (answer < 0 && stops(answer)) {
                return false;
            }
        }
        throw new IllegalStateException(name + " took " + FREE_TURNS_LIMIT + " turns without spending CPU time");
    }

    private boolean stops(long answer) {
        if (answer == TaskBody.ASLEEP) {
            state = woken ? State.RUNNABLE : State.ASLEEP;
        } else if (answer == TaskBody.EXITED) {
            state = State.EXITED;
        } else {
            throw new IllegalStateException(name + " owes " + answer + " ns");
        }
        return state != State.RUNNABLE;
    }

    /** Says in which queue it sleeps, one at a time, until it is woken. */
    void waitIn(WaitQueue sleepers) {
        queue = sleepers;
    }

    /** Says that the sleep that follows is for a device ({@code in_iowait}). */
    public void awaitIo() {
        waitsForIo = true;
    }

    /** Returns whether it sleeps for a device. */
    boolean isWaitingForIo() {
        return waitsForIo && state == State.ASLEEP;
    }

    /** Ends a wait for a device; returns whether there was one. */
    boolean stopsWaitingForIo() {
        boolean waited = waitsForIo;
        waitsForIo = false;
        return waited;
    }

    void owe(long nanos) {
        owedNanos += nanos;
    }

    /** Counts CPU time that was owed and has passed: first what is booked elsewhere, then the task's own. */
    void spend(long nanos, Counters counters) {
        long elsewhere = Math.min(nanos, bookedNanos);
        owedNanos -= nanos;
        sliceLeftNanos -= nanos;
        bookedNanos -= elsewhere;
        counters.add(bookedTo, elsewhere);
        counters.add(account, nanos - elsewhere);
    }

    /** Gives a sleeper a lock that it waits for; it learns so when it asks again. */
    void hand(Object lock) {
        handedLock = lock;
    }

    /** Returns whether the lock was handed to this task since it last asked. */
    boolean takeHanded(Object lock) {
        if (!lock.equals(handedLock)) {
            return false;
        }
        handedLock = null;
        return true;
    }

    void waitSince(long nanos) {
        waitingSinceNanos = nanos;
    }

    /** Returns when it queued for the semaphore that it waits for; it waits for one at a time. */
    long waitingSinceNanos() {
        return waitingSinceNanos;
    }
}
