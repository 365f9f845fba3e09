package dev.dropbehind.dashboard;

import dev.dropbehind.lesson.LessonCatalogue;
import dev.dropbehind.lesson.PlayedLesson;
import dev.dropbehind.scenario.ScenarioCatalogue;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.reactive.result.view.Rendering;

/** The list of lessons, and the page of one. */
@Controller
final class LearnPage {

    private final LessonCatalogue lessons;
    private final ScenarioCatalogue scenarios;

    LearnPage(LessonCatalogue lessons, ScenarioCatalogue scenarios) {
        this.lessons = lessons;
        this.scenarios = scenarios;
    }

    @GetMapping("/learn")
    String list(Model model) {
        model.addAttribute("lessons", lessons.all().stream().map(this::document).toList());
        return "learn";
    }

    @GetMapping("/learn/{id}")
    Rendering show(@PathVariable String id) {
        return lessons.find(id)
                .map(played -> Rendering.view("lesson")
                        .modelAttribute("lesson", document(played))
                        .build())
                .orElseGet(() -> Rendering.view("apology")
                        .status(HttpStatus.NOT_FOUND)
                        .modelAttribute("detail", "There is no lesson of this name.")
                        .build());
    }

    private LessonDocument document(PlayedLesson played) {
        return LessonDocument.of(played, scenarios.find(played.lesson().scenario()));
    }
}
