package dev.dropbehind.dashboard;

import dev.dropbehind.run.RunVariant;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.Scenario;
import java.util.List;

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
 */
record ScenarioCard(
        String id,
        String title,
        String question,
        String story,
        String source,
        long wallSeconds,
        List<Sparkline> sparklines) {

    /** How many small pictures a card has room for. */
    static final int SPARKLINES = 2;

    /** Returns the card of a scenario. */
    static ScenarioCard of(Scenario scenario) {
        return new ScenarioCard(
                scenario.id(),
                scenario.title(),
                scenario.question(),
                scenario.story(),
                scenario.source().message(),
                wallSeconds(scenario),
                sparklines(scenario));
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
