package dev.dropbehind.run;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;

/**
 * The values of one variant in one simulated second.
 *
 * @param seq counted from 1, by second, then by variant
 * @param variant name of the variant
 * @param second the simulated second, counted from 1
 * @param values every value of /api/v1/counters, by name
 */
@Schema(name = "Sample")
record SampleDocument(
        long seq,
        String variant,
        int second,

        @Schema(example = "{\"readMiBps\": 1846.2, \"kswapdCpuPercent\": 71}")
        Map<String, Double> values) {}
