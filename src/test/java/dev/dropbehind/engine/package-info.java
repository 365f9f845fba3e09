/** Tests of the door of the engine. */
@NullMarked
package dev.dropbehind.engine;

import org.jspecify.annotations.NullMarked;
