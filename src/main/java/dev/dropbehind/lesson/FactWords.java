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
        long scale = fact.kind().subject() == Fact.Subject.CALL ? PAGE_BYTES : 1;
        long first = fact.first() / scale;
        long pages = Math.ceilDiv(fact.count(), scale);
        String range = range(first, pages);
        return Map.of(
                "range", range,
                "Range", range.substring(0, 1).toUpperCase(Locale.ROOT) + range.substring(1),
                "first", Long.toString(first),
                "pages", count(pages, "page"),
                "folios", count(pages, "folio"),
                "actor", fact.actor(),
                "free", Long.toString(moment.counters().get(Counter.NR_FREE_PAGES)),
                "min", Long.toString(marks.min()),
                "low", Long.toString(marks.low()),
                "high", Long.toString(marks.high()));
    }

    private static String range(long first, long pages) {
        return pages == 1 ? "page " + first : "pages " + first + "–" + (first + pages - 1);
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
