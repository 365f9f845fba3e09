/** Tests of reading and writing specs. */
@NullMarked
package dev.dropbehind.specification;

import org.jspecify.annotations.NullMarked;
