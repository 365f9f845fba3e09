package dev.dropbehind.run;

import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the CPU time of a variant went into, over HTTP. */
@RestController
@Tag(name = "Runs")
@RequestMapping("/api/v1/runs/{id}/variants/{variant}/costs")
class CostController {

    private final RunService runs;

    CostController(RunService runs) {
        this.runs = runs;
    }

    /**
     * What the CPU time of a variant went into so far: how often each unit operation was paid for, by whom, and what a
     * call cost by it. Nothing of it comes from a formula: each entry is what was charged on the way.
     *
     * @param id the run
     * @param variant name of the variant
     */
    @GetMapping
    CostsView show(@PathVariable String id, @PathVariable String variant) {
        Run run = runs.get(RunController.idOf(id));
        return run.variants().stream()
                .filter(one -> one.name().equals(variant))
                .map(CostsView::of)
                .findFirst()
                .orElseThrow(() -> new VariantNotFoundException(run, variant));
    }
}
