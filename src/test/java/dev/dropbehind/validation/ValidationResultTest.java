package dev.dropbehind.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.scenario.PublishedSeries.Role;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ValidationResultTest {

    @Test
    void aFigureIsTheMedianOfItsSeedsWithTheirSpread() {
        FigureResult result = Figures.result("a", Role.CHECK, 104.0, 97.0, 98.0, 101.0, 90.0);

        assertThat(result.simulated()).isEqualTo(98);
        assertThat(result.spread()).isEqualTo(14);
        assertThat(result.error()).isEqualTo(-2);
        assertThat(result.errorPercent()).hasValue(-2);
        assertThat(result.used()).isCloseTo(2 / 3.0, within(1e-12));
        assertThat(result.verdict()).isEqualTo(Verdict.WITHIN);
    }

    @Test
    void aFigureIsOutsideAsSoonAsItUsesMoreThanItsTolerance() {
        assertThat(Figures.result("a", Role.FIT, 103.0).verdict()).isEqualTo(Verdict.WITHIN);
        assertThat(Figures.result("a", Role.FIT, 103.1).verdict()).isEqualTo(Verdict.OUTSIDE);
    }

    @Test
    void theMedianOfAnEvenNumberOfValuesLiesBetweenTheTwoInTheMiddle() {
        assertThat(Median.of(List.of(4.0, 1.0, 2.0, 9.0))).isEqualTo(3);
    }

    @Test
    void fitCheckAndCountedFiguresAreScoredApart() {
        List<FigureResult> figures = List.of(
                Figures.result("a", Role.FIT, 100.0),
                Figures.result("b", Role.CHECK, 101.5),
                Figures.result("c", Role.CHECK, 106.0));

        assertThat(Score.of(Role.FIT, figures)).isEqualTo(new Score(Role.FIT, 1, 1, 0));
        assertThat(Score.of(Role.CHECK, figures)).satisfies(score -> {
            assertThat(score.figures()).isEqualTo(2);
            assertThat(score.within()).isEqualTo(1);
            assertThat(score.medianUsed()).isCloseTo(1.25, within(1e-12));
        });
        assertThat(Score.of(Role.COUNTED, figures)).isEqualTo(new Score(Role.COUNTED, 0, 0, 0));
    }

    @Test
    void theWorstFigureComesFirst() {
        Validation validation = validation("near", "far", "between");
        Measurement measured =
                measured(Map.of("near", List.of(100.0), "far", List.of(50.0), "between", List.of(102.0)));

        assertThat(ValidationResult.of(validation, measured).figures())
                .extracting(result -> result.figure().id())
                .containsExactly("far", "between", "near");
    }

    @Test
    void aMeasurementWithoutAFigureIsNotOneOfThisValidation() {
        assertThatThrownBy(() -> ValidationResult.of(validation("a", "b"), measured(Map.of("a", List.of(1.0)))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("b has 0 simulated values for 1 seeds");
    }

    @Test
    void theLaboratorySimulatesEachFigureWithEverySeedAndEachPublishedSecondAsFarAsItRuns() {
        Measurement measured = Laboratory.measure(validation("a"));

        assertThat(measured.seeds()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(measured.figures().get("a")).hasSize(5).allMatch(value -> value > 0);
        assertThat(measured.curves().get("tiny/cached/readMiBps")).hasSize(Figures.SECONDS);
        assertThat(Laboratory.measure(validation("a"))).isEqualTo(measured);
    }

    @Test
    void theLaboratoryComparesTheTwoRunsOfEachSeed() {
        Figure fast = Figures.figure("fast", Role.CHECK);
        Figure slow = Figures.of("slow", Figures.SLOWER, null);
        Figure gain = Figures.of("gain", "cached", Figures.SLOWER);
        Measurement measured = Laboratory.measure(new Validation("tiny", "Tiny", "About.", List.of(fast, slow, gain)));

        assertThat(measured.of(fast, 5)).hasSize(5);
        for (int seed = 0; seed < 5; seed++) {
            double ratio = measured.of(fast, 5).get(seed) / measured.of(slow, 5).get(seed);
            assertThat(measured.of(gain, 5).get(seed)).isPositive().isCloseTo((ratio - 1) * 100, within(0.01));
        }
    }

    private static Validation validation(String... ids) {
        return new Validation(
                "tiny",
                "Tiny",
                "About.",
                List.of(ids).stream().map(id -> Figures.figure(id, Role.CHECK)).toList());
    }

    private static Measurement measured(Map<String, List<Double>> figures) {
        return new Measurement("test", List.of(1L), new TreeMap<>(figures), new TreeMap<>());
    }
}
