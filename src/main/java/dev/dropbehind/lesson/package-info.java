/** Lessons: one mechanism each, on a machine small enough to be seen whole and stepped through event by event. */
@NullMarked
package dev.dropbehind.lesson;

import org.jspecify.annotations.NullMarked;
