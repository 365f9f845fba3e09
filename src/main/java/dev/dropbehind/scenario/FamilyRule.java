package dev.dropbehind.scenario;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * What some experiments of a family have in common.
 *
 * @param when what a row must have in some columns, and which variant it must be, for the rule to hold
 * @param name its part of the row's name, or empty
 * @param title the same in words
 * @param job merge patch on the family's job
 * @param spec merge patch on the family's spec
 */
record FamilyRule(Map<String, String> when, String name, String title, JsonNode job, JsonNode spec) {

    /** The name under which a condition is on the variant. */
    static final String VARIANT = "variant";

    /** Returns whether it holds for a row whatever the variant. */
    boolean isOfRow() {
        return !when.containsKey(VARIANT);
    }

    /** Returns whether it holds. */
    boolean holds(Map<String, String> key) {
        return when.entrySet().stream().allMatch(wanted -> wanted.getValue().equals(key.get(wanted.getKey())));
    }
}
