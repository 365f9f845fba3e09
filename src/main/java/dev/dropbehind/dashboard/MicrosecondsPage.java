package dev.dropbehind.dashboard;

import dev.dropbehind.cost.CostStudy;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.reactive.result.view.Rendering;

/** The page that takes the calls of a published table apart. */
@Controller
final class MicrosecondsPage {

    private static final String APPEND = "write-cache-append";

    private final CostStudy study;

    MicrosecondsPage(CostStudy study) {
        this.study = study;
    }

    @GetMapping("/learn/microseconds")
    Rendering show(
            @RequestParam(name = "of", defaultValue = APPEND) String workload,
            @RequestParam(name = "per", required = false) @Nullable String per) {
        return study.find(workload)
                .map(costs -> MicrosecondsDocument.of(study, costs, "page".equals(per)))
                .map(document -> Rendering.view("microseconds")
                        .modelAttribute("one", document)
                        .build())
                .orElseGet(() -> Apology.of(HttpStatus.NOT_FOUND, "There are no such calls in the table."));
    }
}
