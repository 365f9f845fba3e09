package dev.dropbehind.dashboard;

import dev.dropbehind.run.Pace;
import dev.dropbehind.run.Run;
import dev.dropbehind.run.RunId;
import dev.dropbehind.run.RunRequest;
import dev.dropbehind.run.RunService;
import dev.dropbehind.run.RunVariant;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioCatalogue;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.reactive.result.view.Rendering;

/** The page of one run, and the form that starts a run of a scenario. */
@Controller
final class RunPage {

    /** Simulated seconds a second of runs that are started from a page. */
    static final int PACE = 5;

    private final ScenarioCatalogue scenarios;
    private final RunService runs;

    RunPage(ScenarioCatalogue scenarios, RunService runs) {
        this.scenarios = scenarios;
        this.runs = runs;
    }

    /**
     * What the form sends.
     *
     * @param scenario id of the scenario
     */
    record Start(String scenario) {}

    @PostMapping("/runs")
    Rendering start(@ModelAttribute Start start) {
        return scenarios
                .find(start.scenario())
                .map(this::submit)
                .map(run -> Rendering.redirectTo("/runs/" + run.id()).build())
                .orElseGet(() -> missing("There is no experiment of this name."));
    }

    @GetMapping("/runs/{id}")
    Rendering show(@PathVariable String id) {
        return find(id).map(this::page).orElseGet(() -> missing("There is no run of this name; it may be forgotten."));
    }

    private Optional<Run> find(String id) {
        return RunId.isRunId(id) ? runs.find(new RunId(id)) : Optional.empty();
    }

    private Run submit(Scenario scenario) {
        return runs.submit(new RunRequest(
                scenario.title(),
                scenario.id(),
                scenario.variants().stream()
                        .map(v -> RunVariant.of(v.name(), v.title(), v.spec()))
                        .toList(),
                scenario.variants().getFirst().spec().seed(),
                new Pace(PACE),
                Map.of()));
    }

    private Rendering page(Run run) {
        return Rendering.view("run")
                .modelAttribute("run", RunDocument.of(run, scenarios.find(run.scenario())))
                .modelAttribute("table", "")
                .build();
    }

    private static Rendering missing(String detail) {
        return Rendering.view("missing")
                .status(HttpStatus.NOT_FOUND)
                .modelAttribute("detail", detail)
                .build();
    }
}
