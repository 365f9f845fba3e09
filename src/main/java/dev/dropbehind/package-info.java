/** Dropbehind: a page-cache laboratory. One deterministic engine in plain Java and the service around it. */
@NullMarked
package dev.dropbehind;

import org.jspecify.annotations.NullMarked;
