package dev.dropbehind.specification;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One thing that is wrong with an input.
 *
 * @param pointer where, as an RFC 6901 JSON pointer; a query parameter is {@code ?name}
 * @param detail what is wrong and what would be right, in a sentence
 * @param value what was found there, or null where something is missing
 */
public record Fault(String pointer, String detail, @Nullable JsonNode value) {

    @Override
    public String toString() {
        return pointer + ": " + detail;
    }
}
