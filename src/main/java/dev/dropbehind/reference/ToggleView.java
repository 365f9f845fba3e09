package dev.dropbehind.reference;

import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.Toggle;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A patch toggle as it is shown over HTTP.
 *
 * @param id name in specs
 * @param type whether it is true or false ({@code boolean}) or has one of several values ({@code enum})
 * @param values what it can be set to
 * @param defaults what it is set to by each epoch that is told nothing
 * @param explanation what the patch changes
 * @param source the message that proposed it
 * @param epoch the epoch that brings it, or null while no release has it
 * @param needs the toggles that it pulls in
 * @param replacedBy the toggle that takes it away, or null
 * @param watch where it shows, in words
 * @param metrics the values of the samples in which it shows, the clearest first
 */
record ToggleView(
        String id,
        @Schema(allowableValues = {"boolean", "enum"}) String type,
        List<Object> values,
        Map<Epoch, Object> defaults,
        String explanation,
        String source,
        @Nullable Epoch epoch,
        List<String> needs,
        @Nullable String replacedBy,
        String watch,
        List<String> metrics) {

    static ToggleView of(Toggle toggle) {
        return new ToggleView(
                toggle.id(),
                toggle.isOnOrOff() ? "boolean" : "enum",
                toggle.choices().stream().map(value -> shown(toggle, value)).toList(),
                defaults(toggle),
                toggle.mechanism(),
                toggle.source(),
                toggle.epoch().orElse(null),
                toggle.needs().stream().map(Toggle::id).toList(),
                toggle.replacedBy().map(Toggle::id).orElse(null),
                toggle.watch(),
                toggle.metrics());
    }

    private static Map<Epoch, Object> defaults(Toggle toggle) {
        Map<Epoch, Object> defaults = new EnumMap<>(Epoch.class);
        for (Epoch epoch : Epoch.values()) {
            defaults.put(epoch, shown(toggle, toggle.valueIn(epoch)));
        }
        return defaults;
    }

    private static Object shown(Toggle toggle, String value) {
        return toggle.isOnOrOff() ? Boolean.valueOf(value) : value;
    }
}
