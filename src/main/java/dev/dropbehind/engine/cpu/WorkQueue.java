package dev.dropbehind.engine.cpu;

import dev.dropbehind.engine.measure.Counter;

/**
 * Work done in task context on behalf of code that may not or would not do it itself, the kernel's workqueue. The
 * worker of a processor that is off line does what is queued there on another one.
 */
public final class WorkQueue {

    private final Worker[] workers;

    private WorkQueue(Worker... workers) {
        this.workers = workers;
    }

    /**
     * Makes a queue with a worker bound to each processor.
     *
     * @param name the name of the queue, part of its workers' names
     * @param account the counter of nanoseconds that the work's CPU time is added to
     * @param cpus the machine's processors
     */
    public static WorkQueue perCpu(String name, Counter account, Cpus cpus) {
        Worker[] workers = new Worker[cpus.count()];
        for (int i = 0; i < workers.length; i++) {
            int cpu = i;
            workers[cpu] = new Worker(cpus, body -> Task.bound(cpu, "kworker/" + cpu + "-" + name, account, body));
        }
        return new WorkQueue(workers);
    }

    /** Makes a queue with one worker that may run on any processor, wherever work is queued from. */
    public static WorkQueue unbound(String name, Counter account, Cpus cpus) {
        return new WorkQueue(new Worker(cpus, body -> Task.worker("kworker/u-" + name, account, body)));
    }

    /**
     * Queues a work item behind those before it, unless it is pending already or disabled. An item that is being done
     * is not pending: queued again, it is done again.
     *
     * @param cpu the processor whose worker does it; of no importance to an unbound queue
     * @param work what is to be done
     */
    public void queue(int cpu, Work work) {
        if (work.enqueue()) {
            accept(cpu, work);
        }
    }

    /** Takes in a work item that is marked as queued. */
    void accept(int cpu, Work work) {
        workers[workers.length == 1 ? 0 : cpu].queue(work);
    }
}
