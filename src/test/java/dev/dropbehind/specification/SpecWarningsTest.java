package dev.dropbehind.specification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.JobError;
import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Warnings are true. */
class SpecWarningsTest {

    private static final String SMALL = "{'memory': {'ram': '64MiB', 'reserved': '16MiB'},"
            + " 'device': {'readBandwidth': '16MiB'}, 'jobs': [{'size': '1GiB', 'bs': '64k'}], 'duration': '2s'}";

    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void aSpecThatSaysNothingOddHasNoWarnings() {
        assertThat(SpecWarnings.of(spec("{}"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'machine': {'hz': 1000}}", "{'device': {'logicalBlockSize': 512}}"})
    void whatIsSaidToChangeNothingChangesNoDigest(String patch) {
        SimulationSpec patched = spec(patch);

        assertThat(SpecWarnings.of(patched))
                .singleElement()
                .satisfies(warning -> assertThat(warning.detail()).contains("changes nothing"));
        assertThat(run(patched).digest()).isEqualTo(run(spec("{}")).digest());
    }

    @Test
    void aJobThatIsSaidToFailFails() {
        SimulationSpec refused = spec("{'kernel': {'epoch': 'E0'}, 'jobs': [{'size': '1GiB', 'ioMode': 'dontcache'}]}");

        assertThat(SpecWarnings.of(refused)).extracting(Warning::pointer).containsExactly("/jobs/0/ioMode");
        assertThat(run(refused).errors()).extracting(JobError::errno).containsExactly("EOPNOTSUPP");
    }

    @Test
    void aToggleThatAnotherNeedsIsOnAndSaidSo() {
        SimulationSpec pulled = spec("{'kernel': {'epoch': 'E0', 'toggles': {'bdev.fopDontcache': true}}}");

        assertThat(SpecWarnings.of(pulled))
                .extracting(Warning::pointer)
                .containsExactly("/kernel/toggles/mm.rwfDontcache");
        assertThat(pulled.kernel().toggles().has(Toggle.MM_RWF_DONTCACHE)).isTrue();
    }

    private static SimulationResult run(SimulationSpec spec) {
        Simulation simulation = new Simulation(spec);
        simulation.advanceTo(Long.MAX_VALUE);
        return simulation.result();
    }

    private static SimulationSpec spec(String patch) {
        return SpecReader.read(MergePatch.apply(json(SMALL), json(patch)));
    }

    private static JsonNode json(String text) {
        return JSON.readTree(text.replace('\'', '"'));
    }
}
