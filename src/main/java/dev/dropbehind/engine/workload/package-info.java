/** Who issues which calls, in fio's words. */
@NullMarked
package dev.dropbehind.engine.workload;

import org.jspecify.annotations.NullMarked;
