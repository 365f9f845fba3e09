package dev.dropbehind.dashboard;

import dev.dropbehind.cost.Spending;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Says in words what another path through the kernel saves of a call, from the numbers alone. */
final class CallWords {

    /** What is less than this part of a call is not worth a word. */
    private static final double NOTABLE = 0.01;

    /** A second group is named where it has at least this part of the difference. */
    private static final double SHARE = 0.1;

    private static final int MOST_NAMED = 2;

    private CallWords() {}

    /**
     * Returns what is gone, or more, in sentences.
     *
     * @param before the path that is compared with
     * @param after the other
     * @param pages of a call
     */
    static String of(Spending before, Spending after, long pages) {
        double saved = before.micros() - after.micros();
        String folios = folios(Math.round(before.folios()), Math.round(after.folios()));
        String left = left(after);
        if (Math.abs(saved) < NOTABLE * before.micros()) {
            return folios + ". Nothing is gone: a call takes " + micros(before.micros()) + " and "
                    + micros(after.micros()) + ". " + left;
        }
        String total = saved > 0
                ? micros(saved) + " of " + micros(before.micros()) + " a call are gone"
                : "a call takes " + micros(-saved) + " more";
        String perPage = pages > 1 ? ", " + micros(Math.abs(saved) / pages) + " a page" : "";
        return folios + ": " + total + perPage + ". " + most(before, after, saved) + " " + left;
    }

    private static String folios(long before, long after) {
        return before == after
                ? count(before) + " a call either way"
                : count(before) + (before == 1 ? " becomes " : " become ") + (after == 1 ? "one" : after);
    }

    private static String count(long folios) {
        return folios == 1 ? "One folio" : folios + " folios";
    }

    /** Names the groups with most of the difference. */
    private static String most(Spending before, Spending after, double saved) {
        List<CallSegment> old = CallSegment.of(before);
        List<CallSegment> now = CallSegment.of(after);
        return IntStream.range(0, old.size())
                .mapToObj(i -> new CallSegment(
                        old.get(i).id(),
                        old.get(i).title(),
                        (old.get(i).micros() - now.get(i).micros()) * Math.signum(saved)))
                .filter(part -> part.micros() >= SHARE * Math.abs(saved))
                .sorted(Comparator.comparingDouble(CallSegment::micros).reversed())
                .limit(MOST_NAMED)
                .map(part -> part.words() + ", " + micros(part.micros()))
                .collect(Collectors.joining("; ", "Most of it: ", "."));
    }

    private static String left(Spending after) {
        CallSegment largest = CallSegment.of(after).stream()
                .max(Comparator.comparingDouble(CallSegment::micros))
                .orElseThrow();
        return "The most of what is left: " + largest.words() + ", " + micros(largest.micros()) + " of "
                + micros(after.micros()) + ".";
    }

    private static String micros(double micros) {
        return CallSegment.print(micros) + "\u00a0µs";
    }
}
