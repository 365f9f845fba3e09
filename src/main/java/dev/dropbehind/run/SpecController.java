package dev.dropbehind.run;

import dev.dropbehind.specification.SpecDocument;
import dev.dropbehind.specification.SpecWarnings;
import dev.dropbehind.specification.SpecWriter;
import dev.dropbehind.specification.Warning;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Says what a request for a run comes to, without running it. */
@RestController
@Tag(name = "Runs")
class SpecController {

    private final RunRequestReader reader;
    private final RunProperties limits;

    SpecController(RunRequestReader reader, RunProperties limits) {
        this.reader = reader;
        this.limits = limits;
    }

    /**
     * What a request comes to.
     *
     * @param title what the run would be called
     * @param scenario id of the scenario, or {@code custom}
     * @param variants the machines it would compare
     * @param cost what they take together
     * @param withinLimits whether the service would run it
     * @param exceeded the limits that would refuse it
     */
    record ResolvedRun(
            String title,
            String scenario,
            List<ResolvedVariant> variants,
            RunCost cost,
            boolean withinLimits,
            List<RunCost.Excess> exceeded) {}

    /**
     * One of the machines.
     *
     * @param name name in samples
     * @param title name for people
     * @param spec what would be simulated, complete: nothing is left to defaults
     * @param warnings what is kept and may not do what is hoped for
     * @param cost what it takes
     */
    record ResolvedVariant(
            String name,
            String title,
            @Schema(implementation = SpecDocument.class) ObjectNode spec,
            List<Warning> warnings,
            RunCost cost) {

        static ResolvedVariant of(RunVariant variant) {
            return new ResolvedVariant(
                    variant.name(),
                    variant.title(),
                    SpecWriter.write(variant.spec()),
                    SpecWarnings.of(variant.spec()),
                    RunCost.of(variant));
        }
    }

    /**
     * Resolves a request without running it: each variant's complete spec, warnings, and what the run would cost. The
     * body and its faults are those of POST /api/v1/runs, but a run beyond the limits is no fault: the answer names
     * them.
     */
    @PostMapping(path = "/api/v1/specs", consumes = MediaType.APPLICATION_JSON_VALUE)
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            content = @Content(schema = @Schema(implementation = RunRequestDocument.class)))
    ResolvedRun resolve(@RequestBody JsonNode body) {
        RunRequest request = reader.readOfAnySize(body);
        RunCost cost = RunCost.of(request.variants());
        List<RunCost.Excess> exceeded = cost.exceeding(limits);
        return new ResolvedRun(
                request.title(),
                request.scenario(),
                request.variants().stream().map(ResolvedVariant::of).toList(),
                cost,
                exceeded.isEmpty(),
                exceeded);
    }
}
