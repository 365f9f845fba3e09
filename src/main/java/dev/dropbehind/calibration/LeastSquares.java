package dev.dropbehind.calibration;

import java.util.Arrays;

/**
 * Finds the values at which the residuals of a model are least: steps of Gauss and Newton in the logarithms of the
 * values. Residuals are in units of what is expected of them, so that one of 1 is nothing special; from there on they
 * count in proportion instead of by their square, so that a figure which the model cannot reach does not spoil the
 * others (Huber). Each value is held near what was expected of it by a residual of its own.
 */
final class LeastSquares {

    private static final double STEP = 0.05;
    private static final double MOST = 0.7;
    private static final int MAX_HALVINGS = 3;

    /** A model that is to be brought near to figures. */
    interface Model {

        /**
         * Returns the residual of each figure: the logarithm of ours over the published, in units of what is expected.
         *
         * @param logs logarithms of the values
         */
        double[] residuals(double[] logs);

        /**
         * Returns the residuals after one value has changed; those that do not depend on it may be taken over.
         *
         * @param logs logarithms of the values
         * @param changed the index of the value
         * @param before residuals before the change
         */
        double[] residuals(double[] logs, int changed, double[] before);
    }

    private final Model model;
    private final double[] expected;
    private final double[] spread;
    private double[] logs;
    private double[] residuals;

    /**
     * Starts from values.
     *
     * @param start logarithms of the values
     * @param expected logarithms of what is expected of them
     * @param spread how far they may well be from that, as logarithms
     */
    LeastSquares(Model model, double[] start, double[] expected, double[] spread) {
        this.model = model;
        this.expected = expected;
        this.spread = spread;
        logs = start.clone();
        residuals = model.residuals(logs);
    }

    /** Returns the logarithms of the values found so far. */
    double[] logs() {
        return logs.clone();
    }

    /**
     * Takes a step.
     *
     * @return by how much the value that moved most has changed, as a logarithm; 0 where no step makes it better
     */
    double improve() {
        double[] direction = direction();
        double scale = Math.min(1, MOST / largest(direction));
        for (int halving = 0; halving <= MAX_HALVINGS; halving++) {
            double[] next = moved(direction, scale);
            double[] there = model.residuals(next);
            if (loss(next, there) < loss(logs, residuals)) {
                logs = next;
                residuals = there;
                return scale * largest(direction);
            }
            scale /= 2;
        }
        return 0;
    }

    private double[] direction() {
        int n = logs.length;
        double[][] slopes = new double[n][];
        for (int k = 0; k < n; k++) {
            double[] aside = logs.clone();
            aside[k] += STEP;
            slopes[k] = slope(model.residuals(aside, k, residuals));
        }
        double[][] normal = new double[n][n + 1];
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++) {
                normal[j][k] = weighted(slopes[j], slopes[k]);
            }
            double stiffness = 1 / (spread[j] * spread[j]);
            normal[j][j] += stiffness;
            normal[j][n] = -weighted(slopes[j], residuals) - stiffness * (logs[j] - expected[j]);
        }
        return solve(normal);
    }

    private double[] slope(double[] aside) {
        double[] slope = new double[residuals.length];
        Arrays.setAll(slope, i -> (aside[i] - residuals[i]) / STEP);
        return slope;
    }

    private double weighted(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < residuals.length; i++) {
            sum += one[i] * other[i] / Math.max(1, Math.abs(residuals[i]));
        }
        return sum;
    }

    private double[] moved(double[] direction, double scale) {
        double[] next = new double[logs.length];
        Arrays.setAll(next, k -> logs[k] + scale * direction[k]);
        return next;
    }

    private double loss(double[] at, double[] there) {
        double loss = 0;
        for (double residual : there) {
            double size = Math.abs(residual);
            loss += size < 1 ? size * size / 2 : size - 0.5;
        }
        for (int k = 0; k < at.length; k++) {
            double away = (at[k] - expected[k]) / spread[k];
            loss += away * away / 2;
        }
        return loss;
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).map(Math::abs).max().orElse(0);
    }

    /** Solves equations, one a row, the right side in the last column; changes them. */
    private static double[] solve(double[][] rows) {
        int n = rows.length;
        for (int pivot = 0; pivot < n; pivot++) {
            int best = pivot;
            for (int row = pivot + 1; row < n; row++) {
                best = Math.abs(rows[row][pivot]) > Math.abs(rows[best][pivot]) ? row : best;
            }
            double[] moved = rows[pivot];
            rows[pivot] = rows[best];
            rows[best] = moved;
            for (int row = 0; row < n; row++) {
                double factor = row == pivot ? 0 : rows[row][pivot] / rows[pivot][pivot];
                for (int column = pivot; column <= n; column++) {
                    rows[row][column] -= factor * rows[pivot][column];
                }
            }
        }
        double[] solution = new double[n];
        Arrays.setAll(solution, k -> rows[k][n] / rows[k][k]);
        return solution;
    }
}
