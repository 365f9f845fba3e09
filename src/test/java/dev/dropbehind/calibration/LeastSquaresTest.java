package dev.dropbehind.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** On times that are sums of two costs, as those of calls with so many pages each. */
class LeastSquaresTest {

    private static final double[] PAGES = {1, 16, 64, 256};
    private static final double CALL = 700;
    private static final double PAGE = 2000;
    private static final double[] WIDE = {10, 10};

    @Test
    void costsThatExplainAllTimesAreFoundFromFarAway() {
        double[] found = fitted(timesOf(CALL, PAGE), log(100, 100), WIDE);

        assertThat(Math.exp(found[0])).isCloseTo(CALL, within(1.0));
        assertThat(Math.exp(found[1])).isCloseTo(PAGE, within(1.0));
    }

    @Test
    void aTimeThatNothingExplainsDoesNotSpoilTheOthers() {
        double[] times = timesOf(CALL, PAGE);
        times[2] *= 3;

        assertThat(Math.exp(fitted(times, log(100, 100), WIDE)[1])).isCloseTo(PAGE, within(PAGE * 0.05));
    }

    @Test
    void whatNoTimeTellsStaysWhereItIsExpected() {
        double[] none = {0, 0, 0, 0};
        LeastSquares squares = new LeastSquares(model(none, timesOf(0, PAGE)), log(50, 100), log(300, 1500), WIDE, 0);
        walkDown(squares);

        assertThat(Math.exp(squares.logs()[0])).isCloseTo(300, within(1.0));
    }

    @Test
    void whatIsExpectedHoldsAgainstTimesThatHardlyTell() {
        double[] narrow = {0.001, 0.001};
        double[] found = fitted(timesOf(CALL, PAGE), log(300, 1500), narrow);

        assertThat(Math.exp(found[1])).isCloseTo(1500, within(15.0));
    }

    /** Starting from what is expected. */
    private static double[] fitted(double[] times, double[] expected, double[] spread) {
        LeastSquares squares = new LeastSquares(model(new double[] {1, 1, 1, 1}, times), expected, expected, spread, 0);
        walkDown(squares);
        return squares.logs();
    }

    private static void walkDown(LeastSquares squares) {
        squares.forgive();
        double moved = 1;
        for (int step = 0; step < 50 && moved > 1e-9; step++) {
            moved = squares.improve();
        }
    }

    private static LeastSquares.Model model(double[] calls, double[] times) {
        return new LeastSquares.Model() {
            @Override
            public double[] residuals(double[] logs) {
                double[] residuals = new double[PAGES.length];
                Arrays.setAll(
                        residuals,
                        i -> Math.log((calls[i] * Math.exp(logs[0]) + PAGES[i] * Math.exp(logs[1])) / times[i]) / 0.01);
                return residuals;
            }

            @Override
            public double[] residuals(double[] logs, int changed, double[] before) {
                return residuals(logs);
            }
        };
    }

    private static double[] timesOf(double call, double page) {
        return Arrays.stream(PAGES).map(pages -> call + pages * page).toArray();
    }

    private static double[] log(double one, double other) {
        return new double[] {Math.log(one), Math.log(other)};
    }
}
