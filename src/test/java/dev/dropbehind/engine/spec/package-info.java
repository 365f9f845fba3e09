/** The limits that specs keep to. */
@NullMarked
package dev.dropbehind.engine.spec;

import org.jspecify.annotations.NullMarked;
