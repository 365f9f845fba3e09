/** Bios, the plug and the request queue. */
@NullMarked
package dev.dropbehind.engine.block;

import org.jspecify.annotations.NullMarked;
