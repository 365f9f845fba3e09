package dev.dropbehind.specification;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON merge patch, RFC 7396. */
public final class MergePatch {

    private MergePatch() {}

    /**
     * Returns the target with the patch applied; neither is changed.
     *
     * @param target what to change
     * @param patch the changes: null removes, objects merge, anything else replaces
     */
    public static JsonNode apply(JsonNode target, JsonNode patch) {
        if (!patch.isObject()) {
            return patch.deepCopy();
        }
        ObjectNode result =
                target instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        for (var change : patch.properties()) {
            if (change.getValue().isNull()) {
                result.remove(change.getKey());
            } else {
                JsonNode old = result.path(change.getKey());
                result.set(change.getKey(), apply(old, change.getValue()));
            }
        }
        return result;
    }
}
