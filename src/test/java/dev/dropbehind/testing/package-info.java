/**
 * What tests of several packages share: small specs, machines that are checked after every event, container engines.
 */
@NullMarked
package dev.dropbehind.testing;

import org.jspecify.annotations.NullMarked;
