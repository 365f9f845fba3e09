package dev.dropbehind.dashboard;

import dev.dropbehind.run.RunQuery;
import dev.dropbehind.run.RunService;
import dev.dropbehind.scenario.ScenarioCatalogue;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The page of experiments: the catalogue as cards, and the runs of late. */
@Controller
final class HomePage {

    private static final int RECENT_RUNS = 12;

    private final ScenarioCatalogue scenarios;
    private final RunService runs;

    HomePage(ScenarioCatalogue scenarios, RunService runs) {
        this.scenarios = scenarios;
        this.runs = runs;
    }

    @GetMapping("/")
    String show(Model model) {
        model.addAttribute(
                "cards", scenarios.all().stream().map(ScenarioCard::of).toList());
        model.addAttribute(
                "recent",
                runs.list(RunQuery.newest(RECENT_RUNS)).runs().stream()
                        .map(RecentRun::of)
                        .toList());
        return "home";
    }
}
