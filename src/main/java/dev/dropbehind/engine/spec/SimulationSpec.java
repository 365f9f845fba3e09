package dev.dropbehind.engine.spec;

import java.util.List;

/**
 * Everything one simulated machine needs to run: same spec, same seed, same engine version, same digest.
 *
 * @param machine processors and what their work costs
 * @param memory RAM and what is in it at the start
 * @param device the medium under the file system
 * @param fileSystem the file system the jobs' files are on
 * @param kernel which kernel and which patches
 * @param jobs who reads and writes what, at least one
 * @param files how files lie on the device, where that is not in one piece without holes
 * @param actions what is done to the machine from outside, and when, in any order
 * @param durationNanos simulated time after which the run is over, also where jobs are still busy
 * @param seed where all chance comes from
 */
public record SimulationSpec(
        MachineSpec machine,
        MemorySpec memory,
        DeviceSpec device,
        FileSystemSpec fileSystem,
        KernelSpec kernel,
        List<JobSpec> jobs,
        List<FileSpec> files,
        List<ActionSpec> actions,
        long durationNanos,
        long seed) {

    /** A machine that is left alone. */
    public SimulationSpec(
            MachineSpec machine,
            MemorySpec memory,
            DeviceSpec device,
            FileSystemSpec fileSystem,
            KernelSpec kernel,
            List<JobSpec> jobs,
            List<FileSpec> files,
            long durationNanos,
            long seed) {
        this(machine, memory, device, fileSystem, kernel, jobs, files, List.of(), durationNanos, seed);
    }

    /** A machine that is left alone and whose files lie on the device in one piece each. */
    public SimulationSpec(
            MachineSpec machine,
            MemorySpec memory,
            DeviceSpec device,
            FileSystemSpec fileSystem,
            KernelSpec kernel,
            List<JobSpec> jobs,
            long durationNanos,
            long seed) {
        this(machine, memory, device, fileSystem, kernel, jobs, List.of(), durationNanos, seed);
    }

    /** Checks that there is something to do, and that jobs, files and actions agree. */
    public SimulationSpec {
        jobs = List.copyOf(jobs);
        files = List.copyOf(files);
        actions = List.copyOf(actions);
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("a spec needs at least one job");
        }
        if (durationNanos <= 0) {
            throw new IllegalArgumentException("duration must be above zero: " + durationNanos);
        }
        for (FileSpec file : files) {
            checkFile(file, jobs);
        }
        for (JobSpec job : jobs) {
            checkExists(job, jobs, fileSystem);
            checkClient(job, fileSystem);
        }
        if (fileSystem.nfsd() != null && memory.cgroup() != null) {
            throw new IllegalArgumentException("the threads of a server are in no cgroup");
        }
        for (ActionSpec action : actions) {
            checkAction(action, machine, jobs);
        }
    }

    private static void checkFile(FileSpec file, List<JobSpec> jobs) {
        List<JobSpec> users = usersOf(file.name(), jobs);
        if (users.isEmpty() || users.stream().anyMatch(job -> job.fileSizeBytes() != file.sizeBytes())) {
            throw new IllegalArgumentException("no job uses " + file.name() + ", or one says another length");
        }
        if (users.stream().anyMatch(job -> !job.existing())) {
            throw new IllegalArgumentException(file.name() + " is new and lies nowhere yet");
        }
    }

    private static void checkExists(JobSpec job, List<JobSpec> jobs, FileSystemSpec fileSystem) {
        if (usersOf(job.filename(), jobs).stream().anyMatch(other -> other.existing() != job.existing())) {
            throw new IllegalArgumentException(job.filename() + " is new to one job and there for another");
        }
        if (fileSystem.type() == FileSystemSpec.Type.BDEV && !job.existing()) {
            throw new IllegalArgumentException("a block device is there before the run: " + job.filename());
        }
    }

    private static void checkClient(JobSpec job, FileSystemSpec fileSystem) {
        boolean isPlain = job.ioMode() == IoMode.CACHED || job.ioMode() == IoMode.DIRECT;
        boolean asksForMore = job.hints().nowait() || job.hints().fadviseDontneedBytes() > 0;
        if (fileSystem.nfsd() != null && (!isPlain || asksForMore)) {
            throw new IllegalArgumentException("a client has no page cache to treat in this way: " + job.name());
        }
    }

    private static void checkAction(ActionSpec action, MachineSpec machine, List<JobSpec> jobs) {
        if (action.cpu() >= machine.cpus()) {
            throw new IllegalArgumentException("no such processor: " + action.cpu());
        }
        String file = action.file();
        if (file != null && usersOf(file, jobs).isEmpty()) {
            throw new IllegalArgumentException("no job uses " + file);
        }
    }

    private static List<JobSpec> usersOf(String file, List<JobSpec> jobs) {
        return jobs.stream().filter(job -> job.filename().equals(file)).toList();
    }

    /** Returns the same spec on another machine. */
    public SimulationSpec withMachine(MachineSpec other) {
        return new SimulationSpec(other, memory, device, fileSystem, kernel, jobs, files, actions, durationNanos, seed);
    }

    /** Returns the same spec on another device. */
    public SimulationSpec withDevice(DeviceSpec other) {
        return new SimulationSpec(
                machine, memory, other, fileSystem, kernel, jobs, files, actions, durationNanos, seed);
    }

    /** Returns the same spec that is over at another time. */
    public SimulationSpec withDuration(long nanos) {
        return new SimulationSpec(machine, memory, device, fileSystem, kernel, jobs, files, actions, nanos, seed);
    }

    /** Returns the same spec with another seed. */
    public SimulationSpec withSeed(long other) {
        return new SimulationSpec(
                machine, memory, device, fileSystem, kernel, jobs, files, actions, durationNanos, other);
    }

    /** Returns the same spec with other actions. */
    public SimulationSpec withActions(List<ActionSpec> others) {
        return new SimulationSpec(
                machine, memory, device, fileSystem, kernel, jobs, files, others, durationNanos, seed);
    }
}
