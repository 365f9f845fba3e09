package dev.dropbehind.lesson;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The lessons over HTTP. */
@RestController
@RequestMapping("/api/v1/lessons")
class LessonController {

    private final LessonCatalogue catalogue;

    LessonController(LessonCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** A lesson in the list. */
    record Entry(String id, String title, String question, List<String> variants) {}

    @GetMapping
    List<Entry> all() {
        return catalogue.all().stream().map(LessonController::entry).toList();
    }

    @GetMapping("/{id}")
    LessonView one(@PathVariable String id) {
        return LessonView.of(find(id));
    }

    @GetMapping("/{id}/variants/{variant}/steps")
    Recording steps(@PathVariable String id, @PathVariable String variant) {
        PlayedLesson played = find(id);
        return played.recording(variant)
                .orElseThrow(() -> LessonNotFoundException.variant(
                        id,
                        variant,
                        played.recordings().stream().map(Recording::variant).toList()));
    }

    private PlayedLesson find(String id) {
        return catalogue.find(id).orElseThrow(() -> LessonNotFoundException.lesson(id, catalogue.ids()));
    }

    private static Entry entry(PlayedLesson played) {
        return new Entry(
                played.lesson().id(),
                played.lesson().title(),
                played.lesson().question(),
                played.recordings().stream().map(Recording::variant).toList());
    }
}
