/**
 * The page cache of Linux as a deterministic discrete-event model, in plain Java.
 *
 * <p>Outside code sees {@link dev.dropbehind.engine.Simulation}, the records of {@code engine.spec} that go in and
 * those of {@code engine.measure} that come out. Inside, the packages are the kernel's layers and depend downwards
 * only: {@code machine} wires one simulated machine; {@code workload} issues calls; {@code nfsd} makes them for other
 * machines; {@code call} walks the paths a task takes; {@code fs} answers what file systems decide; {@code reclaim},
 * {@code cache} and {@code memory} are the memory side, {@code block} and {@code device} the block side, which do not
 * know each other; {@code cpu} runs tasks, {@code measure} counts, {@code time} orders events.
 */
@NullMarked
package dev.dropbehind.engine;

import org.jspecify.annotations.NullMarked;
