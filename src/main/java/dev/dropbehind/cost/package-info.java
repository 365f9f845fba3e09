/**
 * Where the time of a call goes: what a machine has paid for, by groups of unit costs, and a published table so taken
 * apart.
 */
@NullMarked
package dev.dropbehind.cost;

import org.jspecify.annotations.NullMarked;
