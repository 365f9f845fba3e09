package dev.dropbehind.specification;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds out which name somebody meant. */
public final class Names {

    private static final int NEAR = 3;
    private static final int LONGEST = 64;

    private Names() {}

    /**
     * Returns {@code " Did you mean …?"} where one of the names is near, else an empty text.
     *
     * @param found what was written
     * @param known what there is
     */
    public static String didYouMean(String found, Collection<String> known) {
        return nearest(found, known)
                .map(name -> " Did you mean \"" + name + "\"?")
                .orElse("");
    }

    private static Optional<String> nearest(String found, Collection<String> known) {
        if (found.length() > LONGEST) {
            return Optional.empty();
        }
        String wanted = found.toLowerCase(Locale.ROOT);
        return known.stream()
                .filter(name -> isNear(wanted, name.toLowerCase(Locale.ROOT)))
                .min(Comparator.comparingInt((String name) -> distance(wanted, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static boolean isNear(String wanted, String name) {
        int distance = distance(wanted, name);
        boolean begins = wanted.length() >= NEAR && name.startsWith(wanted);
        return begins || (distance <= NEAR && distance * 2 < Math.max(wanted.length(), name.length()));
    }

    /** Counts letters to insert, delete or replace. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
