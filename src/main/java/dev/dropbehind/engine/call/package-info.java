/** The paths a task walks through the kernel: each call one object with a method a step, in the order of the kernel. */
@NullMarked
package dev.dropbehind.engine.call;

import org.jspecify.annotations.NullMarked;
