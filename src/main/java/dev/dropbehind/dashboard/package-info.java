/** The pages: one controller a page, and the view models that templates print. */
@NullMarked
package dev.dropbehind.dashboard;

import org.jspecify.annotations.NullMarked;
