package dev.dropbehind.specification;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One thing that is wrong with an input.
 *
 * @param pointer where, as an RFC 6901 JSON pointer; a query parameter is {@code ?name}
 * @param detail what is wrong and what would be right, in a sentence
 * @param value what was found there, cut where it is long, or null where something is missing
 */
public record Fault(
        String pointer,
        String detail,
        @Schema(implementation = Object.class) @Nullable JsonNode value) {

    /** Keeps what can be written down. */
    public Fault {
        pointer = Excerpt.of(pointer);
        detail = Excerpt.clean(detail);
        value = Excerpt.of(value);
    }

    @Override
    public String toString() {
        return pointer + ": " + detail;
    }
}
