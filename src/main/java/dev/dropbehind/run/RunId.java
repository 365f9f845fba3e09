package dev.dropbehind.run;

import java.security.SecureRandom;
import java.util.regex.Pattern;

/**
 * Names a run in addresses.
 *
 * @param value twelve lower-case letters and digits
 */
public record RunId(String value) {

    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int LENGTH = 12;
    private static final Pattern FORM = Pattern.compile("[a-z0-9]{" + LENGTH + "}");
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Checks the form. */
    public RunId {
        if (!isRunId(value)) {
            throw new IllegalArgumentException("not the id of a run: " + value);
        }
    }

    /** Returns an id that no run has. */
    public static RunId next() {
        StringBuilder id = new StringBuilder(LENGTH);
        RANDOM.ints(LENGTH, 0, ALPHABET.length()).mapToObj(ALPHABET::charAt).forEach(id::append);
        return new RunId(id.toString());
    }

    /** Returns whether a text has the form of an id. */
    public static boolean isRunId(String text) {
        return FORM.matcher(text).matches();
    }

    @Override
    public String toString() {
        return value;
    }
}
