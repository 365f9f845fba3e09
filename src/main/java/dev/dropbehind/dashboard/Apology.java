package dev.dropbehind.dashboard;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.result.view.Rendering;

/** The page that says in words why there is no other. */
final class Apology {

    private Apology() {}

    /** Returns the page; without a detail it says what the status means. */
    static Rendering of(HttpStatus status, @Nullable String detail) {
        return Rendering.view("apology")
                .status(status)
                .modelAttribute("detail", Objects.requireNonNullElse(detail, status.getReasonPhrase()))
                .build();
    }
}
