/** Checks of what surrounds the program: the Maven wrapper, the chart, the container files. */
@NullMarked
package dev.dropbehind.build;

import org.jspecify.annotations.NullMarked;
