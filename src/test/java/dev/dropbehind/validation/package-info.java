/** Tests of the validations. */
@NullMarked
package dev.dropbehind.validation;

import org.jspecify.annotations.NullMarked;
