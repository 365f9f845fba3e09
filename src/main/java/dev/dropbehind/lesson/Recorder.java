package dev.dropbehind.lesson;

import dev.dropbehind.engine.FolioRun;
import dev.dropbehind.engine.Moment;
import dev.dropbehind.engine.SteppedSimulation;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.scenario.Variant;
import dev.dropbehind.trace.KindNames;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs one variant of a lesson and keeps every step. */
final class Recorder {

    /** The most steps of a recording. */
    static final int MAX_STEPS = 2000;

    /** The file that is read; number 0 is what was cached before. */
    private static final int FILE = 1;

    private final Lesson lesson;
    private final Variant variant;
    private final SteppedSimulation simulation;
    private final List<Step> steps = new ArrayList<>();
    private final Set<Fact.Kind> explained = EnumSet.noneOf(Fact.Kind.class);
    private Counters before = new Counters();

    private Recorder(Lesson lesson, Variant variant) {
        this.lesson = lesson;
        this.variant = variant;
        simulation = new SteppedSimulation(variant.spec());
    }

    /**
     * Returns what happens in a variant of a lesson.
     *
     * @throws IllegalArgumentException if it has too many steps, or something happens of which the lesson says nothing
     */
    static Recording record(Lesson lesson, Variant variant) {
        return new Recorder(lesson, variant).run();
    }

    private Recording run() {
        add(simulation.now());
        for (Optional<Moment> next = simulation.next(); next.isPresent(); next = simulation.next()) {
            add(next.get());
        }
        JobSpec job = variant.spec().jobs().getFirst();
        return new Recording(
                variant.name(),
                variant.title(),
                job.filename(),
                Pages.holding(job.fileSizeBytes()),
                simulation.marks(),
                steps);
    }

    private void add(Moment moment) {
        if (steps.size() == MAX_STEPS) {
            throw new IllegalArgumentException("variant " + variant.name() + " has more than " + MAX_STEPS + " steps");
        }
        Counters counters = moment.counters();
        List<Fact> facts = joined(moment.facts());
        String actor = facts.isEmpty() ? "" : facts.getLast().actor();
        steps.add(new Step(
                steps.size(),
                moment.nanos(),
                moment.event(),
                actor,
                context(actor),
                facts.stream().map(fact -> tell(fact, moment)).toList(),
                counters.get(Counter.NR_FREE_PAGES),
                moment.perCpuPages(),
                counters.get(Counter.NR_FILE_PAGES),
                counters.get(Counter.APPLICATION_CPU_NANOS),
                counters.get(Counter.KSWAPD_CPU_NANOS),
                counters.get(Counter.INTERRUPT_CPU_NANOS),
                changes(counters),
                folios(moment)));
        before = counters;
    }

    /** Makes one fact of several of a kind that follow each other in the file. */
    private static List<Fact> joined(List<Fact> facts) {
        List<Fact> joined = new ArrayList<>();
        for (Fact fact : facts) {
            if (!joined.isEmpty() && continues(joined.getLast(), fact)) {
                Fact last = joined.removeLast();
                joined.add(new Fact(last.kind(), last.actor(), last.file(), last.first(), last.count() + fact.count()));
            } else {
                joined.add(fact);
            }
        }
        return joined;
    }

    private static boolean continues(Fact fact, Fact next) {
        return fact.kind() == next.kind()
                && fact.kind().subject() == Fact.Subject.FOLIOS
                && fact.actor().equals(next.actor())
                && fact.file() == next.file()
                && fact.first() + fact.count() == next.first();
    }

    private Step.Told tell(Fact fact, Moment moment) {
        Lesson.Narration narration = lesson.narration().get(fact.kind());
        if (narration == null) {
            throw new IllegalArgumentException("nothing is said of " + KindNames.of(fact.kind()));
        }
        Map<String, String> values = FactWords.of(fact, moment, simulation.marks());
        boolean isNew = explained.add(fact.kind());
        boolean ofFolios = fact.kind().subject() == Fact.Subject.FOLIOS;
        return new Step.Told(
                KindNames.of(fact.kind()),
                fact.actor(),
                ofFolios ? fact.first() : -1,
                ofFolios ? fact.count() : 0,
                Gaps.fill(Gaps.agree(narration.says(), FactWords.pages(fact)), values),
                isNew ? Gaps.fill(Gaps.agree(narration.why(), FactWords.pages(fact)), values) : "");
    }

    private Map<String, Long> changes(Counters counters) {
        Map<String, Long> changed = new LinkedHashMap<>();
        for (Counter counter : Counter.values()) {
            long change = counters.get(counter) - before.get(counter);
            if (change != 0 && !steps.isEmpty()) {
                changed.put(KindNames.of(counter), change);
            }
        }
        return changed;
    }

    /** Returns the folios of the file. */
    private static List<Step.Folios> folios(Moment moment) {
        return moment.folios().stream()
                .filter((FolioRun run) -> run.file() == FILE)
                .map(Step.Folios::of)
                .toList();
    }

    private static String context(String actor) {
        return switch (actor) {
            case "" -> "none";
            case "SOFTIRQ", "HARDIRQ" -> "interrupt";
            default -> "task";
        };
    }
}
