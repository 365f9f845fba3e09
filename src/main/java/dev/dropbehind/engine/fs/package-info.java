/** File systems: what each decides, and how it joins folios and bios. */
@NullMarked
package dev.dropbehind.engine.fs;

import org.jspecify.annotations.NullMarked;
