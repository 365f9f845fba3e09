package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.KernelSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.ToggleSet;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads {@code kernel}: an epoch, and the toggles that differ from it. */
final class KernelReader {

    private static final Map<String, Epoch> EPOCHS = SpecReader.words(Epoch.values(), Epoch::name);

    private final Epoch epoch;
    private final Fields toggles;
    private final ByFileSystem fileSystem;
    private ToggleSet set = ToggleSet.of(List.of());

    private KernelReader(Epoch epoch, Fields toggles, ByFileSystem fileSystem) {
        this.epoch = epoch;
        this.toggles = toggles;
        this.fileSystem = fileSystem;
    }

    static KernelSpec read(Fields fields, FileSystemSpec fileSystem) {
        Epoch epoch = fields.word("epoch", EPOCHS).orElse(Epoch.DEFAULT);
        ToggleSet toggles = new KernelReader(epoch, fields.object("toggles"), new ByFileSystem(fileSystem)).toggles();
        boolean debugAtomicSleep = fields.flag("debugAtomicSleep", true);
        boolean interleaving = fields.flag("interleaving", false);
        fields.refuseOthers();
        return new KernelSpec(epoch, toggles, debugAtomicSleep, interleaving);
    }

    private ToggleSet toggles() {
        for (Toggle toggle : Toggle.values()) {
            set = set.with(toggle, value(toggle));
        }
        addNeeded();
        takeAwayReplaced();
        fileSystem.refuseOthers(set, toggles);
        refuseUnknown();
        return set;
    }

    private String value(Toggle toggle) {
        String fallback = toggle.isBroughtBy(epoch) || fileSystem.brings(toggle) ? toggle.epochValue() : toggle.base();
        if (toggle.isOnOrOff()) {
            return Boolean.toString(toggles.flag(toggle.id(), Boolean.parseBoolean(fallback)));
        }
        Map<String, String> words =
                toggle.choices().stream().collect(Collectors.toUnmodifiableMap(Function.identity(), word -> word));
        return toggles.word(toggle.id(), words).orElse(fallback);
    }

    /** Switches on what others need; an explicit "off" of it contradicts them. */
    private void addNeeded() {
        for (Optional<Toggle> missing = firstMissing(); missing.isPresent(); missing = firstMissing()) {
            Toggle needed = missing.get();
            if (toggles.has(needed.id()) && toggles.areSound(needed.id())) {
                String needers = set.all().stream()
                        .filter(toggle -> toggle.needs().contains(needed))
                        .map(Toggle::id)
                        .collect(Collectors.joining(", "));
                toggles.fault(needed.id(), "This is needed by what is on: " + needers + ". Switch that off too.");
            }
            set = set.with(needed, true);
        }
    }

    private Optional<Toggle> firstMissing() {
        return set.all().stream()
                .flatMap(toggle -> toggle.needs().stream())
                .filter(needed -> !set.has(needed))
                .findFirst();
    }

    /** Switches off what another takes away; an explicit "on" of it contradicts that. */
    private void takeAwayReplaced() {
        for (Toggle toggle : set.all()) {
            Optional<Toggle> other = toggle.replacedBy().filter(set::has);
            if (other.isPresent()) {
                set = set.with(toggle, false);
                if (toggles.has(toggle.id()) && toggles.areSound(toggle.id())) {
                    toggles.fault(toggle.id(), other.get().id() + " is on and takes this away.");
                }
            }
        }
    }

    private void refuseUnknown() {
        List<String> known = Arrays.stream(Toggle.values()).map(Toggle::id).toList();
        for (String name : toggles.names()) {
            if (!known.contains(name)) {
                toggles.fault(name, "This version has no toggle \"" + name + "\"." + Names.didYouMean(name, known));
            }
        }
    }
}
