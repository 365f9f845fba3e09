package dev.dropbehind.engine;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.machine.Invariants;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.machine.MachineBuilder;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.measure.Trace;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.workload.JobFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One simulated machine, advanced by whoever holds it, one thread at a time. It has no side effects and asks no clock:
 * same spec, same engine version, same samples and digest, in any thread and at any pace.
 */
public final class Simulation {

    /** Changes whenever the same spec could give another digest. */
    public static final String ENGINE_VERSION = "0.6.0";

    private static final long SECOND_NANOS = 1_000_000_000;

    private final SimulationSpec spec;
    private final Machine machine;
    private final Invariants invariants;
    private boolean over;

    /** Builds the machine at time zero. */
    public Simulation(SimulationSpec spec) {
        this(spec, null);
    }

    /** Builds the machine at time zero; somebody may be told what happens, which changes nothing. */
    Simulation(SimulationSpec spec, @Nullable Trace trace) {
        this.spec = spec;
        machine = MachineBuilder.build(spec, trace);
        invariants = new Invariants(machine, spec.seed());
    }

    /**
     * Advances to a simulated time or to the end of the run, whichever comes first.
     *
     * @param nanos simulated time
     * @throws dev.dropbehind.engine.machine.InvariantBreach where the model contradicts itself, which it looks for
     *     every second
     * @return the samples of the seconds that ended on the way; the last second of a run may be shorter than one
     */
    public List<Sample> advanceTo(long nanos) {
        List<Sample> samples = new ArrayList<>();
        while (!over && nowNanos() < nanos) {
            long secondEnds = Math.min((nowNanos() / SECOND_NANOS + 1) * SECOND_NANOS, spec.durationNanos());
            machine.runUntil(Math.min(secondEnds, nanos));
            if (nowNanos() == secondEnds) {
                samples.add(endSecond(secondEnds));
            }
        }
        return samples;
    }

    private Sample endSecond(long secondEnds) {
        over = secondEnds == spec.durationNanos() || machine.workload().isOver();
        if (over) {
            invariants.checkEnd();
        } else {
            invariants.checkIdentities();
        }
        return machine.sampler().take(secondEnds);
    }

    /** Returns the simulated time. */
    public long nowNanos() {
        return machine.timeline().now();
    }

    /** Returns whether the duration is over, or all jobs have ended and their last second with them. */
    public boolean isOver() {
        return over;
    }

    /** Returns what it has come to so far. */
    public SimulationResult result() {
        Counters counters = machine.counters();
        return new SimulationResult(
                nowNanos(),
                counters.get(Counter.READ_BYTES),
                counters.get(Counter.WRITTEN_BYTES),
                counters.get(Counter.READ_CALLS) + counters.get(Counter.WRITE_CALLS),
                machine.sampler().summary(),
                machine.marks().all(),
                machine.workload().failures().stream().map(Simulation::error).toList(),
                machine.cache().contents().dataVerified(),
                machine.timeline().executed(),
                machine.till().ledger().copy(),
                machine.sampler().digest());
    }

    /** Returns the files in the order in which jobs name them, with what is cached of each now. */
    public List<CachedFile> files() {
        return machine.files().stream().map(Simulation::cachedFile).toList();
    }

    /**
     * Returns what is cached of a file now, in the order of its pages.
     *
     * @param file one of {@link #files}
     * @param fromPage where to begin; a folio that holds this page is seen whole
     * @param limit how many runs at most
     */
    public List<FolioRun> folios(CachedFile file, int fromPage, int limit) {
        Mapping mapping = machine.cache().mappings().get(file.number());
        return FolioWalk.of(machine.cache().folios(), mapping, fromPage, limit);
    }

    /** Returns how many events have begun. */
    long events() {
        return machine.timeline().executed();
    }

    private static CachedFile cachedFile(Inode inode) {
        Mapping mapping = inode.mapping();
        return new CachedFile(mapping.id(), inode.name(), mapping.filePages(), mapping.cachedPages());
    }

    private static JobError error(JobFailure failure) {
        return new JobError(failure.job(), failure.error().name(), failure.atNanos());
    }
}
