package dev.dropbehind.lesson;

import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.specification.SpecDocument;
import dev.dropbehind.specification.SpecWriter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** A lesson as it is shown over HTTP: complete but for the steps. */
public record LessonView(
        String id,
        String title,
        String question,
        List<String> intro,
        String machine,
        String scenario,
        List<VariantView> variants,
        List<KindView> kinds,
        List<ChapterView> chapters,
        QuizView quiz,
        List<String> takeaway) {

    /** One variant: its spec, and where its steps are. */
    @Schema(name = "LessonVariant")
    public record VariantView(
            String name,
            String title,
            int steps,
            @Schema(implementation = SpecDocument.class) ObjectNode spec,
            String stepsAt) {}

    /** A kind of fact with its words and the names of kernel functions that lead there, the outer first. */
    public record KindView(String kind, String subject, String words, List<String> path) {}

    /** A place to go to. */
    public record ChapterView(String title, PlayedLesson.Place at) {}

    /** The question, asked right before a step; the reply is for afterwards. */
    public record QuizView(String text, PlayedLesson.Place before, List<AnswerView> answers, String reply) {}

    /** One answer. */
    public record AnswerView(String text, boolean right) {}

    /** Returns the representation of a lesson. */
    public static LessonView of(PlayedLesson played) {
        Lesson lesson = played.lesson();
        return new LessonView(
                lesson.id(),
                lesson.title(),
                lesson.question(),
                played.intro(),
                played.machine(),
                lesson.scenario(),
                lesson.variants().stream()
                        .map(variant -> new VariantView(
                                variant.name(),
                                variant.title(),
                                played.recording(variant.name())
                                        .map(r -> r.steps().size())
                                        .orElse(0),
                                SpecWriter.write(variant.spec()),
                                "/api/v1/lessons/" + lesson.id() + "/variants/" + variant.name() + "/steps"))
                        .toList(),
                Arrays.stream(Fact.Kind.values()).map(LessonView::kind).toList(),
                lesson.chapters().stream()
                        .flatMap(chapter ->
                                played.placeOf(chapter).stream().map(place -> new ChapterView(chapter.title(), place)))
                        .toList(),
                quiz(played),
                played.takeaway());
    }

    private static KindView kind(Fact.Kind kind) {
        return new KindView(KindNames.of(kind), KindNames.of(kind.subject()), kind.words(), kind.path());
    }

    private static QuizView quiz(PlayedLesson played) {
        List<AnswerView> answers = played.lesson().quiz().answers().stream()
                .map(answer -> new AnswerView(answer.text(), played.isRight(answer)))
                .toList();
        return new QuizView(played.quizText(), played.questionBefore(), answers, played.reply());
    }
}
