/** What is said of the time of calls, held against the runs. */
@NullMarked
package dev.dropbehind.cost;

import org.jspecify.annotations.NullMarked;
