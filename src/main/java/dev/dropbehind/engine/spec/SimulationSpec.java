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
        long durationNanos,
        long seed) {

    /** A machine whose files lie on the device in one piece each. */
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

    /** Checks that there is something to do, and that jobs and files agree. */
    public SimulationSpec {
        jobs = List.copyOf(jobs);
        files = List.copyOf(files);
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("a spec needs at least one job");
        }
        if (durationNanos <= 0) {
            throw new IllegalArgumentException("duration must be above zero: " + durationNanos);
        }
        for (FileSpec file : files) {
            List<JobSpec> readers = jobs.stream()
                    .filter(job -> job.filename().equals(file.name()))
                    .toList();
            if (readers.isEmpty() || readers.stream().anyMatch(job -> job.fileSizeBytes() != file.sizeBytes())) {
                throw new IllegalArgumentException("no job reads " + file.name() + ", or one says another length");
            }
        }
    }

    /** Returns the same spec on another machine. */
    public SimulationSpec withMachine(MachineSpec other) {
        return new SimulationSpec(other, memory, device, fileSystem, kernel, jobs, files, durationNanos, seed);
    }

    /** Returns the same spec on another device. */
    public SimulationSpec withDevice(DeviceSpec other) {
        return new SimulationSpec(machine, memory, other, fileSystem, kernel, jobs, files, durationNanos, seed);
    }

    /** Returns the same spec that is over at another time. */
    public SimulationSpec withDuration(long nanos) {
        return new SimulationSpec(machine, memory, device, fileSystem, kernel, jobs, files, nanos, seed);
    }

    /** Returns the same spec with another seed. */
    public SimulationSpec withSeed(long other) {
        return new SimulationSpec(machine, memory, device, fileSystem, kernel, jobs, files, durationNanos, other);
    }
}
