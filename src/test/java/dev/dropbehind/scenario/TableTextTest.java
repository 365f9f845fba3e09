package dev.dropbehind.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.scenario.ComparisonTable.Measured;
import dev.dropbehind.scenario.PublishedSeries.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableTextTest {

    @Test
    void simulatedAndPublishedStandSideBySide() {
        ComparisonTable table = ComparisonTable.of(
                "Title", List.of("A note."), List.of(measured("cached", 3, 100)), List.of(published("cached")));

        assertThat(TableText.of(table)).isEqualTo("""
                Title
                A note.

                        read MiB/s  kswapd %CPU
                            cached       cached
                  sec    sim   pub          sim
                    1  101.0    90          0.0
                    2  102.0   110          0.0
                    3  103.0     -          0.0
                  avg  101.5 100.0          0.0

                avg: read MiB/s over seconds 1-2, kswapd %CPU over all seconds
                """);
    }

    @Test
    void theTableSaysWhatTheUnitsOfPublishedFiguresMean() {
        ComparisonTable table = ComparisonTable.of(
                "Title",
                List.of("A note."),
                List.of(measured("cached", 3, 100)),
                List.of(published("cached", "MB is 2^20 bytes here."), published("other", "Not shown.")));

        assertThat(table.notes()).containsExactly("A note.", "Published readMiBps: MB is 2^20 bytes here.");
        assertThat(TableText.of(table)).contains("\nPublished readMiBps: MB is 2^20 bytes here.\n");
    }

    @Test
    void theTableOfAnUnfinishedRunSaysWhichSecondsItAveragesSoFar() {
        List<PublishedSeries> two = List.of(published("cached"), published("cached", Metric.KSWAPD_CPU, 4, 30));
        ComparisonTable table = ComparisonTable.of("Title", List.of(), List.of(measured("cached", 1, 100)), two);

        assertThat(TableText.of(table))
                .endsWith("avg: read MiB/s over seconds 1-1 of 1-2, kswapd %CPU over none yet of\n4-30\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 8})
    void noLineIsWiderThanAMail(int variants) {
        List<Measured> measured = IntStream.range(0, variants)
                .mapToObj(i -> measured("a-very-long-variant-name-number-" + i, 7_500, 190_000))
                .toList();
        List<PublishedSeries> published =
                measured.stream().map(m -> published(m.variant())).toList();
        ComparisonTable table = ComparisonTable.of("Title ".repeat(30), List.of("x".repeat(200)), measured, published);

        assertThat(TableText.of(table).lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(72));
    }

    @Test
    void averagesOfAnUnfinishedRunAreOfItsSeconds() {
        ComparisonTable table = ComparisonTable.of(
                "Title", List.of(), List.of(measured("cached", 1, 100)), List.of(published("cached")));

        assertThat(table.averages().subList(0, 2)).containsExactly(Numbers.plain(101), Numbers.plain(90));
    }

    @Test
    void csvHasAColumnForEachSeries() {
        ComparisonTable table = ComparisonTable.of(
                "Title", List.of(), List.of(measured("cached", 3, 100)), List.of(published("cached")));

        assertThat(TableCsv.of(table)).isEqualTo("""
                second,cached.readMiBps,cached.readMiBps.published,cached.kswapdCpuPercent
                1,101,90,0
                2,102,110,0
                3,103,,0
                avg,101.5,100,0
                """);
    }

    private static Measured measured(String variant, int seconds, double base) {
        List<Sample> samples = new ArrayList<>();
        for (int second = 1; second <= seconds; second++) {
            double[] values = new double[Metric.values().length];
            values[Metric.READ_MIBPS.ordinal()] = base + second;
            samples.add(new Sample(second, values, new Counters()));
        }
        return new Measured(variant, samples);
    }

    private static PublishedSeries published(String variant) {
        return published(variant, Metric.READ_MIBPS, 1, 2);
    }

    private static PublishedSeries published(String variant, String note) {
        return published(variant, Metric.READ_MIBPS, 1, 2, note);
    }

    private static PublishedSeries published(String variant, Metric metric, int from, int to) {
        return published(variant, metric, from, to, "");
    }

    private static PublishedSeries published(String variant, Metric metric, int from, int to, String note) {
        return new PublishedSeries(
                variant, metric, "MB/s", "s", Role.FIT, "t", from, to, note, List.of(1, 2), List.of(90.0, 110.0));
    }
}
