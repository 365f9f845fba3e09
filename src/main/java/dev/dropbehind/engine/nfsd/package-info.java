/**
 * An NFS server: requests of other machines, the threads that serve them, and how each goes through or past the page
 * cache (kernel-model §8.9).
 */
@NullMarked
package dev.dropbehind.engine.nfsd;

import org.jspecify.annotations.NullMarked;
