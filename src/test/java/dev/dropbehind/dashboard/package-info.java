/** What holds for the pages: in a real browser, and for the scripts alone. */
@NullMarked
package dev.dropbehind.dashboard;

import org.jspecify.annotations.NullMarked;
