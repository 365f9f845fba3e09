package dev.dropbehind.lesson;

import java.util.Map;
import java.util.regex.Pattern;

/** Texts with gaps such as <code>{free}</code>, and choices between one and several such as <code>{is|are}</code>. */
final class Gaps {

    private static final Pattern GAP = Pattern.compile("\\{([\\w.-]+)}");

    private static final Pattern CHOICE = Pattern.compile("\\{([\\w ]+)\\|([\\w ]+)}");

    private Gaps() {}

    /** Returns the text with its choices made: the word before the bar for one thing, the word after it for several. */
    static String agree(String text, long number) {
        return CHOICE.matcher(text).replaceAll(number == 1 ? "$1" : "$2");
    }

    /**
     * Returns the text with its gaps filled.
     *
     * @throws IllegalArgumentException if there is nothing for a gap
     */
    static String fill(String text, Map<String, String> values) {
        return GAP.matcher(text).replaceAll(gap -> {
            String value = values.get(gap.group(1));
            if (value == null) {
                throw new IllegalArgumentException("there is nothing to put for {" + gap.group(1) + "} in: " + text);
            }
            return value;
        });
    }
}
