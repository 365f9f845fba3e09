package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.MachineSpec;
import dev.dropbehind.engine.spec.VmSetting;
import dev.dropbehind.engine.spec.VmSpec;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Reads one of {@code actions}: when, what, and what belongs to it. */
final class ActionReader {

    private static final Map<String, Kind> KINDS = SpecReader.words(Kind.values(), Kind::word);

    private final Fields fields;
    private final Map<String, UsedFile> files;
    private final int cpus;
    private final Optional<Long> at;
    private final Optional<Kind> kind;

    /** What can be done. */
    private enum Kind {
        SYNC("sync"),
        DROP_CACHES("dropCaches"),
        CPU_OFFLINE("cpuOffline"),
        CPU_ONLINE("cpuOnline"),
        TRUNCATE("truncate"),
        SET_VM("setVm"),
        FADVISE_DONTNEED("fadviseDontneed"),
        MMAP_STORE("mmapStore"),
        READ_NORMALLY("readNormally"),
        ZERO_RANGE("zeroRange"),
        DEFRAG("defrag");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    /** Makes an action on a part of a file. */
    @FunctionalInterface
    private interface OnPart {
        ActionSpec of(long atNanos, String file, long offsetBytes, long lengthBytes);
    }

    /** Reads when and what. */
    ActionReader(Fields fields, Map<String, UsedFile> files, int cpus) {
        this.fields = fields;
        this.files = files;
        this.cpus = cpus;
        at = fields.nanos("at", 0, SpecReader.MAX_DURATION_NANOS);
        kind = fields.word("do", KINDS);
        if (!fields.has("at") && !fields.has("atNanos")) {
            fields.fault("at", "Say when, like \"5s\".");
        }
        if (!fields.has("do")) {
            fields.fault("do", "Say what is done, like \"sync\".");
        }
    }

    /** Returns the action, or nothing if it has faults. */
    Optional<ActionSpec> action() {
        if (kind.isEmpty()) {
            return Optional.empty();
        }
        Optional<ActionSpec> action = switch (kind.get()) {
            case SYNC -> at.map(ActionSpec.Sync::new);
            case DROP_CACHES -> at.map(ActionSpec.DropCaches::new);
            case CPU_OFFLINE -> both(cpu(), ActionSpec.CpuOffline::new);
            case CPU_ONLINE -> both(cpu(), ActionSpec.CpuOnline::new);
            case TRUNCATE -> truncate();
            case SET_VM -> both(vm(), ActionSpec.SetVm::new);
            case FADVISE_DONTNEED -> both(file(), ActionSpec.FadviseDontneed::new);
            case MMAP_STORE -> part(ActionSpec.MmapStore::new);
            case READ_NORMALLY -> part(ActionSpec.ReadNormally::new);
            case ZERO_RANGE -> part(ActionSpec.ZeroRange::new);
            case DEFRAG -> both(file(), ActionSpec.Defrag::new);
        };
        fields.refuseOthers();
        return fields.areSound() ? action : Optional.empty();
    }

    /** Returns the word for an action. */
    static String wordOf(ActionSpec action) {
        Kind kind = switch (action) {
            case ActionSpec.Sync _ -> Kind.SYNC;
            case ActionSpec.DropCaches _ -> Kind.DROP_CACHES;
            case ActionSpec.CpuOffline _ -> Kind.CPU_OFFLINE;
            case ActionSpec.CpuOnline _ -> Kind.CPU_ONLINE;
            case ActionSpec.Truncate _ -> Kind.TRUNCATE;
            case ActionSpec.SetVm _ -> Kind.SET_VM;
            case ActionSpec.FadviseDontneed _ -> Kind.FADVISE_DONTNEED;
            case ActionSpec.MmapStore _ -> Kind.MMAP_STORE;
            case ActionSpec.ReadNormally _ -> Kind.READ_NORMALLY;
            case ActionSpec.ZeroRange _ -> Kind.ZERO_RANGE;
            case ActionSpec.Defrag _ -> Kind.DEFRAG;
        };
        return kind.word();
    }

    private <T> Optional<ActionSpec> both(Optional<T> what, BiFunction<Long, T, ActionSpec> kindOfAction) {
        return what.flatMap(found -> at.map(time -> kindOfAction.apply(time, found)));
    }

    private Optional<ActionSpec> truncate() {
        Optional<String> file = file();
        Optional<Long> size = required("size", fields.bytes("size", 0, JobSpec.MAX_FILE_BYTES));
        return both(size, (time, bytes) -> new ActionSpec.Truncate(time, file.orElse(""), bytes));
    }

    private Optional<Integer> cpu() {
        Optional<Long> cpu = required("cpu", fields.whole("cpu", 1, MachineSpec.MAX_CPUS - 1L));
        if (cpu.isPresent() && cpu.get() >= cpus) {
            fields.fault("cpu", "The machine has " + cpus + " processors, numbered from 0, which stays.");
        }
        return cpu.map(Long::intValue);
    }

    private Optional<String> file() {
        Optional<String> name = required("file", fields.text("file", JobReader.MAX_NAME));
        if (name.isPresent() && !files.containsKey(name.get())) {
            fields.fault("file", "No job uses this file." + Names.didYouMean(name.get(), files.keySet()));
        }
        return name.filter(files::containsKey);
    }

    private Optional<ActionSpec> part(OnPart kindOfPart) {
        Optional<String> file = file();
        long offset = fields.bytes("offset", 0, JobSpec.MAX_FILE_BYTES).orElse(0L);
        Optional<Long> length = fields.bytes("length", 1, JobSpec.MAX_FILE_BYTES);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        long fileEnd = file.map(files::get).map(UsedFile::lengthBytes).orElse(0L);
        long end = offset + length.orElse(1L);
        if (end > fileEnd && fields.areSound("offset", "length")) {
            fields.fault(
                    length.isPresent() ? "length" : "offset",
                    "The file has " + fileEnd + " bytes; this ends at " + end + ".");
            return Optional.empty();
        }
        long bytes = length.orElse(fileEnd - offset);
        return at.map(time -> kindOfPart.of(time, file.get(), offset, bytes));
    }

    private Optional<Map<VmSetting, Long>> vm() {
        Map<VmSetting, Long> values = new EnumMap<>(VmSetting.class);
        Fields vm = fields.object("vm");
        for (VmSetting setting : VmSetting.values()) {
            Optional<Long> value = setting.isBytes()
                    ? vm.bytes(setting.id(), 0, setting.most())
                    : vm.whole(setting.id(), 0, setting.most());
            value.ifPresent(number -> values.put(setting, number));
        }
        long dirtyBytes = values.getOrDefault(VmSetting.DIRTY_BYTES, 0L);
        if (dirtyBytes > 0 && dirtyBytes < VmSpec.LEAST_DIRTY_BYTES) {
            vm.fault(
                    VmSetting.DIRTY_BYTES.id(),
                    "The kernel takes no less than " + VmSpec.LEAST_DIRTY_BYTES + " bytes.");
            values.remove(VmSetting.DIRTY_BYTES);
        }
        vm.refuseOthers();
        if (values.isEmpty() && vm.areSound() && fields.areSound("vm")) {
            fields.fault("vm", "Say what to set, like {\"dirtyRatio\": 5}.");
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(values);
    }

    private <T> Optional<T> required(String name, Optional<T> value) {
        if (!fields.has(name)) {
            fields.fault(name, "Say the " + name + " that this is about.");
        }
        return value;
    }
}
