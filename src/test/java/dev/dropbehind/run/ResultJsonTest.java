package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Ledger;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What is stored of a result. */
class ResultJsonTest {

    private final JsonMapper mapper = new JsonMapper();
    private final ResultJson json = new ResultJson(mapper);

    @Test
    void aResultIsReadAsItWasWritten() {
        SimulationResult result = resultOfASecond();
        assertThat(result.ledger()).isNotEqualTo(new Ledger());
        assertThat(json.read(json.write(result))).isEqualTo(result);
    }

    @Test
    void aResultThatWasStoredBeforeThereWasALedgerHasAnEmptyOne() {
        SimulationResult result = resultOfASecond();
        ObjectNode tree = (ObjectNode) mapper.readTree(json.write(result));
        tree.remove("ledger");

        SimulationResult read = Objects.requireNonNull(json.read(tree.toString()));

        assertThat(read.ledger()).isEqualTo(new Ledger());
        assertThat(read.digest()).isEqualTo(result.digest());
    }

    private static SimulationResult resultOfASecond() {
        FakeEngine engine = new FakeEngine(1, RunServiceFixture::nothing);
        engine.advanceTo(1_000_000_000);
        return engine.result();
    }
}
