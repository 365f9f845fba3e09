package dev.dropbehind.specification;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes and times as texts. A size without a unit is bytes; {@code k}, {@code kb} and {@code KiB} are all 1024. A time
 * may have decimals, {@code 1.5s}, as long as it is a whole number of nanoseconds.
 */
final class Units {

    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("\\s*(\\d{1,19})\\s*([A-Za-zµ]*)\\s*");
    private static final Pattern DECIMALS = Pattern.compile("\\s*(\\d{1,10}\\.\\d{1,9})\\s*([A-Za-zµ]+)\\s*");
    private static final Map<String, Long> TIMES = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);
    private static final String[] TIME_UNITS = {"s", "ms", "us", "ns"};

    private Units() {}

    /** Returns a size in bytes, or nothing where the text is not one or is beyond 2^63. */
    static Optional<Long> bytes(String text) {
        return read(text, unit -> {
            if (unit.isEmpty() || unit.equals("b")) {
                return 1L;
            }
            int power = "kmgtp".indexOf(unit.charAt(0)) + 1;
            String rest = unit.substring(1);
            boolean known = power > 0 && (rest.isEmpty() || rest.equals("b") || rest.equals("i") || rest.equals("ib"));
            return known ? 1L << (10 * power) : 0;
        });
    }

    /** Returns a time in nanoseconds, or nothing where the text is not one or is beyond 292 years. */
    static Optional<Long> nanos(String text) {
        Matcher decimals = DECIMALS.matcher(text);
        if (decimals.matches()) {
            return wholeNanos(decimals.group(1), decimals.group(2));
        }
        return read(text, unit -> TIMES.getOrDefault(unit, 0L));
    }

    private static Optional<Long> wholeNanos(String number, String unit) {
        long size = TIMES.getOrDefault(unit.toLowerCase(Locale.ROOT), 0L);
        BigDecimal nanos =
                new BigDecimal(number).multiply(BigDecimal.valueOf(size)).stripTrailingZeros();
        boolean fits = size > 0 && nanos.scale() <= 0 && nanos.toBigInteger().bitLength() < Long.SIZE;
        return fits ? Optional.of(nanos.longValueExact()) : Optional.empty();
    }

    /** Returns a time in the largest unit in which it is a whole number. */
    static String time(long nanos) {
        for (String unit : TIME_UNITS) {
            long size = TIMES.getOrDefault(unit, 1L);
            if (nanos % size == 0) {
                return nanos / size + unit;
            }
        }
        throw new IllegalStateException("every number is a multiple of one");
    }

    @FunctionalInterface
    private interface Multiplier {
        long of(String unit);
    }

    private static Optional<Long> read(String text, Multiplier multiplier) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long unit = multiplier.of(matcher.group(2).toLowerCase(Locale.ROOT));
        BigInteger value = new BigInteger(matcher.group(1)).multiply(BigInteger.valueOf(unit));
        return unit == 0 || value.bitLength() >= Long.SIZE ? Optional.empty() : Optional.of(value.longValue());
    }
}
