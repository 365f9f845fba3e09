package dev.dropbehind.calibration;

import java.util.Arrays;

/**
 * Finds the values at which the residuals of a model are least: steps of Levenberg and Marquardt in the logarithms of
 * the values. Residuals are in units of what is expected of them, so that one of 1 is nothing special. At first they
 * count by their square: whatever is far off pulls most. Near the end those beyond 1 can {@linkplain #forgive count in
 * proportion}, so that a figure which the model cannot reach does not spoil the others (Huber). Each value is held near
 * what was expected of it by a residual of its own.
 */
final class LeastSquares {

    private static final double STEP = 0.05;
    private static final double MOST = 0.7;
    private static final int MAX_TRIES = 4;
    private static final double LEAST_DAMPING = 0.01;
    private static final double DAMPING_STEP = 30;

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
    private final double worth;
    private double damping;
    private double special = Double.POSITIVE_INFINITY;
    private double[] logs;
    private double[] residuals;

    /**
     * Starts from values.
     *
     * @param start logarithms of the values
     * @param expected logarithms of what is expected of them
     * @param spread how far they may well be from that, as logarithms
     * @param worth by how much the sum of squares must at least fall for a step to be taken: as much as the model is
     *     rough
     */
    LeastSquares(Model model, double[] start, double[] expected, double[] spread, double worth) {
        this.worth = worth;
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

    /** From now on has residuals beyond 1 count in proportion. */
    void forgive() {
        special = 1;
    }

    /**
     * Takes a step.
     *
     * @return by how much the value that moved most has changed, as a logarithm; 0 where no step is worth it
     */
    double improve() {
        double[][] normal = normalEquations();
        for (int trial = 0; trial < MAX_TRIES; trial++) {
            double[] direction = solve(damped(normal));
            double scale = Math.min(1, MOST / largest(direction));
            double[] next = moved(direction, scale);
            double[] there = model.residuals(next);
            if (loss(next, there) < loss(logs, residuals) - worth) {
                logs = next;
                residuals = there;
                damping /= DAMPING_STEP;
                return scale * largest(direction);
            }
            damping = Math.max(LEAST_DAMPING, damping * DAMPING_STEP);
        }
        return 0;
    }

    /** The more damping, the shorter the step, and the more it goes where each value by itself would. */
    private double[][] damped(double[][] normal) {
        double[][] rows = new double[normal.length][];
        Arrays.setAll(rows, k -> normal[k].clone());
        for (int k = 0; k < rows.length; k++) {
            rows[k][k] *= 1 + damping;
        }
        return rows;
    }

    private double[][] normalEquations() {
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
        return normal;
    }

    private double[] slope(double[] aside) {
        double[] slope = new double[residuals.length];
        Arrays.setAll(slope, i -> (aside[i] - residuals[i]) / STEP);
        return slope;
    }

    private double weighted(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < residuals.length; i++) {
            sum += one[i] * other[i] / Math.max(1, Math.abs(residuals[i]) / special);
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
            loss += size < special ? size * size / 2 : special * (size - special / 2);
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
