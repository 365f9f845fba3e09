package dev.dropbehind.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.scenario.ScenarioLoader;
import dev.dropbehind.validation.ValidationLoader;
import dev.dropbehind.validation.ValidationResult;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableDocumentTest {

    private static final TableDocument TABLE = table();

    @ParameterizedTest
    @CsvSource({"683, 683", "9830, 9830", "9999.6, 10.0k", "10100, 10.1k", "99949, 99.9k", "182000, 182k"})
    void callsASecondArePrintedAsFioPrintsThem(double value, String words) {
        assertThat(TableDocument.printed(value)).isEqualTo(words);
    }

    @Test
    void theRowsStandAsTheMessagePrintedThem() {
        assertThat(TABLE.sections())
                .extracting(TableDocument.Section::id)
                .containsExactly("reads", "writes", "reads-beside", "writes-beside");
        assertThat(TABLE.sections().getFirst().columns()).containsExactly("target", "block size");
        assertThat(TABLE.sections().get(1).columns())
                .containsExactly("target", "overwrite", "sync", "writeback", "block size");
        assertThat(TABLE.sections().get(1).rows().getFirst().key()).containsExactly("cache", "N", "N", "N", "64K");
        assertThat(TABLE.sections().getFirst().rows().getFirst().cells())
                .extracting(TableDocument.Cell::published)
                .containsExactly("45.1k", "78.1k");
    }

    @Test
    void theWorstCellsComeFirstAndNoneIsLeftOut() {
        List<Double> errors = Stream.concat(TABLE.worst().stream(), TABLE.others().stream())
                .map(cell -> -Math.abs(cell.result().errorPercent().orElseThrow()))
                .toList();

        assertThat(errors).hasSize(78).isSorted();
        assertThat(TABLE.worst()).hasSize(TableDocument.SHOWN);
    }

    @Test
    void everyCellIsAMarkInsideThePlotFromTheSmallestToTheLargest() {
        assertThat(TABLE.plot().points()).hasSize(78).allSatisfy(point -> {
            assertThat(share(point.x())).isBetween(0.0, 100.0);
            assertThat(share(point.y())).isBetween(0.0, 100.0);
        });
        assertThat(TABLE.plot().points()).extracting(point -> share(point.x())).isSorted();
        assertThat(TABLE.plot().bands()).extracting(ResidualPlot.Band::words).containsExactly("±20 %", "±12 %");
    }

    @Test
    void aMarkAboveTheMiddleIsFasterThanPublished() {
        assertThat(TABLE.sections().stream().flatMap(section -> section.rows().stream()))
                .allSatisfy(row -> assertThat(row.cells()).allSatisfy(cell -> {
                    double y = TABLE.plot().points().stream()
                            .filter(point -> point.words().equals(cell.words()))
                            .mapToDouble(point -> share(point.y()))
                            .findFirst()
                            .orElseThrow();
                    assertThat(y < 50).isEqualTo(cell.result().error() > 0);
                }));
    }

    private static double share(String percent) {
        return Double.parseDouble(percent.replace("%", ""));
    }

    private static TableDocument table() {
        ValidationResult result = ValidationLoader.loadResults(ScenarioLoader.load()).stream()
                .filter(one -> one.validation().family() != null)
                .findFirst()
                .orElseThrow();
        return TableDocument.of(result, result.table().orElseThrow());
    }
}
