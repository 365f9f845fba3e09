/** The counters of a machine as the text files of the kernel and the reports of sysstat print them. */
@NullMarked
package dev.dropbehind.procfs;

import org.jspecify.annotations.NullMarked;
