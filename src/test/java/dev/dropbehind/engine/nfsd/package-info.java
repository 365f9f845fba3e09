/** Where requests are cut, and what a server does for its clients on small machines. */
@NullMarked
package dev.dropbehind.engine.nfsd;

import org.jspecify.annotations.NullMarked;
