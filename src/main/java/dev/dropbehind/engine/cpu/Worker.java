package dev.dropbehind.engine.cpu;

import java.util.ArrayDeque;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A task that does work items, one after another in the order in which they were queued. */
final class Worker {

    private final Cpus cpus;
    private final ArrayDeque<Work> queued = new ArrayDeque<>();
    private final Task task;
    private @Nullable Work current;

    Worker(Cpus cpus, Function<TaskBody, Task> taskOf) {
        this.cpus = cpus;
        this.task = taskOf.apply(this::turn);
    }

    /** Queues an item; the worker is woken unless it is busy with one, which might be waiting for something else. */
    void queue(Work work) {
        queued.add(work);
        if (current == null) {
            cpus.wake(task);
        }
    }

    private long turn() {
        if (current == null) {
            current = beginNext();
            if (current == null) {
                return TaskBody.ASLEEP;
            }
        }
        long answer = current.turn(task);
        if (answer != Work.Body.DONE) {
            return answer;
        }
        current.finish();
        current = null;
        return 0;
    }

    /** Begins the item that was queued first, without those that were taken off since. */
    private @Nullable Work beginNext() {
        Work next = queued.poll();
        while (next != null && !next.begin()) {
            next = queued.poll();
        }
        return next;
    }
}
