package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.call.Errno;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.measure.Sampler;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayList;
import java.util.List;

/**
 * All jobs of a machine, when each begins, and whether any is left.
 *
 * <p>A stonewall divides the list: the jobs from it to the next are a group, which begins when the group before has
 * ended. Within its group a job waits for its {@code startdelay}; from then on its {@code runtime} counts. Each task
 * starts within a millisecond of that, at a time of its own: nobody types so exactly.
 */
public final class Workload {

    private static final long MAX_OFFSET_NANOS = 999_999;

    private final Timeline timeline;
    private final Sampler sampler;
    private final Cpus cpus;
    private final Seeds seeds;
    private final Random64 offsets;
    private final List<Member> members = new ArrayList<>();
    private final List<Integer> jobsLeft = new ArrayList<>();
    private final List<JobFailure> failures = new ArrayList<>();
    private final EventHandler starter = this::startNow;
    private int group;
    private int actionsLeft;

    /** Who starts when, counted from the begin of its group. */
    private record Member(Job job, Runnable starter, long offsetNanos) {}

    /** Starts without jobs. */
    public Workload(Timeline timeline, Sampler sampler, Cpus cpus, Seeds seeds) {
        this.timeline = timeline;
        this.sampler = sampler;
        this.cpus = cpus;
        this.seeds = seeds;
        offsets = seeds.of("start");
    }

    /**
     * Makes one of the tasks of a job; jobs and their tasks come in the order of the list.
     *
     * @param number which task of the job, counted from 0
     * @param bill who pays for its calls
     */
    public Job newJob(JobSpec spec, int number, Bill bill) {
        boolean isWall = number == 0 && spec.start().stonewall();
        if (isWall || jobsLeft.isEmpty()) {
            jobsLeft.add(0);
        }
        int last = jobsLeft.size() - 1;
        jobsLeft.set(last, jobsLeft.get(last) + 1);
        return new Job(spec, number, last, seeds, timeline, sampler, this, bill);
    }

    /** Has a task start when its job begins. */
    public void add(Job job, Task task) {
        add(job, () -> cpus.start(task));
    }

    /**
     * Has a task of another machine start when its job begins.
     *
     * @param calls what it makes its calls with, each a request to this machine
     */
    public void add(Job job, RemoteCalls calls) {
        add(job, calls.use(job));
    }

    private void add(Job job, Runnable starter) {
        members.add(new Member(job, starter, offsets.between(0, MAX_OFFSET_NANOS)));
    }

    /** Lets the first group begin. */
    public void begin() {
        beginGroup(0);
    }

    /** Says that something will be done from outside during the run. */
    public void actionPlanned() {
        actionsLeft++;
    }

    /** Says that one of those things is done. */
    public void actionEnded() {
        actionsLeft--;
    }

    /** Returns whether all jobs have ended, and all is done that was to be done from outside. */
    public boolean isOver() {
        return group == jobsLeft.size() && actionsLeft == 0;
    }

    /** Returns the calls that failed, in the order in which they did. */
    public List<JobFailure> failures() {
        return List.copyOf(failures);
    }

    void jobFailed(Job job, Errno error) {
        failures.add(new JobFailure(job.spec().name(), error, timeline.now()));
        jobEnded(job);
    }

    void jobEnded(Job job) {
        int left = jobsLeft.get(job.group()) - 1;
        jobsLeft.set(job.group(), left);
        if (left == 0) {
            beginGroup(job.group() + 1);
        }
    }

    private void beginGroup(int number) {
        group = number;
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            if (member.job().group() == number) {
                long begin = timeline.now() + member.job().spec().start().startdelayNanos();
                member.job().beginAt(begin);
                timeline.schedule(begin + member.offsetNanos(), EventPriority.TASK, starter, i);
            }
        }
    }

    private void startNow(long member) {
        members.get((int) member).starter().run();
    }
}
