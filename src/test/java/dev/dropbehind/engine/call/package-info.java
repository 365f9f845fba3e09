/** The read-ahead window case by case, and reads on small machines. */
@NullMarked
package dev.dropbehind.engine.call;

import org.jspecify.annotations.NullMarked;
