package dev.dropbehind.scenario;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.scenario.ComparisonTable.Measured;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs a scenario in a terminal, without a server, and prints its table. */
public final class ScenarioCommand {

    private static final long SECOND = 1_000_000_000L;

    private final ScenarioCatalogue catalogue;
    private final PrintStream out;

    ScenarioCommand(ScenarioCatalogue catalogue, PrintStream out) {
        this.catalogue = catalogue;
        this.out = out;
    }

    /**
     * Runs the scenario whose id is the first argument; without one, lists the scenarios.
     *
     * @param args the id
     */
    public static void main(String[] args) {
        boolean done = new ScenarioCommand(ScenarioLoader.load(), System.out).run(List.of(args));
        if (!done) {
            System.exit(2);
        }
    }

    /** Returns whether there was a scenario to run. */
    boolean run(List<String> args) {
        Optional<Scenario> scenario = args.size() == 1 ? catalogue.find(args.getFirst()) : Optional.empty();
        scenario.ifPresentOrElse(this::run, this::listScenarios);
        return scenario.isPresent();
    }

    private void run(Scenario scenario) {
        long start = System.nanoTime();
        List<Measured> measured =
                scenario.variants().stream().map(ScenarioCommand::measure).toList();
        long millis = (System.nanoTime() - start) / 1_000_000;
        List<String> notes = List.of(
                "Source: " + scenario.source().message(),
                "Engine " + Simulation.ENGINE_VERSION + ", " + millis + " ms for all variants.");
        out.print(TableText.of(ComparisonTable.of(scenario.title(), notes, measured, scenario.published())));
        out.flush();
    }

    private static Measured measure(Variant variant) {
        Simulation simulation = new Simulation(variant.spec());
        List<Sample> samples = new ArrayList<>();
        while (!simulation.isOver()) {
            samples.addAll(simulation.advanceTo(simulation.nowNanos() + SECOND));
        }
        return new Measured(variant.name(), samples);
    }

    private void listScenarios() {
        out.println("Name one of these scenarios:");
        catalogue.all().forEach(scenario -> out.println("  " + scenario.id() + "  " + scenario.question()));
    }
}
