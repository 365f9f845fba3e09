/** The block layer: bios, plugs, the request queue, and where completions arrive. */
@NullMarked
package dev.dropbehind.engine.block;

import org.jspecify.annotations.NullMarked;
