package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A lock for one writer or many readers, the kernel's {@code rw_semaphore}. A task that must wait returns
 * {@link TaskBody#ASLEEP} and asks again when it next runs.
 */
public final class ReadWriteSemaphore {

    /*
     * Who gets a semaphore that becomes free (decisions.md 4):
     *
     *  - If a reader has waited longest, all sleeping readers have it at once.
     *  - If a writer has waited longest, it is woken but the semaphore stays free: until the sleeper runs, a writer
     *    that is running anyway may take it. In the kernel that is a writer which spun for it. The sleeper then
     *    keeps its place and sleeps on.
     *  - A writer that has waited 4 ms is not passed any more: the semaphore is kept for it.
     *
     * So writers that take turns drift apart as real ones do. A running reader goes ahead only where nobody sleeps.
     */
    private static final long PATIENCE_NANOS = 4_000_000;

    private final Timeline timeline;
    private final ArrayDeque<Task> sleepingReaders = new ArrayDeque<>();
    private final ArrayDeque<Task> sleepingWriters = new ArrayDeque<>();
    private int readers;
    private @Nullable Task writer;

    /**
     * Makes a free semaphore.
     *
     * @param timeline the machine's clock
     */
    public ReadWriteSemaphore(Timeline timeline) {
        this.timeline = timeline;
    }

    /** Returns whether a task has it for writing. */
    public boolean isWriteLocked() {
        return writer != null;
    }

    /** Takes the semaphore for reading or queues for it; false if the task must sleep and ask again. */
    public boolean readOrWait(Task task) {
        if (task.takeHanded(this)) {
            return true;
        }
        assert writer != task : task + " reads what it has locked for writing";
        if (writer == null && sleepingWriters.isEmpty()) {
            readers++;
            return true;
        }
        queue(task, sleepingReaders);
        return false;
    }

    /** Takes the semaphore for reading if nobody has it for writing or waits to; never queues. */
    public boolean tryRead() {
        boolean isMine = writer == null && sleepingWriters.isEmpty();
        readers += isMine ? 1 : 0;
        return isMine;
    }

    /** Takes the semaphore for writing or queues for it; false if the task must sleep and ask again. */
    public boolean writeOrWait(Task task) {
        assert writer != task : task + " locks twice";
        if (isFree() && mayTake(task)) {
            sleepingWriters.remove(task);
            writer = task;
            return true;
        }
        queue(task, sleepingWriters);
        return false;
    }

    /** Ends reading. */
    public void unlockRead(Task task, Cpus cpus) {
        assert readers > 0 : task + " ends a read that nobody began";
        readers--;
        if (readers == 0) {
            passOn(cpus);
        }
    }

    /** Ends writing. */
    public void unlockWrite(Task task, Cpus cpus) {
        assert writer == task : task + " unlocks what " + writer + " has locked";
        writer = null;
        passOn(cpus);
    }

    /** Returns whether nobody reads or writes. */
    public boolean isFree() {
        return readers == 0 && writer == null;
    }

    /** A writer may take a free semaphore if it heads the queue, or comes from outside and the head has patience. */
    private boolean mayTake(Task task) {
        Task head = sleepingWriters.peek();
        return head == null || head == task || (hasPatience(head) && !sleepingWriters.contains(task));
    }

    private boolean hasPatience(Task sleeper) {
        return timeline.now() - sleeper.waitingSinceNanos() < PATIENCE_NANOS;
    }

    private void queue(Task task, ArrayDeque<Task> sleepers) {
        if (!sleepers.contains(task)) {
            task.waitSince(timeline.now());
            sleepers.add(task);
        }
    }

    private void passOn(Cpus cpus) {
        Task head = sleepingWriters.peek();
        if (head == null || readersCameBefore(head)) {
            handToReaders(cpus);
        } else {
            cpus.wake(head);
        }
    }

    private boolean readersCameBefore(Task sleepingWriter) {
        Task reader = sleepingReaders.peek();
        return reader != null && reader.waitingSinceNanos() < sleepingWriter.waitingSinceNanos();
    }

    private void handToReaders(Cpus cpus) {
        for (Task reader = sleepingReaders.poll(); reader != null; reader = sleepingReaders.poll()) {
            readers++;
            reader.hand(this);
            cpus.wake(reader);
        }
    }
}
