package dev.dropbehind.lesson;

import dev.dropbehind.engine.FreeMarks;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.trace.KindNames;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * All steps of one variant of a lesson.
 *
 * @param variant name of the variant
 * @param title name for people
 * @param file name of the file that is read
 * @param filePages its length in pages
 * @param watermarks the marks of the machine's memory
 * @param steps from the machine at the start to the machine at the end
 */
public record Recording(
        String variant, String title, String file, int filePages, FreeMarks watermarks, List<Step> steps) {

    /** Keeps its own copy of the list. */
    public Recording {
        steps = List.copyOf(steps);
    }

    /** Returns the first step in which something happens. */
    public OptionalInt firstStepOf(Fact.Kind kind) {
        String name = KindNames.of(kind);
        return steps.stream()
                .filter(step ->
                        step.facts().stream().anyMatch(fact -> fact.kind().equals(name)))
                .mapToInt(Step::number)
                .findFirst();
    }

    /** Returns how often something happened, of folios how many pages it happened to. */
    public long total(Fact.Kind kind) {
        boolean ofFolios = kind.subject() == Fact.Subject.FOLIOS;
        return facts(KindNames.of(kind))
                .mapToLong(fact -> ofFolios ? fact.pages() : 1)
                .sum();
    }

    /** Returns the fewest pages that were free. */
    public long fewestFreePages() {
        return steps.stream().mapToLong(Step::freePages).min().orElse(0);
    }

    /** Returns the machine at its end. */
    public Step last() {
        return steps.getLast();
    }

    private Stream<Step.Told> facts(String kind) {
        return steps.stream()
                .flatMap(step -> step.facts().stream())
                .filter(fact -> fact.kind().equals(kind));
    }
}
