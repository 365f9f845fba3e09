package dev.dropbehind.lesson;

import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The lessons over HTTP. */
@RestController
@Tag(name = "Lessons")
@RequestMapping("/api/v1/lessons")
class LessonController {

    private final LessonCatalogue catalogue;

    LessonController(LessonCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * A lesson in the list.
     *
     * @param id name in addresses
     * @param title name for people
     * @param question what it answers
     * @param variants names of what is compared
     */
    @Schema(name = "LessonEntry")
    record Entry(String id, String title, String question, List<String> variants) {}

    /** All lessons, each with the question that it answers. */
    @GetMapping
    List<Entry> all() {
        return catalogue.all().stream().map(LessonController::entry).toList();
    }

    /**
     * A lesson, complete but for its steps.
     *
     * @param id name of the lesson
     */
    @GetMapping("/{id}")
    LessonView one(@PathVariable String id) {
        return LessonView.of(find(id));
    }

    /**
     * All steps of one variant of a lesson: facts in words, counters, and the folio map.
     *
     * @param id name of the lesson
     * @param variant name of the variant
     */
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
