package dev.dropbehind.reference;

import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.Toggle;
import java.util.Arrays;
import java.util.List;

/**
 * A kernel epoch as it is shown over HTTP. Each contains the earlier ones.
 *
 * @param id name in specs
 * @param releases which kernels it stands for
 * @param explanation what came with it
 * @param contains the epochs that it includes, itself last
 * @param toggles the toggles that it switches on or sets to a value, those of earlier epochs included
 * @param modelled whether it changes anything in this version: whether it switches on a toggle
 */
record EpochView(
        String id, String releases, String explanation, List<Epoch> contains, List<String> toggles, boolean modelled) {

    static EpochView of(Epoch epoch) {
        List<Epoch> contains = Arrays.stream(Epoch.values())
                .filter(other -> other.compareTo(epoch) <= 0)
                .toList();
        List<String> toggles = Arrays.stream(Toggle.values())
                .filter(toggle -> toggle.isIn(epoch))
                .map(Toggle::id)
                .toList();
        return new EpochView(epoch.name(), epoch.releases(), epoch.brings(), contains, toggles, !toggles.isEmpty());
    }
}
