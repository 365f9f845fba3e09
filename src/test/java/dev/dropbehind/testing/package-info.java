/** What tests of several packages share. */
@NullMarked
package dev.dropbehind.testing;

import org.jspecify.annotations.NullMarked;
