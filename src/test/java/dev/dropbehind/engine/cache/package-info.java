/** The structures of the page cache one by one, and its verbs on a machine that stands still. */
@NullMarked
package dev.dropbehind.engine.cache;

import org.jspecify.annotations.NullMarked;
