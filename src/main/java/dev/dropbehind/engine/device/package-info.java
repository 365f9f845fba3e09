/** Media: each says when a request is done and keeps its own lanes (kernel-model §9.3). */
@NullMarked
package dev.dropbehind.engine.device;

import org.jspecify.annotations.NullMarked;
