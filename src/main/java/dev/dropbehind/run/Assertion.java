package dev.dropbehind.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Something that was to hold of a variant, with what it came to.
 *
 * @param variant name of the variant
 * @param metric name of the value
 * @param statistic how the values of the seconds became one, or null for the summary's own way
 * @param from first second that counts, or null for the first
 * @param to last second that counts, or null for the last
 * @param min the least that holds, or null
 * @param max the most that holds, or null
 * @param wanted the only value that holds, or null
 * @param value what it came to
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Assertion(
        String variant,
        String metric,
        @Nullable String statistic,
        @Nullable Integer from,
        @Nullable Integer to,
        @Nullable BigDecimal min,
        @Nullable BigDecimal max,

        @JsonProperty("equals")
        @Schema(
                oneOf = {Double.class, String.class, Boolean.class},
                description = "the only value that holds")
        @Nullable
        Object wanted,

        @Schema(oneOf = {Double.class, String.class, Boolean.class})
        Object value) {

    /** Returns whether it holds. */
    @JsonProperty("holds")
    @Schema(description = "whether it holds")
    boolean holds() {
        return isAtLeastMin() && isAtMostMax() && isWanted();
    }

    private boolean isAtLeastMin() {
        return min == null || (value instanceof BigDecimal number && number.compareTo(min) >= 0);
    }

    private boolean isAtMostMax() {
        return max == null || (value instanceof BigDecimal number && number.compareTo(max) <= 0);
    }

    private boolean isWanted() {
        if (wanted instanceof BigDecimal number) {
            return value instanceof BigDecimal found && found.compareTo(number) == 0;
        }
        return wanted == null || wanted.equals(value);
    }

    /** Returns it in words, for a terminal. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(holds() ? "holds  " : "FAILS  ");
        text.append(variant).append(' ').append(metric);
        append(text, " ", statistic);
        append(text, " from ", from);
        append(text, " to ", to);
        text.append(" is ").append(value);
        append(text, ", min ", min);
        append(text, ", max ", max);
        append(text, ", equals ", wanted);
        return text.toString();
    }

    private static void append(StringBuilder text, String word, @Nullable Object part) {
        if (part != null) {
            text.append(word).append(part);
        }
    }
}
