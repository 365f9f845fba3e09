/** What all features share on their way to HTTP and Prometheus: problem details, and the meters of the frameworks. */
@NullMarked
package dev.dropbehind.platform;

import org.jspecify.annotations.NullMarked;
