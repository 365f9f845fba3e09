package dev.dropbehind.engine.cache;

import static dev.dropbehind.engine.cache.InterleavingExplorer.Defect.LEAK;
import static dev.dropbehind.engine.cache.InterleavingExplorer.Defect.NEGATIVE;
import static dev.dropbehind.engine.cache.InterleavingExplorer.Defect.TWICE;
import static dev.dropbehind.engine.cache.OneFolio.Actor.FLUSHER;
import static dev.dropbehind.engine.cache.OneFolio.Actor.LOOKUP;
import static dev.dropbehind.engine.cache.OneFolio.Actor.STORE;
import static dev.dropbehind.engine.cache.OneFolio.Actor.UNCACHED_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.InterleavingExplorer.Findings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two writers, a look-up, the flusher and a reader on one folio, in every order (decisions.md 39). */
class InterleavingExplorerTest {

    private static final DontcacheCount.Rules PATCHED = new DontcacheCount.Rules(true, true);
    private static final DontcacheCount.Rules BY_FLAGS = new DontcacheCount.Rules(false, true);
    private static final DontcacheCount.Rules MARKED_BY_FLAG = new DontcacheCount.Rules(true, false);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withBothPatchesTheCountIsRightAfterEveryStepOfEveryOrder(boolean isMarked) {
        Findings findings = InterleavingExplorer.explore(PATCHED, isMarked);

        assertThat(findings.defects()).isEmpty();
        assertThat(findings.interleavings().longValueExact()).isGreaterThan(10_000);
        assertThat(findings.states()).isGreaterThan(300);
    }

    @Test
    void aLookUpBetweenTheFlagAndTheAccountingCountsOutWhatWasNeverCountedIn() {
        assertThat(InterleavingExplorer.explore(BY_FLAGS, true).defects())
                .containsEntry(NEGATIVE, List.of(STORE, LOOKUP));
        assertThat(InterleavingExplorer.explore(BY_FLAGS, false).defects())
                .containsEntry(NEGATIVE, List.of(STORE, UNCACHED_WRITE, LOOKUP));
    }

    @Test
    void aLookUpBetweenTheCleaningAndTheCountingOutLeavesItCountedIn() {
        assertThat(InterleavingExplorer.explore(BY_FLAGS, true).defects())
                .containsEntry(LEAK, List.of(STORE, STORE, FLUSHER, LOOKUP, FLUSHER));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoMarksByTheFlagBetweenItAndTheAccountingCountsTwice(boolean isMarked) {
        List<OneFolio.Actor> shortest =
                isMarked ? List.of(STORE, LOOKUP, UNCACHED_WRITE, STORE) : List.of(STORE, UNCACHED_WRITE, STORE);

        assertThat(InterleavingExplorer.explore(MARKED_BY_FLAG, isMarked).defects())
                .containsEntry(TWICE, shortest)
                .doesNotContainKey(NEGATIVE);
    }

    /** What {@code target/interleavings.txt} has, for whoever wants to see the orders. */
    @Test
    void theOrdersFoundCanBeRead() throws Exception {
        StringBuilder text = new StringBuilder();
        for (DontcacheCount.Rules rules : List.of(PATCHED, BY_FLAGS, MARKED_BY_FLAG)) {
            for (boolean isMarked : new boolean[] {true, false}) {
                text.append(rules)
                        .append(isMarked ? ", marked: " : ", not marked: ")
                        .append(InterleavingExplorer.explore(rules, isMarked))
                        .append('\n');
            }
        }
        Path file = Path.of("target", "interleavings.txt");
        Files.writeString(file, text);

        assertThat(file).content().contains("interleavings, {}", "NEGATIVE=[STORE, LOOKUP]");
    }
}
