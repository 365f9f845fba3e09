package dev.dropbehind.run;

import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.scenario.ComparisonTable;
import dev.dropbehind.scenario.ComparisonTable.Measured;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioCatalogue;
import java.util.ArrayList;
import java.util.List;

/** Makes the comparison table of a run: its variants second by second, beside what was published of its scenario. */
public final class RunTables {

    private final RunService runs;
    private final ScenarioCatalogue catalogue;

    RunTables(RunService runs, ScenarioCatalogue catalogue) {
        this.runs = runs;
        this.catalogue = catalogue;
    }

    /** Returns the table of a run as it stands. */
    public ComparisonTable of(Run run) {
        List<Measured> measured = new ArrayList<>();
        List<RunSample> samples = runs.samples(run.id());
        for (String variant : run.variantNames()) {
            List<Sample> own = samples.stream()
                    .filter(sample -> sample.variant().equals(variant))
                    .map(RunSample::sample)
                    .toList();
            measured.add(new Measured(variant, own));
        }
        return ComparisonTable.of(run.title(), notes(run), measured, published(run));
    }

    private List<String> notes(Run run) {
        List<String> notes = new ArrayList<>();
        catalogue
                .find(run.scenario())
                .ifPresent(s -> notes.add("Source: " + s.source().message()));
        notes.add("Engine " + run.engineVersion() + ", seed " + run.seed() + ", run " + run.id() + ", " + run.status()
                + " after " + run.progress().second() + " of " + run.progress().ofSeconds() + " seconds.");
        return notes;
    }

    private List<PublishedSeries> published(Run run) {
        return catalogue.find(run.scenario()).map(Scenario::published).orElse(List.of());
    }
}
