package dev.dropbehind.reference;

import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Fit;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.specification.SpecDocument;
import dev.dropbehind.specification.SpecWriter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * A machine profile as it is shown over HTTP.
 *
 * @param id name in specs
 * @param explanation the machine in one line
 * @param source where its numbers come from
 * @param defaults what a spec of this profile has where it says nothing else
 * @param costs what each unit of work costs in simulated CPU time
 * @param fits the numbers that were fitted, and to what
 */
record ProfileView(
        String id,
        String explanation,
        String source,
        @Schema(implementation = SpecDocument.class) ObjectNode defaults,
        List<CostView> costs,
        List<Fit> fits) {

    /**
     * A constant of the cost model.
     *
     * @param id its name
     * @param value its value in the unit
     * @param unit nanoseconds or picoseconds for one of something
     * @param origin {@code prior}: assumed for all machines; {@code fitted}: to a figure published for this one
     * @param source what fixes the value
     * @param explanation what is paid for
     */
    record CostView(String id, long value, String unit, String origin, String source, String explanation) {}

    static ProfileView of(Profile profile) {
        Map<String, String> figures = profile.fits().stream().collect(Collectors.toMap(Fit::constant, Fit::figure));
        CostModel costs = profile.machine().costs();
        return new ProfileView(
                profile.id(),
                profile.summary(),
                profile.source(),
                SpecWriter.defaults(profile),
                Arrays.stream(Cost.values())
                        .map(cost -> cost(cost, costs, figures))
                        .toList(),
                profile.fits());
    }

    private static CostView cost(Cost cost, CostModel costs, Map<String, String> figures) {
        String origin = costs.fittedCosts().contains(cost) ? "fitted" : "prior";
        String source = figures.getOrDefault(cost.name(), "assumed for all machines");
        return new CostView(cost.name(), costs.of(cost), cost.unit(), origin, source, cost.meaning());
    }
}
