package dev.dropbehind.reference;

import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.Toggle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A patch toggle as it is shown over HTTP.
 *
 * @param id name in specs
 * @param values what it can be set to, the default first
 * @param explanation what the patch changes
 * @param source the message that proposed it
 * @param epoch the epoch that switches it on, or null while no release has it
 * @param needs the toggles that it pulls in
 * @param watch where it shows, in words
 * @param metrics the values of the samples in which it shows, the clearest first
 */
record ToggleView(
        String id,
        List<Boolean> values,
        String explanation,
        String source,
        @Nullable Epoch epoch,
        List<String> needs,
        String watch,
        List<String> metrics) {

    static ToggleView of(Toggle toggle) {
        return new ToggleView(
                toggle.id(),
                List.of(false, true),
                toggle.mechanism(),
                toggle.source(),
                toggle.epoch().orElse(null),
                toggle.needs().stream().map(Toggle::id).toList(),
                toggle.watch(),
                toggle.metrics());
    }
}
