/** Tests of the sources themselves: layers and tidiness. */
@NullMarked
package dev.dropbehind.architecture;

import org.jspecify.annotations.NullMarked;
