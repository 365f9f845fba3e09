package dev.dropbehind.validation;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How near is near, written in words: {@code within 3 %} of the published figure, {@code within 5 points} to either
 * side of it, or {@code at most 4 %}, {@code at least 15 %} and {@code from 35 to 75 %} whatever was published.
 *
 * @param kind what is compared with the amount
 * @param amount in percent of the published figure for {@link Kind#WITHIN_PERCENT}, else in the figure's unit
 * @param most the other end for {@link Kind#FROM_TO}, else the amount again
 */
public record Tolerance(Kind kind, double amount, double most) {

    /** What a tolerance limits. */
    public enum Kind {
        WITHIN_PERCENT("within"),
        WITHIN("within"),
        AT_MOST("at most"),
        AT_LEAST("at least"),
        FROM_TO("from");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Returns the words before the amount. */
        public String words() {
            return words;
        }
    }

    /** The most that is said of a figure that is far outside: ten times its tolerance. */
    static final double FAR_OUTSIDE = 10;

    private static final String NUMBER = "(\\d{1,12}(?:\\.\\d{1,6})?)";
    private static final Pattern WRITTEN = Pattern.compile("(?:(within|at most|at least) " + NUMBER + "|from " + NUMBER
            + " to " + NUMBER + ")(?: (%|[A-Za-z/]{1,12}))?");
    private static final Map<String, Kind> KINDS =
            Map.of("within", Kind.WITHIN, "at most", Kind.AT_MOST, "at least", Kind.AT_LEAST);

    /** Checks that a range has two ends. */
    public Tolerance {
        if (most < amount) {
            throw new IllegalArgumentException("a range ends before it begins: " + amount + " to " + most);
        }
    }

    /** Makes a tolerance with one amount. */
    public Tolerance(Kind kind, double amount) {
        this(kind, amount, amount);
    }

    /**
     * Reads what was written; a unit other than {@code %} after {@code within} is for the reader.
     *
     * @throws IllegalArgumentException if it is none of the forms
     */
    static Tolerance of(String written) {
        Matcher parts = WRITTEN.matcher(written);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "a tolerance is \"within 3 %\", \"within 5 points\", \"at most 4\", \"at least 15\" or"
                            + " \"from 35 to 75\", not \"" + written + "\"");
        }
        if (parts.group(1) == null) {
            return new Tolerance(Kind.FROM_TO, Double.parseDouble(parts.group(3)), Double.parseDouble(parts.group(4)));
        }
        Kind kind = KINDS.getOrDefault(parts.group(1), Kind.WITHIN);
        boolean isRelative = kind == Kind.WITHIN && "%".equals(parts.group(5));
        return new Tolerance(isRelative ? Kind.WITHIN_PERCENT : kind, Double.parseDouble(parts.group(2)));
    }

    /** Returns how much of the tolerance a simulated figure uses up: 0 nothing, 1 all of it, above 1 it is outside. */
    double used(double published, double simulated) {
        return switch (kind) {
            case WITHIN_PERCENT -> share(Math.abs(simulated - published), Math.abs(published) * amount / 100);
            case WITHIN -> share(Math.abs(simulated - published), amount);
            case AT_MOST -> share(simulated, amount);
            case AT_LEAST -> share(amount, simulated);
            case FROM_TO ->
                simulated < published
                        ? share(published - simulated, published - amount)
                        : share(simulated - published, most - published);
        };
    }

    private static double share(double part, double whole) {
        if (part <= 0) {
            return 0;
        }
        return whole <= 0 ? FAR_OUTSIDE : Math.min(part / whole, FAR_OUTSIDE);
    }
}
