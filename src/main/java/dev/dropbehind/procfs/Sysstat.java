package dev.dropbehind.procfs;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** What the reports of sysstat have in common. The simulated clock starts at midnight. */
final class Sysstat {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private Sysstat() {}

    /** Returns the time of day after so many seconds. */
    static String time(int second) {
        return LocalTime.MIDNIGHT.plusSeconds(second).format(CLOCK);
    }

    /** Returns a number with two decimals, rounded as C does: the number as it is stored, halves to even. */
    static String twoDecimals(double value) {
        return new BigDecimal(value).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
    }
}
