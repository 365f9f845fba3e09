package dev.dropbehind.lesson;

import dev.dropbehind.engine.FreeMarks;
import dev.dropbehind.engine.Moment;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact;
import java.util.Locale;
import java.util.Map;

/** What the gaps of a narration stand for. */
final class FactWords {

    private static final int PAGE_BYTES = 4096;

    private FactWords() {}

    /** Returns the values for a fact of a moment. */
    static Map<String, String> of(Fact fact, Moment moment, FreeMarks marks) {
        long first = fact.first() / scale(fact);
        long pages = pages(fact);
        String range = range(first, pages);
        return Map.ofEntries(
                Map.entry("range", range),
                Map.entry("Range", range.substring(0, 1).toUpperCase(Locale.ROOT) + range.substring(1)),
                Map.entry("first", Long.toString(first)),
                Map.entry("pages", count(pages, "page")),
                Map.entry("folios", count(pages, "folio")),
                Map.entry("actor", fact.actor()),
                Map.entry("free", Long.toString(moment.counters().get(Counter.NR_FREE_PAGES))),
                Map.entry("perCpu", moment.perCpuPages() == 0 ? "none" : Long.toString(moment.perCpuPages())),
                Map.entry("min", Long.toString(marks.min())),
                Map.entry("low", Long.toString(marks.low())),
                Map.entry("high", Long.toString(marks.high())));
    }

    /** Returns how many pages a fact is about; verbs agree with that. */
    static long pages(Fact fact) {
        return Math.ceilDiv(fact.count(), scale(fact));
    }

    private static long scale(Fact fact) {
        return fact.kind().subject() == Fact.Subject.CALL ? PAGE_BYTES : 1;
    }

    private static String range(long first, long pages) {
        return pages == 1 ? "page " + first : "pages " + first + "–" + (first + pages - 1);
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
