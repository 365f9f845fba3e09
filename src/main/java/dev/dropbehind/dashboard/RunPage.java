package dev.dropbehind.dashboard;

import dev.dropbehind.run.BusyException;
import dev.dropbehind.run.Run;
import dev.dropbehind.run.RunId;
import dev.dropbehind.run.RunRequestReader;
import dev.dropbehind.run.RunService;
import dev.dropbehind.run.RunTables;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioCatalogue;
import dev.dropbehind.scenario.TableText;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.reactive.result.view.Rendering;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The page of one run, and the form that starts a run of a scenario. */
@Controller
final class RunPage {

    /** Simulated seconds a second of runs that are started from a page. */
    static final int PACE = 5;

    private final ScenarioCatalogue scenarios;
    private final RunService runs;
    private final RunTables tables;
    private final RunRequestReader requests;

    RunPage(ScenarioCatalogue scenarios, RunService runs, RunTables tables, RunRequestReader requests) {
        this.scenarios = scenarios;
        this.runs = runs;
        this.tables = tables;
        this.requests = requests;
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

    @ExceptionHandler
    Rendering busy(BusyException busy) {
        return Apology.of(HttpStatus.TOO_MANY_REQUESTS, busy.getMessage());
    }

    private Optional<Run> find(String id) {
        return RunId.isRunId(id) ? runs.find(new RunId(id)) : Optional.empty();
    }

    private Run submit(Scenario scenario) {
        ObjectNode request = JsonNodeFactory.instance.objectNode();
        return runs.submit(requests.read(request.put("scenario", scenario.id()).put("pace", PACE)));
    }

    private Rendering page(Run run) {
        return Rendering.view("run")
                .modelAttribute("run", RunDocument.of(run, scenarios.find(run.scenario())))
                .modelAttribute("table", TableText.of(tables.of(run)))
                .build();
    }

    private static Rendering missing(String detail) {
        return Apology.of(HttpStatus.NOT_FOUND, detail);
    }
}
