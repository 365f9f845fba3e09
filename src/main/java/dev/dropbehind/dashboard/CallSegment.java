package dev.dropbehind.dashboard;

import dev.dropbehind.cost.CostGroup;
import dev.dropbehind.cost.Spending;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A part of the time of a call.
 *
 * @param id name in style sheets
 * @param title name for people
 * @param micros its mean, microseconds a call
 */
record CallSegment(String id, String title, double micros) {

    /** What is less is printed as nothing. */
    private static final double SOMETHING = 0.005;

    private static final double TENTHS_FROM = 10;
    private static final double WHOLE_FROM = 100;

    /**
     * Returns the parts of a call, which add up to its mean time: what its caller paid for, group by group, then waits.
     */
    static List<CallSegment> of(Spending spending) {
        Stream<CallSegment> paid = Arrays.stream(CostGroup.values())
                .map(group -> new CallSegment(group.id(), group.title(), spending.micros(group)));
        CallSegment wait = new CallSegment("wait", "Waiting for the device or for others", spending.waitMicros());
        return Stream.concat(paid, Stream.of(wait)).toList();
    }

    /** Returns the first words of the title, as within a sentence. */
    String words() {
        String first = title.substring(0, 1).toLowerCase(Locale.ROOT) + title.substring(1);
        return first.contains(":") ? first.substring(0, first.indexOf(':')) : first;
    }

    /** Returns whether it is more than nothing, as numbers are printed. */
    boolean isSomething() {
        return micros >= SOMETHING;
    }

    /** Returns microseconds with three digits or so. */
    static String print(double micros) {
        double size = Math.abs(micros);
        String digits = size >= WHOLE_FROM ? "%,.0f" : size >= TENTHS_FROM ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, digits, size < SOMETHING ? 0 : micros);
    }
}
