package dev.dropbehind.dashboard;

import dev.dropbehind.run.Run;
import dev.dropbehind.run.RunView;
import dev.dropbehind.scenario.Scenario;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A run as its page prints it.
 *
 * @param id its name in addresses
 * @param title what its owner calls it
 * @param heading the scenario's question, or the title where the owner gave the run another
 * @param scenario id of the scenario, or null where the variants are the owner's
 * @param status how it stands, the word of the API
 * @param statusWord how it stands, for people
 * @param second the last simulated second that is complete
 * @param ofSeconds how many there are at most
 * @param elapsed both in words
 * @param failure why it failed, or null
 * @param story what was done, or null
 * @param notes what to know about the figures, or null
 * @param source where it was published, or null
 * @param variants what is compared
 */
record RunDocument(
        String id,
        String title,
        String heading,
        @Nullable String scenario,
        String status,
        String statusWord,
        int second,
        int ofSeconds,
        String elapsed,
        @Nullable String failure,
        @Nullable String story,
        @Nullable String notes,
        @Nullable String source,
        List<Variant> variants) {

    /**
     * One of the variants.
     *
     * @param place its place, counted from 1
     * @param name its short name
     * @param title its name for people
     * @param spec the resolved spec as indented JSON
     */
    record Variant(int place, String name, String title, String spec) {}

    /** Returns the document of a run; the scenario is absent where the variants are the owner's. */
    static RunDocument of(Run run, Optional<Scenario> scenario) {
        int second = run.progress().second();
        int ofSeconds = run.progress().ofSeconds();
        return new RunDocument(
                run.id().value(),
                run.title(),
                scenario.filter(s -> s.title().equals(run.title()))
                        .map(Scenario::question)
                        .orElse(run.title()),
                scenario.map(Scenario::id).orElse(null),
                run.status().name(),
                run.status().name().toLowerCase(Locale.ROOT),
                second,
                ofSeconds,
                second + " s of " + ofSeconds + " s simulated",
                run.failure(),
                scenario.map(Scenario::story).orElse(null),
                scenario.map(Scenario::notes).orElse(null),
                scenario.map(s -> s.source().message()).orElse(null),
                variants(RunView.of(run).variants()));
    }

    private static List<Variant> variants(List<RunView.Variant> views) {
        return IntStream.range(0, views.size())
                .mapToObj(i -> variant(i + 1, views.get(i)))
                .toList();
    }

    private static Variant variant(int place, RunView.Variant view) {
        return new Variant(place, view.name(), view.title(), view.spec().toPrettyString());
    }
}
