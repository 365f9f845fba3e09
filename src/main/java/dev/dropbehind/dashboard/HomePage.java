package dev.dropbehind.dashboard;

import dev.dropbehind.lesson.Lesson;
import dev.dropbehind.lesson.LessonCatalogue;
import dev.dropbehind.lesson.PlayedLesson;
import dev.dropbehind.run.RunQuery;
import dev.dropbehind.run.RunService;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioCatalogue;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The page of experiments: the catalogue as cards, and the runs of late. */
@Controller
final class HomePage {

    private static final int RECENT_RUNS = 12;

    private final ScenarioCatalogue scenarios;
    private final LessonCatalogue lessons;
    private final RunService runs;

    HomePage(ScenarioCatalogue scenarios, LessonCatalogue lessons, RunService runs) {
        this.scenarios = scenarios;
        this.lessons = lessons;
        this.runs = runs;
    }

    @GetMapping("/")
    String show(Model model) {
        model.addAttribute(
                "cards",
                scenarios.singles().stream()
                        .map(scenario -> ScenarioCard.of(scenario, lessonOf(scenario)))
                        .toList());
        model.addAttribute(
                "families", scenarios.families().stream().map(FamilyCard::of).toList());
        model.addAttribute(
                "recent",
                runs.list(RunQuery.newest(RECENT_RUNS)).runs().stream()
                        .map(RecentRun::of)
                        .toList());
        return "home";
    }

    private Optional<String> lessonOf(Scenario scenario) {
        return lessons.all().stream()
                .map(PlayedLesson::lesson)
                .filter(lesson -> lesson.scenario().equals(scenario.id()))
                .map(Lesson::id)
                .findFirst();
    }
}
