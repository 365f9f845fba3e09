package dev.dropbehind.dashboard;

import dev.dropbehind.validation.Standing;
import dev.dropbehind.validation.ValidationBusyException;
import dev.dropbehind.validation.ValidationNotFoundException;
import dev.dropbehind.validation.ValidationService;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.reactive.result.view.Rendering;

/** The page that shows how near the model is, and the form that has a validation computed anew. */
@Controller
final class ValidationPage {

    private final ValidationService validations;

    ValidationPage(ValidationService validations) {
        this.validations = validations;
    }

    /**
     * What the form sends.
     *
     * @param validation id of the validation, or null where none was sent
     */
    record Recompute(@Nullable String validation) {}

    @GetMapping("/validation")
    String show(Model model) {
        model.addAttribute(
                "validations",
                validations.all().stream().map(ValidationDocument::of).toList());
        return "validation";
    }

    @PostMapping("/validation")
    Rendering recompute(@ModelAttribute Recompute form) {
        String id = Objects.requireNonNullElse(form.validation(), "");
        return Rendering.redirectTo(pageOf(validations.recompute(id))).build();
    }

    /** A table has a page of its own; what has none is on the common one. */
    @GetMapping("/validation/{id}")
    Rendering table(@PathVariable String id) {
        Standing standing = validations.get(id);
        ValidationDocument document = ValidationDocument.of(standing);
        return document.table() == null
                ? Rendering.redirectTo(pageOf(standing)).build()
                : Rendering.view("table").modelAttribute("one", document).build();
    }

    private static String pageOf(Standing standing) {
        return standing.result().validation().page();
    }

    @ExceptionHandler
    Rendering missing(ValidationNotFoundException problem) {
        return Apology.of(HttpStatus.NOT_FOUND, problem.getMessage());
    }

    @ExceptionHandler
    Rendering busy(ValidationBusyException problem) {
        return Apology.of(HttpStatus.TOO_MANY_REQUESTS, problem.getMessage());
    }
}
