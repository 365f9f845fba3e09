/** What specs are made of, each with a line of explanation: machine profiles, patch toggles, kernel epochs. */
@NullMarked
package dev.dropbehind.reference;

import org.jspecify.annotations.NullMarked;
