/** How near the model is: published figures with ours beside them, and by how much they differ. */
@NullMarked
package dev.dropbehind.validation;

import org.jspecify.annotations.NullMarked;
