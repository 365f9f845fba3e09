package dev.dropbehind.lesson;

import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.trace.KindNames;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A lesson and what happened in its variants, its gaps filled.
 *
 * @param lesson the lesson
 * @param recordings a recording a variant, in the lesson's order
 */
public record PlayedLesson(Lesson lesson, List<Recording> recordings) {

    /** Keeps its own copy of the list. */
    public PlayedLesson {
        recordings = List.copyOf(recordings);
    }

    /**
     * Runs every variant of a lesson.
     *
     * @throws IllegalArgumentException if the lesson does not fit what happens
     */
    static PlayedLesson of(Lesson lesson) {
        PlayedLesson played = new PlayedLesson(
                lesson,
                lesson.variants().stream()
                        .map(variant -> Recorder.record(lesson, variant))
                        .toList());
        played.check();
        return played;
    }

    /** Returns the recording of a variant. */
    public Optional<Recording> recording(String variant) {
        return recordings.stream().filter(r -> r.variant().equals(variant)).findFirst();
    }

    /**
     * Returns how many steps there are with all variants on one clock: steps of several variants at the same time are
     * one, and what was before anything happened is none.
     */
    public int stepsOnOneClock() {
        Map<Long, Long> most = new HashMap<>();
        for (Recording recording : recordings) {
            recording.steps().stream()
                    .skip(1)
                    .collect(Collectors.groupingBy(Step::nanos, Collectors.counting()))
                    .forEach((nanos, steps) -> most.merge(nanos, steps, Math::max));
        }
        return most.values().stream().mapToInt(Long::intValue).sum();
    }

    /** Returns the paragraphs before the machine is seen. */
    public List<String> intro() {
        return filled(lesson.intro());
    }

    /** Returns what is small about the machine and what is not. */
    public String machine() {
        return Gaps.fill(lesson.machine(), figures());
    }

    /** Returns the paragraphs that say what to keep. */
    public List<String> takeaway() {
        return filled(lesson.takeaway());
    }

    /** Returns what is said after the question has been answered. */
    public String reply() {
        return Gaps.fill(lesson.quiz().reply(), figures());
    }

    /** Returns the question. */
    public String quizText() {
        return Gaps.fill(lesson.quiz().text(), figures());
    }

    /** Returns whether an answer is right: whether the thing asked for happens in its variants and in no other. */
    public boolean isRight(Lesson.Answer answer) {
        Fact.Kind asked = lesson.quiz().before();
        return recordings.stream()
                .allMatch(r ->
                        r.firstStepOf(asked).isPresent() == answer.variants().contains(r.variant()));
    }

    /** Returns where a chapter begins, or nothing where what it is about never happens. */
    public Optional<Place> placeOf(Lesson.Chapter chapter) {
        Fact.Kind kind = chapter.kind();
        if (kind == null) {
            return Optional.of(new Place(
                    recordings.getFirst().variant(),
                    recordings.getFirst().last().number()));
        }
        return recordings.stream()
                .filter(r -> chapter.variant() == null || r.variant().equals(chapter.variant()))
                .flatMap(r -> r.firstStepOf(kind).stream().mapToObj(step -> new Place(r.variant(), step)))
                .findFirst();
    }

    /** Returns where the question is asked: right before this step. */
    public Place questionBefore() {
        return placeOf(new Lesson.Chapter("", null, lesson.quiz().before()))
                .orElseThrow(() -> new IllegalArgumentException("what the question is about never happens"));
    }

    /**
     * A step of a variant.
     *
     * @param variant name of the variant
     * @param step number of the step
     */
    public record Place(String variant, int step) {}

    private void check() {
        questionBefore();
        intro();
        machine();
        takeaway();
        quizText();
        reply();
        if (lesson.quiz().answers().stream().filter(this::isRight).count() != 1) {
            throw new IllegalArgumentException("not exactly one answer of the question is right");
        }
        for (Lesson.Chapter chapter : lesson.chapters()) {
            if (placeOf(chapter).isEmpty()) {
                throw new IllegalArgumentException("chapter \"" + chapter.title() + "\" never happens");
            }
        }
    }

    private List<String> filled(List<String> texts) {
        Map<String, String> figures = figures();
        return texts.stream().map(text -> Gaps.fill(text, figures)).toList();
    }

    /** Returns what gaps of texts about whole recordings stand for, as {@code cached.reclaimed}. */
    private Map<String, String> figures() {
        Map<String, String> figures = new HashMap<>();
        for (Recording r : recordings) {
            String prefix = r.variant() + ".";
            for (Fact.Kind kind : Fact.Kind.values()) {
                figures.put(prefix + KindNames.of(kind), Long.toString(r.total(kind)));
            }
            figures.put(prefix + "file", Integer.toString(r.filePages()));
            figures.put(
                    prefix + "freeAtStart", Long.toString(r.steps().getFirst().freePages()));
            figures.put(prefix + "freeAtEnd", Long.toString(r.last().freePages()));
            figures.put(prefix + "fewestFree", Long.toString(r.fewestFreePages()));
            figures.put(prefix + "cachedAtEnd", Long.toString(r.last().cachedPages()));
            figures.put(prefix + "readerMicros", micros(r.last().readerCpuNanos()));
            figures.put(prefix + "kswapdMicros", micros(r.last().kswapdCpuNanos()));
            figures.put(prefix + "min", Long.toString(r.watermarks().min()));
            figures.put(prefix + "low", Long.toString(r.watermarks().low()));
            figures.put(prefix + "high", Long.toString(r.watermarks().high()));
        }
        return figures;
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.0f", nanos / 1000.0);
    }
}
