package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.KernelSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.ToggleSet;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code kernel}: an epoch, and the toggles that differ from it. */
final class KernelReader {

    private static final Map<String, Epoch> EPOCHS = SpecReader.words(Epoch.values(), Epoch::name);

    private KernelReader() {}

    static KernelSpec read(Fields fields) {
        Epoch epoch = fields.word("epoch", EPOCHS).orElse(Epoch.DEFAULT);
        Fields toggles = fields.object("toggles");
        Set<Toggle> on = EnumSet.noneOf(Toggle.class);
        for (Toggle toggle : Toggle.values()) {
            if (toggles.flag(toggle.id(), toggle.isIn(epoch))) {
                on.add(toggle);
            }
        }
        addNeeded(toggles, on);
        refuseUnknown(toggles);
        fields.notSimulated("debugAtomicSleep", List.of("false"), "Nothing sleeps in atomic context in this version.");
        fields.notSimulated("interleaving", List.of("false"), "Interleavings are not simulated in this version.");
        fields.refuseOthers();
        return new KernelSpec(epoch, ToggleSet.of(on));
    }

    /** Switches on what others need; an explicit "off" of it contradicts them. */
    private static void addNeeded(Fields toggles, Set<Toggle> on) {
        for (Toggle toggle : List.copyOf(on)) {
            for (Toggle needed : toggle.needs()) {
                if (on.add(needed) && toggles.has(needed.id())) {
                    toggles.fault(needed.id(), toggle.id() + " is on and needs this.");
                }
            }
        }
    }

    private static void refuseUnknown(Fields toggles) {
        List<String> known = Arrays.stream(Toggle.values()).map(Toggle::id).toList();
        for (String name : toggles.names()) {
            if (!known.contains(name)) {
                toggles.fault(name, "This version has no toggle \"" + name + "\"." + Names.didYouMean(name, known));
            }
        }
    }
}
