package dev.dropbehind.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.scenario.PublishedSeries.Role;
import dev.dropbehind.scenario.ScenarioCatalogue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;

class ValidationReaderTest {

    private static final String HEAD = "{id: v, title: t, about: a, scenario: tiny, figures: [";

    private final ScenarioCatalogue catalogue = new ScenarioCatalogue(List.of(Figures.scenario()));

    @Test
    void whatAFigureDoesNotSayIsThatOfThePublishedTable() {
        Figure figure = only("{id: a, label: l, variant: cached, metric: readMiBps}");

        assertThat(figure.seconds()).isEqualTo(new Seconds(1, 2));
        assertThat(figure.published()).isEqualTo(150);
        assertThat(figure.role()).isEqualTo(Role.FIT);
        assertThat(figure.tolerance()).isEqualTo(new Tolerance(Tolerance.Kind.WITHIN_PERCENT, 3));
        assertThat(figure.source()).isEqualTo("a message: a table");
    }

    @Test
    void whatAFigureSaysItselfCounts() {
        Figure figure = only("{id: a, label: l, variant: cached, metric: readMiBps, statistic: max, seconds: 2-3,"
                + " role: check, tolerance: at most 400, source: s, reason: because}");

        assertThat(figure.published()).isEqualTo(300);
        assertThat(figure.role()).isEqualTo(Role.CHECK);
        assertThat(figure.tolerance()).isEqualTo(new Tolerance(Tolerance.Kind.AT_MOST, 400));
        assertThat(figure.source()).isEqualTo("s");
        assertThat(figure.reason()).isEqualTo("because");
    }

    @Test
    void aNumberWithoutATableIsAFigureOfItsOwn() {
        Figure figure = only("{id: a, label: l, variant: cached, metric: iops, seconds: 1-3, published: 12.5,"
                + " role: counted, tolerance: within 1 %, source: s}");

        assertThat(figure.published()).isEqualTo(12.5);
        assertThat(figure.role()).isEqualTo(Role.COUNTED);
    }

    @Test
    void aGainIsThatOfTheTwoPublishedTables() {
        Figure figure = only("{id: a, label: l, variant: cached, gainOver: slower, metric: readMiBps,"
                + " tolerance: from 150 to 250 %}");

        assertThat(figure.published()).isEqualTo(200);
        assertThat(figure.unit()).isEqualTo("%");
        assertThat(figure.words()).isEqualTo("mean, gain over slower");
        assertThat(figure.subjects())
                .extracting(subject -> subject.variant().name())
                .containsExactly("cached", "slower");
    }

    @Test
    void aGainSaysHowNearIsNearAndIsOfVariantsThatThereAre() {
        Resource file = file(HEAD
                + "{id: a, label: l, variant: cached, gainOver: slower, metric: readMiBps},"
                + "{id: b, label: l, variant: cached, gainOver: slowest, metric: readMiBps, tolerance: at least 1},"
                + "{id: c, label: l, variant: cached, gainOver: slower, metric: readMiBps, statistic: onset,"
                + " tolerance: at least 1}]}");

        assertThatThrownBy(() -> ValidationLoader.read(file, catalogue))
                .hasMessageContainingAll("/figures/0/tolerance", "/figures/1/gainOver", "/figures/2/gainOver");
    }

    @Test
    void aFaultyFileIsNamedWithEveryFault() {
        Resource file = file(HEAD
                + "{label: l, variant: cached, metric: readMiBps, tolerance: near},"
                + "{id: b, label: l, variant: cashed, metric: readMiBps},"
                + "{id: c, label: l, variant: cached, metric: iops},"
                + "{id: c, label: l, variant: cached, metric: readMiBps, seconds: 9-1, published: x, colour: red}]}");

        assertThatThrownBy(() -> ValidationLoader.read(file, catalogue))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "faulty.yaml",
                        "/figures/0/id",
                        "/figures/0/tolerance",
                        "/figures/1/variant",
                        "/figures/2/seconds",
                        "/figures/2/published",
                        "/figures/2/role",
                        "/figures/2/tolerance",
                        "/figures/2/source",
                        "/figures/3/id",
                        "/figures/3/seconds",
                        "/figures/3/published",
                        "/figures/3/colour");
    }

    @Test
    void secondsThatTheTableDoesNotHaveAreAFault() {
        Resource file = file(HEAD + "{id: a, label: l, variant: cached, metric: readMiBps, seconds: 8-9}]}");

        assertThatThrownBy(() -> ValidationLoader.read(file, catalogue)).hasMessageContaining("/figures/0/seconds");
    }

    private Figure only(String figure) {
        return ValidationLoader.read(file(HEAD + figure + "]}"), catalogue)
                .figures()
                .getFirst();
    }

    private static Resource file(String yaml) {
        return new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public String getFilename() {
                return "faulty.yaml";
            }
        };
    }
}
