package dev.dropbehind.specification;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** What an answer repeats of an input: short, and without characters that no text may have. */
public final class Excerpt {

    /** The most characters that are repeated. */
    public static final int LONGEST = 200;

    private static final char REPLACEMENT = '\uFFFD';
    private static final String CUT = "…";

    private Excerpt() {}

    /** Returns whether a text has control characters or halves of surrogate pairs. */
    public static boolean hasForbidden(String text) {
        return text.codePoints().anyMatch(Excerpt::isForbidden);
    }

    /** Returns the text with each forbidden character replaced, cut where it is long. */
    public static String of(String text) {
        String clean = clean(text);
        return clean.length() <= LONGEST ? clean : clean(clean.substring(0, LONGEST)) + CUT;
    }

    /** Returns the value itself where it is short and clean, else an excerpt of its text. */
    static @Nullable JsonNode of(@Nullable JsonNode value) {
        if (value == null) {
            return null;
        }
        String text = value.isString() ? value.stringValue() : value.toString();
        String excerpt = of(text);
        return excerpt.equals(text) ? value : StringNode.valueOf(excerpt);
    }

    /** Returns the text with each forbidden character replaced, whole. */
    static String clean(String text) {
        return hasForbidden(text) ? replaced(text) : text;
    }

    private static String replaced(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> clean.appendCodePoint(isForbidden(c) ? REPLACEMENT : c));
        return clean.toString();
    }

    private static boolean isForbidden(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL || type == Character.SURROGATE;
    }
}
