package dev.dropbehind.run;

import java.util.List;
import java.util.Optional;

/** Keeps runs and their samples. All methods may be called from any thread. */
public interface RunStore {

    /**
     * Adds a run; may forget the oldest ones that are over.
     *
     * @throws IllegalArgumentException if there is a run of that id
     */
    void create(Run run);

    /** Replaces what is known of a run; does nothing if it is forgotten. */
    void update(Run run);

    /**
     * Adds samples that follow those already there.
     *
     * @param id whose samples
     * @param samples in the order of their sequence numbers
     */
    void append(RunId id, List<RunSample> samples);

    /** Returns the run of that id. */
    Optional<Run> find(RunId id);

    /** Returns runs, newest first. */
    RunPage list(RunQuery query);

    /** Returns the samples of a run in the order of their sequence numbers; none where the run is not known. */
    List<RunSample> samples(RunId id);
}
