package dev.dropbehind.specification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Specs with faults. */
final class SpecFaults {

    private static final JsonMapper JSON = new JsonMapper();

    private SpecFaults() {}

    /** Returns JSON written with single quotes. */
    static JsonNode json(String text) {
        return JSON.readTree(text.replace('\'', '"'));
    }

    /** Checks that a spec has a fault at a place, told in a sentence. */
    static void assertFault(String spec, String pointer, String detail) {
        List<Fault> faults = faultsOf(spec);
        assertThat(faults).as("faults of %s", spec).anySatisfy(fault -> {
            assertThat(fault.pointer()).isEqualTo(pointer);
            assertThat(fault.detail()).contains(detail).matches("(?s).*[.?]");
        });
    }

    /** Returns the faults of a spec that cannot be read. */
    static List<Fault> faultsOf(String spec) {
        Faults faults = new Faults();
        assertThat(SpecReader.read(json(spec), "", faults)).isEmpty();
        assertThatThrownBy(() -> SpecReader.read(json(spec))).isInstanceOf(InvalidInputException.class);
        return faults.all();
    }
}
