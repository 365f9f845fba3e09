package dev.dropbehind.engine.cpu;

/** What a task does, one turn at a time. */
@FunctionalInterface
public interface TaskBody {

    /** The answer of a turn that has put its task on a queue; the next turn comes after a wake-up. */
    long ASLEEP = -1;

    /** The answer of a task's last turn. */
    long EXITED = -2;

    /**
     * Does what can be done at this instant.
     *
     * <p>To wait, a turn puts its task on a queue and returns {@link #ASLEEP}, both in the same turn: a wake-up in
     * between is kept. A wake-up says that it is worth looking again, not that what was waited for has come.
     *
     * @return nanoseconds of CPU time that the task now owes, after which its next turn comes, or one of the constants;
     *     0 calls again at once
     */
    long turn();
}
