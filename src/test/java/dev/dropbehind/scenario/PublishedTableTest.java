package dev.dropbehind.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublishedTableTest {

    private static final List<String> LINES = List.of(
            "# message: m",
            "# table: t",
            "# metric: readMiBps",
            "# column: speed",
            "# unit: MB/s",
            "# compared: 1-2",
            "# role: check",
            "# tolerance: 3 %",
            "second,total,speed",
            "1,10,10.5",
            "2,30,20");

    @Test
    void theNamedColumnIsTheSeries() {
        PublishedSeries series = new PublishedTable("x", LINES).seriesOf("cached");

        assertThat(series.seconds()).containsExactly(1, 2);
        assertThat(series.values()).containsExactly(10.5, 20.0);
        assertThat(series.source()).isEqualTo("m: t");
    }

    @ParameterizedTest
    @ValueSource(strings = {"message", "table", "metric", "column", "unit", "compared", "role", "tolerance"})
    void aTableSaysWhereItIsFromAndHowNearIsNear(String key) {
        Predicate<String> wanted = line -> !line.startsWith("# " + key + ":");

        assertThatThrownBy(() ->
                        new PublishedTable("x", LINES.stream().filter(wanted).toList()).seriesOf("cached"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("x: the header has no " + key);
    }

    @Test
    void aColumnThatIsNotThereIsNamed() {
        List<String> lines = Stream.concat(Stream.of("# column: other"), LINES.stream())
                .filter(line -> !line.equals("# column: speed"))
                .toList();

        assertThatThrownBy(() -> new PublishedTable("x", lines).seriesOf("cached"))
                .hasMessage("x: there is no column other");
    }
}
