package dev.dropbehind.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.scenario.PublishedSeries.Role;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTextTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            READ_MIBPS | MEAN | within 3 % | 2000 | 1990 | 1,990.0 MiB/s | 0.00 MiB/s | -0.50 % | within 3 %
            KSWAPD_CPU | MEAN | within 5 points | 71 | 72.5 | 72.5 % | 0.00 points | +1.50 points | within 5 points
            KSWAPD_CPU | MAX | at most 4 % | 4 | 0 | 0.0 % | 0.00 points | -4.00 points | at most 4 %
            KSWAPD_CPU | ONSET | within 0 s | 4 | 5 | 5 s | 0 s | +1 s | within 0 s
            KSWAPD_CPU | MEAN | from 35 to 75 % | 56 | 55 | 55.0 % | 0.00 points | -1.00 points | from 35 to 75 %
            CACHED | MAX | from 1024 to 2048 | 1536 | 1024 | 1.0 MiB | 0.00 MiB | -0.50 MiB | from 1 to 2 MiB
            CACHED | SWING | at most 65536 | 51200 | 512 | 0.5 MiB | 0.00 MiB | -49.50 MiB | at most 64 MiB
            """)
    void everyNumberHasAUnitThatPeopleRead(
            Metric metric,
            Statistic statistic,
            String written,
            double published,
            double value,
            String simulated,
            String spread,
            String error,
            String tolerance) {
        Figure like = Figures.figure("a", Role.CHECK);
        FigureResult result = new FigureResult(
                new Figure(
                        "a",
                        "label",
                        like.subject(),
                        metric,
                        null,
                        statistic,
                        like.seconds(),
                        published,
                        Role.CHECK,
                        Tolerance.of(written),
                        "source",
                        ""),
                List.of(value));

        assertThat(FigureText.simulated(result)).isEqualTo(simulated);
        assertThat(FigureText.spread(result)).isEqualTo(spread);
        assertThat(FigureText.error(result)).isEqualTo(error);
        assertThat(FigureText.tolerance(result.figure())).isEqualTo(tolerance);
    }
}
