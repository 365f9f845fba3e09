package dev.dropbehind.engine.cpu;

/** A piece of work for a {@link WorkQueue}: made once, queued as often as there is something to do. */
public final class Work {

    private final Body body;
    private boolean pending;

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

    /** Marks it as queued; false if it was. */
    boolean enqueue() {
        if (pending) {
            return false;
        }
        pending = true;
        return true;
    }

    /** Marks it as begun: from now on it can be queued again. */
    void begin() {
        pending = false;
    }

    long turn(Task worker) {
        return body.turn(worker);
    }
}
