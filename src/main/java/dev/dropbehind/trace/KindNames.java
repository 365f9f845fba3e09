package dev.dropbehind.trace;

import dev.dropbehind.engine.measure.Fact;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Kinds of facts by the names they have in addresses, in lesson files and in JSON, as {@code foliosCreated}. */
public final class KindNames {

    private static final Map<String, Fact.Kind> BY_NAME =
            Arrays.stream(Fact.Kind.values()).collect(Collectors.toUnmodifiableMap(KindNames::of, Function.identity()));

    private KindNames() {}

    /** Returns the name of a kind, or of another constant in the same manner. */
    public static String of(Enum<?> constant) {
        StringBuilder name = new StringBuilder();
        for (String word : constant.name().split("_", -1)) {
            String lower = word.toLowerCase(Locale.ROOT);
            name.append(name.isEmpty() ? lower : lower.substring(0, 1).toUpperCase(Locale.ROOT) + lower.substring(1));
        }
        return name.toString();
    }

    /** Returns all kinds by their names. */
    public static Map<String, Fact.Kind> all() {
        return BY_NAME;
    }
}
