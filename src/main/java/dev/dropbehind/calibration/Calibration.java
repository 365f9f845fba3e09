package dev.dropbehind.calibration;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Fits the constants of a machine profile to the figures published for one variant: runs it, corrects each constant in
 * proportion, and runs it again until no correction is worth making.
 *
 * <p>{@code ./mvnw -q -Pcalibrate process-classes} prints the constants beside those of the profile, and fails where
 * one differs by more than 1 % (fidelity.md; src/docs/calibration.md).
 */
public final class Calibration {

    /** How far a profile's constant may be from the one found here, as a fraction. */
    public static final double TOLERANCE = 0.01;

    private static final int MAX_RUNS = 8;
    private static final double WORTH_CORRECTING = 0.0005;

    private final SimulationSpec profile;
    private final List<FittedConstant> constants;
    private SimulationSpec fitted;
    private List<Sample> samples = List.of();

    private Calibration(SimulationSpec profile, List<FittedConstant> constants) {
        this.profile = profile;
        this.constants = constants;
        fitted = profile;
    }

    /** Returns the phone, fitted to the normal read of the f2fs message: two constants, two published means. */
    public static Calibration phone() {
        Scenario scenario = ScenarioLoader.load().find("f2fs-uncached-read").orElseThrow();
        SimulationSpec cached = scenario.variant("cached").orElseThrow().spec();
        Calibration phone = new Calibration(
                cached,
                List.of(
                        new UfsReadBandwidth(fitSeries(scenario, Metric.READ_MIBPS)),
                        new ReclaimCost(fitSeries(scenario, Metric.KSWAPD_CPU))));
        phone.fit();
        return phone;
    }

    /** Fits the phone and prints what came of it; exits with 1 where the profile is not what was found. */
    public static void main(String[] arguments) {
        Calibration phone = phone();
        System.out.print(phone.report());
        if (!phone.isInProfile()) {
            System.exit(1);
        }
    }

    /** Returns whether each constant of the profile is within {@link #TOLERANCE} of the one found. */
    public boolean isInProfile() {
        return constants.stream().allMatch(constant -> {
            double ratio = (double) constant.in(profile) / constant.in(fitted);
            return Math.abs(ratio - 1) <= TOLERANCE;
        });
    }

    /** Returns how many constants were fitted; fidelity.md sets the budget. */
    public int size() {
        return constants.size();
    }

    /** Returns the constants with what each was fitted to and what is left over, as lines of text. */
    public String report() {
        StringBuilder text =
                new StringBuilder(line("constant", "unit", "profile", "fitted", "published", "simulated", "left"));
        for (FittedConstant constant : constants) {
            double simulated = constant.simulated(samples);
            text.append(line(
                    constant.name(),
                    constant.unit(),
                    Long.toString(constant.in(profile)),
                    Long.toString(constant.in(fitted)),
                    number(constant.published()),
                    number(simulated),
                    number((simulated / constant.published() - 1) * 100) + " %"));
        }
        return text.toString();
    }

    private void fit() {
        for (int run = 0; run < MAX_RUNS; run++) {
            samples = new Simulation(fitted).advanceTo(Long.MAX_VALUE);
            SimulationSpec corrected = corrected();
            if (corrected.equals(fitted)) {
                return;
            }
            fitted = corrected;
        }
        throw new IllegalStateException("the constants did not settle in " + MAX_RUNS + " runs:\n" + report());
    }

    private SimulationSpec corrected() {
        SimulationSpec next = fitted;
        for (FittedConstant constant : constants) {
            double error = constant.simulated(samples) / constant.published() - 1;
            if (Math.abs(error) > WORTH_CORRECTING) {
                next = constant.with(next, constant.corrected(fitted, samples));
            }
        }
        return next;
    }

    private static PublishedSeries fitSeries(Scenario scenario, Metric metric) {
        List<PublishedSeries> found = new ArrayList<>(scenario.published());
        found.removeIf(series -> series.role() != PublishedSeries.Role.FIT || series.metric() != metric);
        return found.getFirst();
    }

    private static String line(String... cells) {
        return String.format(Locale.ROOT, "%-20s %-15s %12s %12s %10s %10s %8s%n", (Object[]) cells);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
