package dev.dropbehind.specification;

/**
 * Something in a spec that is kept and may not do what its writer hopes for.
 *
 * @param pointer where in the spec, as an RFC 6901 JSON pointer
 * @param detail what happens instead, in a sentence
 */
public record Warning(String pointer, String detail) {}
