package dev.dropbehind.run;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.CompletionHandler.OnCompleteRemove;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.ExecutionOperations;
import com.github.kagkarlsson.scheduler.task.FailureHandler.OnFailureRetryLater;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;

/**
 * The runs that are not over, as executions of db-scheduler in the run database. Whoever executes a run holds it and
 * tells so by heartbeats; one whose heartbeats stop is executed again, here or on another node. An execution waits on a
 * virtual thread, so as many as may be live cost nothing.
 */
final class RunQueue {

    private static final String TASK = "run";
    private static final int MISSED_HEARTBEATS = 4;
    private static final Duration RETRY = Duration.ofSeconds(10);

    /** Executes a run. */
    @FunctionalInterface
    interface Executor {

        /**
         * Waits until a run is over or cannot go on here.
         *
         * @return whether the run is over, or forgotten
         */
        boolean execute(RunId id) throws InterruptedException;
    }

    private final Scheduler scheduler;
    private final CustomTask<Void> task;
    private final JdbcClient sql;
    private final String node;

    /**
     * Uses a database whose tables exist.
     *
     * @param database the run database
     * @param limits how many runs may be live, how often to say so, and who says so
     * @param executor what executes runs
     */
    RunQueue(DataSource database, RunProperties limits, Executor executor) {
        sql = JdbcClient.create(database);
        node = limits.node();
        task = Tasks.custom(TASK, Void.class)
                .onFailure(new OnFailureRetryLater<>(RETRY))
                .onDeadExecutionRevive()
                .execute((instance, context) -> execute(executor, new RunId(instance.getId())));
        scheduler = Scheduler.create(new TransactionAwareDataSourceProxy(database), task)
                .schedulerName(new SchedulerName.Fixed(node))
                .threads(limits.liveLimit())
                .executorService(Executors.newFixedThreadPool(
                        limits.liveLimit(),
                        Thread.ofVirtual().name("run-lease-", 1).factory()))
                .pollingInterval(limits.queuePoll())
                .heartbeatInterval(limits.queueHeartbeat())
                .missedHeartbeatsLimit(MISSED_HEARTBEATS)
                .shutdownMaxWait(Duration.ofSeconds(5))
                .build();
    }

    private static CompletionHandler<Void> execute(Executor executor, RunId run) {
        try {
            return executor.execute(run) ? new OnCompleteRemove<>() : RunQueue::handBack;
        } catch (InterruptedException stopping) {
            return RunQueue::handBack;
        }
    }

    private static void handBack(ExecutionComplete done, ExecutionOperations<Void> operations) {
        operations.reschedule(done, Instant.now());
    }

    /** Begins to execute runs, those first that a former holder of this node's name has left. */
    void start() {
        sql.sql("""
                        update scheduled_tasks set picked = false, picked_by = null, last_heartbeat = null
                        where picked_by = :node
                        """).param("node", node).update();
        scheduler.start();
    }

    /** Adds a run, within the caller's transaction; one that is there already stays. */
    void add(RunId run) {
        scheduler.scheduleIfNotExists(task.instance(run.value()), Instant.now());
    }

    /** Looks for work now instead of at the next poll. */
    void wake() {
        scheduler.triggerCheckForDueExecutions();
    }

    /** Executes nothing more; waits until what is being executed is handed back. */
    void stop() {
        scheduler.stop();
    }
}
