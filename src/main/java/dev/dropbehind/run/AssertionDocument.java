package dev.dropbehind.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;

/**
 * Something that must hold of a variant. At least one of {@code min}, {@code max} and {@code equals} is needed.
 *
 * @param variant name of the variant
 * @param metric a value of the summary, by name
 * @param min the least that holds
 * @param max the most that holds
 * @param wanted the only value that holds; a text for {@code digest}
 * @param from first simulated second that counts, from 1
 * @param to last simulated second that counts
 * @param statistic how the values of the seconds become one; by default the summary's own way: mean for rates, last for
 *     states, sum for events
 */
@Schema(name = "AssertionRequest")
record AssertionDocument(
        @Schema(requiredMode = RequiredMode.REQUIRED, example = "dontcache")
        String variant,

        @Schema(requiredMode = RequiredMode.REQUIRED, example = "kswapdCpuPercent")
        String metric,

        @Schema(example = "0") Double min,
        @Schema(example = "4") Double max,

        @JsonProperty("equals")
        @Schema(
                oneOf = {Double.class, String.class, Boolean.class},
                description = "the only value that holds; a text for digest")
        Object wanted,

        @Schema(minimum = "1", example = "4") Integer from,
        @Schema(minimum = "1", example = "30") Integer to,

        @Schema(
                allowableValues = {"mean", "min", "max", "sum", "last"},
                example = "mean")
        String statistic) {}
