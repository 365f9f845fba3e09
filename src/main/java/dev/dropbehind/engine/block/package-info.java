/** The block layer: bios, plugs, the request queue, where completions arrive, and where bios end. */
@NullMarked
package dev.dropbehind.engine.block;

import org.jspecify.annotations.NullMarked;
