/** Tests of {@code platform}. */
@NullMarked
package dev.dropbehind.platform;

import org.jspecify.annotations.NullMarked;
