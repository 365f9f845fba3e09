package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Timeline;

/**
 * The thread that commits the journal of ext4, the kernel's {@code jbd2}: when a task waits for it, and of journalled
 * data, which has no other way to the device, also five seconds after the first change or when a quarter of the journal
 * is wanted. Whatever else changes waits for a sync. Its time counts as the flusher's.
 */
final class JournalThread implements TaskBody {

    private static final long COMMIT_INTERVAL_NANOS = 5_000_000_000L;

    private final Journal journal;
    private final Journal.Commit commit;
    private final Timeline timeline;
    private final Cpus cpus;
    private final Bill bill;
    private final Task task = Task.worker("jbd2", Counter.FLUSHER_CPU_NANOS, this);
    private boolean isPlanned;
    private boolean isWanted;
    private boolean isCommitting;

    JournalThread(Journal journal, Timeline timeline, Cpus cpus, Till till) {
        bill = new Bill(till);
        this.journal = journal;
        this.timeline = timeline;
        this.cpus = cpus;
        commit = journal.new Commit();
    }

    /** Returns whether a task is this thread. */
    boolean is(Task other) {
        return task == other;
    }

    /** Commits the changes there are, unless it is about to. */
    void commit() {
        if (!isWanted) {
            wake();
        }
    }

    /** Hears that the journal has been given data. */
    void dataCollected() {
        if (!isPlanned) {
            isPlanned = true;
            timeline.schedule(timeline.now() + COMMIT_INTERVAL_NANOS, EventPriority.TASK, _ -> isDue(), 0);
        }
        if (journal.isCrowded()) {
            commit();
        }
    }

    private void isDue() {
        isPlanned = false;
        wake();
    }

    private void wake() {
        isWanted = true;
        cpus.wake(task);
    }

    @Override
    public long turn() {
        if (!isCommitting) {
            if (!isWanted) {
                return ASLEEP;
            }
            isWanted = false;
            if (!journal.isOwed()) {
                return ASLEEP;
            }
            isCommitting = true;
            commit.beginAll();
        }
        return switch (commit.advance(task, bill)) {
            case PAY -> bill.settle();
            case PARKED -> ASLEEP;
            case DONE -> {
                isCommitting = false;
                yield bill.settle();
            }
        };
    }
}
