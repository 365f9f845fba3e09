/** Tests of the lessons. */
@NullMarked
package dev.dropbehind.lesson;

import org.jspecify.annotations.NullMarked;
