package dev.dropbehind.scenario;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * How measured values are written in JSON, CSV and tables: at most three decimals, never an exponent, no trailing
 * zeros.
 */
public final class Numbers {

    private static final int DECIMALS = 3;

    private Numbers() {}

    /** Returns a finite value as it is written. */
    public static BigDecimal plain(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
            return BigDecimal.valueOf((long) value);
        }
        BigDecimal rounded = BigDecimal.valueOf(value)
                .setScale(DECIMALS, RoundingMode.HALF_EVEN)
                .stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }
}
