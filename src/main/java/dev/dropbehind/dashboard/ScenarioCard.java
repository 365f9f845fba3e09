package dev.dropbehind.dashboard;

import dev.dropbehind.run.RunVariant;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.Variant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A scenario as the page of experiments shows it.
 *
 * @param id the scenario's id
 * @param title what it is, in a few words
 * @param question what it answers
 * @param story what was done
 * @param source where it was published
 * @param wallSeconds how long a run takes at the pace of the pages
 * @param sparklines small pictures of the published figures, at most {@value #SPARKLINES}
 * @param variants what is compared, shown where nothing was published
 * @param lesson id of the lesson that shows why on a tiny machine, null where there is none
 */
record ScenarioCard(
        String id,
        String title,
        String question,
        String story,
        String source,
        long wallSeconds,
        List<Sparkline> sparklines,
        List<String> variants,
        @Nullable String lesson) {

    /** How many small pictures a card has room for. */
    static final int SPARKLINES = 2;

    /** Returns the card of a scenario, with the id of its lesson. */
    static ScenarioCard of(Scenario scenario, Optional<String> lesson) {
        return new ScenarioCard(
                scenario.id(),
                scenario.title(),
                scenario.question(),
                scenario.story(),
                scenario.source().message(),
                wallSeconds(scenario),
                sparklines(scenario),
                scenario.variants().stream().map(Variant::title).toList(),
                lesson.orElse(null));
    }

    private static long wallSeconds(Scenario scenario) {
        long longest = scenario.variants().stream()
                .map(v -> RunVariant.of(v.name(), v.title(), v.spec()))
                .mapToLong(RunVariant::seconds)
                .max()
                .orElse(0);
        return Math.ceilDiv(longest, RunPage.PACE);
    }

    private static List<Sparkline> sparklines(Scenario scenario) {
        return scenario.published().stream()
                .map(PublishedSeries::metric)
                .distinct()
                .limit(SPARKLINES)
                .map(metric -> Sparkline.of(scenario, metric))
                .toList();
    }
}
