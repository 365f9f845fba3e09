package dev.dropbehind.calibration;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioLoader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Fits the constants of a machine profile to published figures: runs the variants that these are of, corrects each
 * constant by what is missing, and runs them again until no correction is worth making.
 *
 * <p>{@code ./mvnw -q -Pcalibrate process-classes} prints the constants beside those of the profiles, and fails where
 * one differs by more than 1 % (fidelity.md; src/docs/calibration.md).
 */
public final class Calibration {

    /** How far a profile's constant may be from the one found here, as a fraction. */
    public static final double TOLERANCE = 0.01;

    private static final int MAX_RUNS = 8;
    private static final double WORTH_CORRECTING = 0.0005;

    private final Profile profile;
    private final List<FittedConstant> constants;
    private final Map<String, SimulationSpec> specs = new LinkedHashMap<>();
    private final Map<String, List<Sample>> samples = new LinkedHashMap<>();
    private final SimulationSpec start;

    private Calibration(Profile profile, Scenario scenario, List<FittedConstant> constants) {
        this.profile = profile;
        this.constants = constants;
        constants.forEach(constant -> specs.put(constant.variant(), specOf(scenario, constant.variant())));
        start = anySpec();
    }

    /** Returns the phone, fitted to the normal read of the f2fs message: two constants, two published means. */
    public static Calibration phone() {
        Scenario scenario = scenario("f2fs-uncached-read");
        return fitted(
                Profile.PHONE_UFS,
                scenario,
                List.of(
                        new UfsReadBandwidth(series(scenario, "cached", Metric.READ_MIBPS)),
                        new ReclaimCost(series(scenario, "cached", Metric.KSWAPD_CPU))));
    }

    /**
     * Returns the virtual machine, fitted to both reads of the block series: two constants, two published means. With
     * DONTCACHE hardly any page is new, so that only the device counts; with the normal read every page is.
     */
    public static Calibration virtualMachine() {
        Scenario scenario = scenario("block-dontcache-read");
        return fitted(
                Profile.VM_NVME,
                scenario,
                List.of(
                        new NvmeReadLatency(series(scenario, "dontcache", Metric.READ_MIBPS)),
                        new FirstTouchCost(series(scenario, "normal", Metric.READ_MIBPS))));
    }

    /**
     * Fits all profiles and prints what came of it; exits with 1 where one is not what was found.
     *
     * @param arguments {@code priors} to fit the machine of the ext4 table from what is expected, not from its profile
     */
    public static void main(String[] arguments) {
        List<Calibration> all = List.of(phone(), virtualMachine());
        all.forEach(calibration -> System.out.print(calibration.report()));
        TableCalibration table =
                List.of(arguments).contains("priors") ? TableCalibration.xeonFromPriors() : TableCalibration.xeon();
        System.out.print(table.report());
        if (!table.isInProfile() || !all.stream().allMatch(Calibration::isInProfile)) {
            System.exit(1);
        }
    }

    /** Returns the profile that is fitted. */
    public Profile profile() {
        return profile;
    }

    /** Returns whether each constant of the profile is within {@link #TOLERANCE} of the one found. */
    public boolean isInProfile() {
        return constants.stream().allMatch(constant -> {
            double ratio = (double) constant.in(start) / constant.in(anySpec());
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
                new StringBuilder(line(profile.id(), "unit", "profile", "fitted", "published", "simulated", "left"));
        for (FittedConstant constant : constants) {
            double simulated = constant.simulated(samplesOf(constant));
            text.append(line(
                    constant.name(),
                    constant.unit(),
                    Long.toString(constant.in(start)),
                    Long.toString(constant.in(anySpec())),
                    number(constant.published()),
                    number(simulated),
                    number((simulated / constant.published() - 1) * 100) + " %"));
        }
        return text.toString();
    }

    private static Calibration fitted(Profile profile, Scenario scenario, List<FittedConstant> constants) {
        Calibration calibration = new Calibration(profile, scenario, constants);
        for (int run = 0; run < MAX_RUNS; run++) {
            calibration.runAll();
            if (!calibration.correct()) {
                return calibration;
            }
        }
        throw new IllegalStateException(
                "the constants did not settle in " + MAX_RUNS + " runs:\n" + calibration.report());
    }

    private void runAll() {
        specs.forEach((variant, spec) -> samples.put(variant, new Simulation(spec).advanceTo(Long.MAX_VALUE)));
    }

    /** Corrects the machine of all variants; returns whether anything was worth it. */
    private boolean correct() {
        Map<String, SimulationSpec> ran = Map.copyOf(specs);
        for (FittedConstant constant : constants) {
            double error = constant.simulated(samplesOf(constant)) / constant.published() - 1;
            if (Math.abs(error) > WORTH_CORRECTING) {
                long value =
                        constant.corrected(Objects.requireNonNull(ran.get(constant.variant())), samplesOf(constant));
                specs.replaceAll((variant, spec) -> constant.with(spec, value));
            }
        }
        return !specs.equals(ran);
    }

    private List<Sample> samplesOf(FittedConstant constant) {
        return samples.getOrDefault(constant.variant(), List.of());
    }

    /** All variants have one machine. */
    private SimulationSpec anySpec() {
        return specs.values().iterator().next();
    }

    private static SimulationSpec specOf(Scenario scenario, String variant) {
        return scenario.variant(variant).orElseThrow().spec();
    }

    private static Scenario scenario(String id) {
        return ScenarioLoader.load().find(id).orElseThrow();
    }

    private static PublishedSeries series(Scenario scenario, String variant, Metric metric) {
        return scenario.published().stream()
                .filter(series -> series.role() == PublishedSeries.Role.FIT)
                .filter(series -> series.variant().equals(variant) && series.metric() == metric)
                .findFirst()
                .orElseThrow();
    }

    private static String line(String... cells) {
        return String.format(Locale.ROOT, "%-20s %-15s %12s %12s %10s %10s %8s%n", (Object[]) cells);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
