/** Tests of {@code reference}. */
@NullMarked
package dev.dropbehind.reference;

import org.jspecify.annotations.NullMarked;
