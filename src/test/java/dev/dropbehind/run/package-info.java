/** Tests of runs: from the request to the stream. */
@NullMarked
package dev.dropbehind.run;

import org.jspecify.annotations.NullMarked;
