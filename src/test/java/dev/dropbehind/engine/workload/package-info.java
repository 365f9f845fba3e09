/** Who reads which record next. */
@NullMarked
package dev.dropbehind.engine.workload;

import org.jspecify.annotations.NullMarked;
