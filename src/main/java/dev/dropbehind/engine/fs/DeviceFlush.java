package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.cache.MappingOperations.Step;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.device.Op;

/** Has the device make durable what it holds, and waits for it: the kernel's {@code blkdev_issue_flush}. */
public final class DeviceFlush {

    private final WaitedBio bio;
    private boolean isSubmitted;

    DeviceFlush(WaitedBio bio) {
        this.bio = bio;
    }

    /** Walks on until the task must pay or sleep, or the device has flushed. */
    public Step advance(Task task, Bill bill) {
        if (!isSubmitted) {
            isSubmitted = true;
            bio.submit(Op.FLUSH, 0, 0, task, bill);
        }
        if (!bio.isOnItsWay()) {
            isSubmitted = false;
            return Step.DONE;
        }
        if (bill.isOwing()) {
            return Step.PAY;
        }
        bio.await(task);
        return Step.PARKED;
    }
}
