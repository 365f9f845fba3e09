package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;

/** What every store of runs does. */
abstract class RunStoreContract {

    /** Returns an empty store that keeps three runs. */
    abstract RunStore storeOfThree();

    private final RunStore store = storeOfThree();

    @Test
    void aRunIsFoundAsItWasLastUpdated() {
        Run run = created(RunStatus.QUEUED);
        Run running = run.becomes(RunStatus.RUNNING, Instant.EPOCH);

        store.update(running);

        assertThat(store.find(run.id())).contains(running);
        assertThat(store.find(RunId.next())).isEmpty();
    }

    @Test
    void anIdIsUsedOnce() {
        Run run = created(RunStatus.QUEUED);

        assertThatThrownBy(() -> store.create(run, null, () -> {})).isInstanceOf(DuplicateKeyException.class);
    }

    @Test
    void runsAreListedNewestFirstAPageAtATime() {
        List<Run> runs = List.of(created(RunStatus.QUEUED), created(RunStatus.RUNNING), created(RunStatus.QUEUED));

        RunPage first = store.list(RunQuery.newest(2));
        RunPage second = store.list(new RunQuery(null, null, List.of(), 2, first.next()));

        assertThat(first.runs()).containsExactly(runs.get(2), runs.get(1));
        assertThat(second.runs()).containsExactly(runs.get(0));
        assertThat(second.next()).isNull();
    }

    @Test
    void aListIsOfOneStatusAndScenario() {
        Run queued = created(RunStatus.QUEUED);
        created(RunStatus.RUNNING);

        assertThat(store.list(new RunQuery(RunStatus.QUEUED, "custom", List.of(), 10, null))
                        .runs())
                .containsExactly(queued);
        assertThat(store.list(new RunQuery(RunStatus.QUEUED, "other", List.of(), 10, null))
                        .runs())
                .isEmpty();
    }

    @Test
    void samplesComeBackInTheirOrder() {
        Run run = created(RunStatus.RUNNING);
        List<RunSample> samples = Stream.of(1, 2, 3, 4).map(Runs::sample).toList();

        store.append(run, samples.subList(0, 3));
        store.append(run, samples.subList(3, 4));

        assertThat(store.samples(run.id())).isEqualTo(samples);
        assertThat(store.samples(RunId.next())).isEmpty();
        assertThat(store.samples(run.id(), "a")).isEqualTo(samples);
        assertThat(store.samples(run.id(), "b")).isEmpty();
        assertThat(store.sample(run.id(), "a", 3)).contains(samples.get(2));
        assertThat(store.sample(run.id(), "a", 5)).isEmpty();
        assertThat(store.lastSecond(run.id(), "a")).isEqualTo(4);
        assertThat(store.lastSecond(run.id(), "b")).isZero();
    }

    @Test
    void theOldestRunsThatAreOverMakeRoom() {
        Run live = created(RunStatus.RUNNING);
        Run oldest = created(RunStatus.COMPLETED);
        Run newer = created(RunStatus.CANCELLED);
        store.append(oldest, List.of(Runs.sample(1)));

        Run newest = created(RunStatus.QUEUED);

        assertThat(store.list(RunQuery.newest(10)).runs()).containsExactly(newest, newer, live);
        assertThat(store.find(oldest.id())).isEmpty();
        assertThat(store.samples(oldest.id())).isEmpty();
    }

    @Test
    void liveRunsAreNeverForgotten() {
        List<Run> runs =
                Stream.generate(() -> created(RunStatus.RUNNING)).limit(5).toList();

        assertThat(runs).allSatisfy(run -> assertThat(store.find(run.id())).contains(run));
    }

    private Run created(RunStatus status) {
        Run run = Runs.run(status, 1);
        store.create(run, null, () -> {});
        return run;
    }
}
