package dev.dropbehind.validation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a validation stands in this service.
 *
 * @param result the newest result there is
 * @param computedAt when this service computed it, in whole seconds, or null where it is the one that the build shipped
 * @param isComputing whether a newer one is being computed
 * @param failure why the last attempt gave none, or null
 */
public record Standing(
        ValidationResult result,
        @Nullable Instant computedAt,
        boolean isComputing,
        @Nullable String failure) {

    /** Returns the validation's id. */
    public String id() {
        return result.validation().id();
    }

    static Standing shipped(ValidationResult result) {
        return new Standing(result, null, false, null);
    }

    Standing begun() {
        return new Standing(result, computedAt, true, null);
    }

    Standing failed(String why) {
        return new Standing(result, computedAt, false, why);
    }
}
