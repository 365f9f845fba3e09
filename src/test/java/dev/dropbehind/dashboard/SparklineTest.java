package dev.dropbehind.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparklineTest {

    @Test
    void aLineRunsFromTheFirstSecondToTheLastAndZeroLiesAtTheBottom() {
        Sparkline.Line line = lineOf(series(1, 3, 0.0, 50.0, 0.0));
        assertThat(line.path()).isEqualTo("M0.0 84.0L160.0 4.0L320.0 84.0");
    }

    @Test
    void theMeanIsOverTheSecondsThatAreComparedAndSaysWhichWhereNotAll() {
        assertThat(lineOf(series(2, 3, 0.0, 70.0, 72.0)).mean()).isEqualTo("mean 71.0 %, seconds 2–3");
        assertThat(lineOf(series(1, 2, 70.0, 72.0)).mean()).isEqualTo("mean 71.0 %");
    }

    @Test
    void aFlatLineOfZerosLiesAtTheBottom() {
        assertThat(lineOf(series(1, 2, 0.0, 0.0)).path()).isEqualTo("M0.0 84.0L320.0 84.0");
    }

    private static Sparkline.Line lineOf(PublishedSeries series) {
        Scenario scenario = new Scenario(
                "id",
                "title",
                "question",
                "story",
                "",
                new Source("message", "author", "note"),
                List.of(),
                List.of(),
                List.of(series));
        return Sparkline.of(scenario, Metric.KSWAPD_CPU).lines().getFirst();
    }

    private static PublishedSeries series(int from, int to, Double... values) {
        List<Integer> seconds =
                java.util.stream.IntStream.rangeClosed(1, values.length).boxed().toList();
        return new PublishedSeries(
                "cached",
                Metric.KSWAPD_CPU,
                "%",
                "a message",
                PublishedSeries.Role.CHECK,
                "5 points",
                from,
                to,
                "",
                seconds,
                List.of(values));
    }
}
