package dev.dropbehind.engine.cpu;

/** A piece of work for a {@link WorkQueue}: made once, queued as often as there is something to do. */
public final class Work {

    private final Body body;
    private boolean pending;
    private boolean running;
    private boolean disabled;

    /**
     * Makes a work item that is not pending.
     *
     * @param body what is to be done
     */
    public Work(Body body) {
        this.body = body;
    }

    /** What a work item does, one turn of its worker at a time. */
    @FunctionalInterface
    public interface Body {

        /** The answer of a turn after which there is nothing left to do. */
        long DONE = TaskBody.EXITED;

        /**
         * Does what can be done at this instant.
         *
         * @param worker the task that does it, for queues and locks
         * @return as {@link TaskBody#turn()}, or {@link #DONE}
         */
        long turn(Task worker);
    }

    /** Returns whether it is queued and has not begun. */
    public boolean isPending() {
        return pending;
    }

    /** Returns whether a worker has begun it and is not done. */
    public boolean isRunning() {
        return running;
    }

    /** Takes it off whatever queue it is on and keeps it from being queued; if it is being done, that goes on. */
    public void disable() {
        pending = false;
        disabled = true;
    }

    /** Lets it be queued again. */
    public void enable() {
        disabled = false;
    }

    /** Marks it as queued; false if it was, or may not be. */
    boolean enqueue() {
        if (pending || disabled) {
            return false;
        }
        pending = true;
        return true;
    }

    /** Marks it as begun, from now on it can be queued again; false if it was taken off its queue meanwhile. */
    boolean begin() {
        running = pending;
        pending = false;
        return running;
    }

    /** Marks it as done. */
    void finish() {
        running = false;
    }

    long turn(Task worker) {
        return body.turn(worker);
    }
}
