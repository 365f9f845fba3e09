package dev.dropbehind.validation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Some seconds of a run, written {@code 4-30}.
 *
 * @param from the first, counted from 1
 * @param to the last
 */
public record Seconds(int from, int to) {

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,5})-(\\d{1,5})");

    /** Checks that there is at least one. */
    public Seconds {
        if (from < 1 || to < from) {
            throw new IllegalArgumentException("no seconds: " + from + "-" + to);
        }
    }

    /**
     * Reads what was written.
     *
     * @throws IllegalArgumentException if it is not as {@code 4-30}
     */
    static Seconds of(String written) {
        Matcher parts = WRITTEN.matcher(written);
        if (!parts.matches()) {
            throw new IllegalArgumentException("seconds are written as 4-30, not " + written);
        }
        return new Seconds(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
    }

    /** Returns whether a second is among them. */
    public boolean contains(int second) {
        return from <= second && second <= to;
    }
}
