package dev.dropbehind.run;

import dev.dropbehind.engine.measure.Sample;

/**
 * A sample in its place in the run.
 *
 * @param seq counted from 1, by second, then by variant; variants that are at their end are skipped
 * @param variant name of the variant
 * @param sample the values
 */
public record RunSample(long seq, String variant, Sample sample) {}
