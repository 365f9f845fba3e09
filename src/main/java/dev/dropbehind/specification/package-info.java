/**
 * Specs as JSON: the reader that turns a JSON tree into a {@link dev.dropbehind.engine.spec.SimulationSpec} and names
 * every fault at once, and the writer that turns it back.
 */
@NullMarked
package dev.dropbehind.specification;

import org.jspecify.annotations.NullMarked;
