package dev.dropbehind.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.Family;
import dev.dropbehind.scenario.PublishedSeries.Role;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioCatalogue;
import dev.dropbehind.scenario.Variant;
import dev.dropbehind.testing.Specs;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

class TableFiguresTest {

    private static final String HEAD = "{id: v, title: t, about: a, family: tiny, seconds: 2-3, ";

    @Test
    void aFamilyGivesAFigureForEachCell() {
        Validation validation = read(64L << 30, HEAD + "reasons: {row: because}}");

        assertThat(validation.figures()).extracting(Figure::id).containsExactly("row/fast", "row/slow");
        assertThat(validation.figures()).allSatisfy(figure -> {
            assertThat(figure.metric()).isEqualTo(Metric.IOPS);
            assertThat(figure.seconds()).isEqualTo(new Seconds(2, 3));
            assertThat(figure.tolerance()).isEqualTo(new Tolerance(Tolerance.Kind.WITHIN_PERCENT, 12));
            assertThat(figure.role()).isEqualTo(Role.CHECK);
            assertThat(figure.reason()).isEqualTo("because");
        });
        assertThat(validation.page()).isEqualTo("/validation/v");
        assertThat(validation.simulations()).isEqualTo(10);
    }

    @Test
    void aReasonForARowThatIsNotThereIsAFault() {
        assertThatThrownBy(() -> read(64L << 30, HEAD + "reasons: {rwo: because}}"))
                .hasMessageContaining("/reasons/rwo");
    }

    @Test
    void twoSeedsAreEnoughWhereTheyAgree() {
        Measurement measured = Laboratory.measure(read(64L << 30, HEAD + "}"));

        assertThat(measured.figures().values()).allSatisfy(values -> {
            assertThat(values).hasSize(2);
            assertThat(values.getLast()).isBetween(values.getFirst() * 0.999, values.getFirst() * 1.001);
        });
    }

    @Test
    void theSecondInWhichAJobComesToTheEndOfItsFileDoesNotCount() {
        double whole = fast(Laboratory.measure(read(64L << 30, HEAD + "}")));
        long bytesOfTwoSecondsAndAHalf = Math.round(whole * 2.5) * (32 << 10);

        assertThat(fast(Laboratory.measure(read(bytesOfTwoSecondsAndAHalf, HEAD + "}"))))
                .isBetween(whole * 0.99, whole * 1.01);
    }

    private static double fast(Measurement measured) {
        return measured.figures().entrySet().stream()
                .filter(figure -> figure.getKey().equals("row/fast"))
                .findFirst()
                .orElseThrow()
                .getValue()
                .getFirst();
    }

    private static Validation read(long fileBytes, String yaml) {
        ScenarioCatalogue catalogue = new ScenarioCatalogue(List.of(), List.of(family(fileBytes)));
        return new ValidationReader(new YAMLMapper().readTree(yaml), catalogue).read();
    }

    private static Family family(long fileBytes) {
        Scenario tiny = Figures.scenario();
        Scenario scenario = new Scenario(
                "tiny-row",
                "Tiny",
                "Why?",
                "Story.",
                "",
                tiny.source(),
                List.of(variant("fast", fileBytes, 32 << 10), variant("slow", 64L << 30, 4 << 10)),
                List.of(),
                List.of());
        Family.Row row = new Family.Row(
                "row",
                "Row",
                Map.of("operation", "read"),
                scenario,
                List.of(
                        new Family.Cell("fast", Metric.IOPS, 100, Role.CHECK),
                        new Family.Cell("slow", Metric.IOPS, 50, Role.CHECK)));
        return new Family(
                "tiny",
                "Tiny",
                "Why?",
                "Story.",
                tiny.source(),
                List.of(new Family.Table("t", "a message: a table", "within 12 %", false, List.of(row))));
    }

    private static Variant variant(String name, long fileBytes, int blockSize) {
        SimulationSpec spec = Specs.small()
                .job(Specs.reader(IoMode.CACHED, blockSize, fileBytes))
                .duration(3_000_000_000L)
                .spec();
        return new Variant(name, name, spec, JsonNodeFactory.instance.objectNode());
    }
}
