/** The block layer as far as reads need it: bios, the plug, the request queue, and where completions arrive. */
@NullMarked
package dev.dropbehind.engine.block;

import org.jspecify.annotations.NullMarked;
