/**
 * What the engine counts: raw counters, the samples made of them once a simulated second, latencies, marks and the
 * digest.
 */
@NullMarked
package dev.dropbehind.engine.measure;

import org.jspecify.annotations.NullMarked;
