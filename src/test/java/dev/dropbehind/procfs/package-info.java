/** The kernel's files and the reports of sysstat, byte for byte, and that they say what the samples say. */
@NullMarked
package dev.dropbehind.procfs;

import org.jspecify.annotations.NullMarked;
