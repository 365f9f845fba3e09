/** Media: each takes requests, serves them in its own order and tells when one is done (kernel-model §9.3). */
@NullMarked
package dev.dropbehind.engine.device;

import org.jspecify.annotations.NullMarked;
