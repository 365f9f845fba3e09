package dev.dropbehind.run;

import dev.dropbehind.specification.SpecDocument;
import dev.dropbehind.specification.SpecReader;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;

/**
 * A request for a run: a scenario, all or some of its variants, or variants of one's own.
 *
 * @param title what to call the run; the scenario's title by default
 * @param scenario id of a scenario of /api/v1/scenarios
 * @param variants which variants of the scenario: their names, or a name and a patch on its spec; without a scenario
 *     each a name and a spec
 * @param overrides a JSON merge patch (RFC 7396) on the spec of each variant
 * @param seed seed of the variants whose spec names none
 * @param pace simulated seconds a second, 0.1 to 1000, or "max"
 * @param labels what to find the run by
 */
@Schema(name = "RunRequest")
record RunRequestDocument(
        @Schema(minLength = 1, maxLength = RunRequestReader.MAX_TITLE)
        String title,

        @Schema(example = "f2fs-uncached-read") String scenario,
        List<VariantRequest> variants,
        SpecDocument overrides,

        @Schema(minimum = "0", maximum = "" + SpecReader.MAX_SEED, defaultValue = "" + SpecReader.DEFAULT_SEED)
        Long seed,

        @Schema(
                oneOf = {Double.class, String.class},
                minimum = "" + Pace.SLOWEST,
                maximum = "" + Pace.FASTEST,
                defaultValue = "max",
                example = "5")
        Object pace,

        Map<String, String> labels) {

    /**
     * One of the machines to compare.
     *
     * @param name short name in samples, unique within the run
     * @param title name for people
     * @param spec what is simulated, or what is different from the scenario's variant of that name
     */
    @Schema(name = "VariantRequest")
    record VariantRequest(
            @Schema(example = "cached", pattern = VariantsReader.NAME_FORM)
            String name,

            @Schema(minLength = 1, maxLength = RunRequestReader.MAX_TITLE)
            String title,

            SpecDocument spec) {}

    /**
     * Another pace.
     *
     * @param pace simulated seconds a second, 0.1 to 1000, or "max"
     */
    @Schema(name = "PaceRequest")
    record PaceDocument(
            @Schema(
                    oneOf = {Double.class, String.class},
                    minimum = "" + Pace.SLOWEST,
                    maximum = "" + Pace.FASTEST,
                    example = "5")
            Object pace) {}
}
