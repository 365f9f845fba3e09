package dev.dropbehind.dashboard;

import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.lesson.Lesson;
import dev.dropbehind.lesson.PlayedLesson;
import dev.dropbehind.lesson.Recording;
import dev.dropbehind.lesson.Step;
import dev.dropbehind.scenario.Scenario;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A lesson as its page shows it without scripts.
 *
 * @param filePages pages of the file that is read
 * @param steps how many steps the page has, all variants on one clock
 * @param scenario id of the experiment that shows the same at full size, null where there is none
 */
record LessonDocument(
        String id,
        String title,
        String question,
        List<String> intro,
        String machine,
        int filePages,
        int steps,
        List<Machine> machines,
        List<Scene> scenes,
        String quizText,
        List<String> answers,
        String reply,
        List<Figure> figures,
        List<String> takeaway,
        @Nullable String scenario,
        @Nullable String scenarioQuestion) {

    /** One variant; its place, from 1, is its colour; its steps are its own, the machine before them is none. */
    record Machine(int place, String name, String title, int steps) {}

    /** What happens where a chapter begins. */
    record Scene(String title, int place, String variant, String when, List<String> says) {}

    /** A figure of the end, a value a variant. */
    record Figure(String name, List<String> values) {}

    /** Returns the page of a lesson. */
    static LessonDocument of(PlayedLesson played, Optional<Scenario> scenario) {
        Lesson lesson = played.lesson();
        return new LessonDocument(
                lesson.id(),
                lesson.title(),
                lesson.question(),
                played.intro(),
                played.machine(),
                played.recordings().getFirst().filePages(),
                played.stepsOnOneClock(),
                machines(played),
                scenes(played),
                played.quizText(),
                lesson.quiz().answers().stream().map(Lesson.Answer::text).toList(),
                played.reply(),
                figures(played.recordings()),
                played.takeaway(),
                scenario.map(Scenario::id).orElse(null),
                scenario.map(Scenario::question).orElse(null));
    }

    private static List<Machine> machines(PlayedLesson played) {
        List<Recording> recordings = played.recordings();
        return IntStream.range(0, recordings.size())
                .mapToObj(i -> new Machine(
                        i + 1,
                        recordings.get(i).variant(),
                        recordings.get(i).title(),
                        recordings.get(i).steps().size() - 1))
                .toList();
    }

    private static List<Scene> scenes(PlayedLesson played) {
        return played.lesson().chapters().stream()
                .filter(chapter -> chapter.kind() != null)
                .flatMap(chapter -> played.placeOf(chapter).stream().map(place -> scene(played, chapter, place)))
                .toList();
    }

    private static Scene scene(PlayedLesson played, Lesson.Chapter chapter, PlayedLesson.Place at) {
        Recording recording = played.recording(at.variant()).orElseThrow();
        Step step = recording.steps().get(at.step());
        long start = recording.steps().get(1).nanos();
        return new Scene(
                chapter.title(),
                played.recordings().indexOf(recording) + 1,
                recording.title(),
                String.format(Locale.ROOT, "%.3f ms", (step.nanos() - start) / 1e6),
                step.facts().stream()
                        .map(fact -> (fact.words() + " " + fact.why()).strip())
                        .toList());
    }

    private static List<Figure> figures(List<Recording> recordings) {
        return List.of(
                figure("kswapd was woken", recordings, r -> r.total(Fact.Kind.KSWAPD_WOKEN) + " times"),
                figure("pages reclaimed by kswapd", recordings, r -> pages(r.total(Fact.Kind.RECLAIMED))),
                figure("pages dropped by the reader", recordings, r -> pages(r.total(Fact.Kind.DROPPED))),
                figure(
                        "still cached at the end",
                        recordings,
                        r -> pages(r.last().cachedPages())),
                figure("fewest pages free", recordings, r -> pages(r.fewestFreePages())),
                figure(
                        "CPU time of the reader",
                        recordings,
                        r -> micros(r.last().readerCpuNanos())),
                figure("CPU time of kswapd", recordings, r -> micros(r.last().kswapdCpuNanos())));
    }

    private static Figure figure(String name, List<Recording> recordings, Function<Recording, String> value) {
        return new Figure(name, recordings.stream().map(value).toList());
    }

    private static String pages(long count) {
        return Long.toString(count);
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.0f µs", nanos / 1000.0);
    }
}
