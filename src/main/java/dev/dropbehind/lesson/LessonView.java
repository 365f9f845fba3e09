package dev.dropbehind.lesson;

import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.specification.SpecDocument;
import dev.dropbehind.specification.SpecWriter;
import dev.dropbehind.trace.KindNames;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * A lesson as it is shown over HTTP: complete but for the steps.
 *
 * @param id name in addresses
 * @param title name for people
 * @param question what it answers
 * @param intro paragraphs before the machine is seen
 * @param machine what is small about the machine and what is not
 * @param scenario id of the scenario that shows the same at full size
 * @param variants what is compared
 * @param kinds everything that can happen
 * @param chapters places to go to, in order
 * @param quiz the question on the way
 * @param takeaway paragraphs that say what to keep
 */
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

    /**
     * One variant: its spec, and where its steps are.
     *
     * @param name name in addresses
     * @param title name for people
     * @param steps how many steps there are, with step 0, the machine before anything has happened
     * @param spec what is run, complete
     * @param stepsAt address of the steps
     */
    @Schema(name = "LessonVariant")
    public record VariantView(
            String name,
            String title,
            int steps,
            @Schema(implementation = SpecDocument.class) ObjectNode spec,
            String stepsAt) {}

    /**
     * A kind of fact.
     *
     * @param kind its name
     * @param subject what it is about: folios, a call, memory
     * @param words what happens, in a few words
     * @param path names of the kernel functions that lead there, the outer first
     */
    public record KindView(String kind, String subject, String words, List<String> path) {}

    /**
     * A place to go to.
     *
     * @param title what happens there
     * @param at where that is
     */
    public record ChapterView(String title, PlayedLesson.Place at) {}

    /**
     * The question.
     *
     * @param text what is asked
     * @param before the step right before which it is asked
     * @param answers what can be answered
     * @param reply what is said afterwards
     */
    public record QuizView(String text, PlayedLesson.Place before, List<AnswerView> answers, String reply) {}

    /**
     * One answer.
     *
     * @param text the answer
     * @param right whether the runs say so
     */
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
