/** What tests of several packages share: small specs and machines that are checked after every event. */
@NullMarked
package dev.dropbehind.testing;

import org.jspecify.annotations.NullMarked;
