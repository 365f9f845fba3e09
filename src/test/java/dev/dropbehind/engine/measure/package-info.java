/** Histogram, samples and the contract of the metrics. */
@NullMarked
package dev.dropbehind.engine.measure;

import org.jspecify.annotations.NullMarked;
