package dev.dropbehind.dashboard;

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
        return Rendering.redirectTo("/validation#" + validations.recompute(id).id())
                .build();
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
