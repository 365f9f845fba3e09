package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.KernelSpec;
import dev.dropbehind.engine.spec.MachineSpec;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.Preemption;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.SimulationSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Reads a spec from JSON: what is not said is the profile's or the kernel's default. All faults are found at once. What
 * this version does not simulate is refused unless its value says what happens anyway: nothing that would change a
 * result is ignored.
 */
public final class SpecReader {

    /** The seed of a spec that names none. */
    public static final long DEFAULT_SEED = 42;

    /** The largest seed: what a browser reads back exactly. */
    public static final long MAX_SEED = (1L << 53) - 1;

    /** The longest duration of a run, 24 hours. */
    static final long MAX_DURATION_NANOS = 86_400L * 1_000_000_000L;

    /** The longest first touch of a page, a millisecond. */
    static final long MAX_FIRST_TOUCH_NANOS = 1_000_000;

    private static final long DEFAULT_DURATION_NANOS = 20L * 1_000_000_000L;
    private static final Map<String, Preemption> PREEMPTION = words(Preemption.values(), JobReader::wordOf);
    private static final Map<String, Profile> PROFILES = words(Profile.values(), Profile::id);

    private SpecReader() {}

    /**
     * Reads a whole spec.
     *
     * @throws InvalidInputException with everything that is wrong
     */
    public static SimulationSpec read(JsonNode tree) {
        Faults faults = new Faults();
        Optional<SimulationSpec> spec = read(tree, "", faults);
        return spec.orElseThrow(() -> new InvalidInputException(faults.all()));
    }

    /**
     * Reads a spec that is part of something larger.
     *
     * @param tree the spec
     * @param pointer where it is
     * @param faults where faults go
     * @return the spec, or nothing if it has faults
     */
    public static Optional<SimulationSpec> read(JsonNode tree, String pointer, Faults faults) {
        int before = faults.count();
        Fields fields = Fields.of(tree, pointer, faults);
        Fields machineFields = fields.object("machine");
        Profile profile = machineFields.word("profile", PROFILES).orElse(Profile.SERVER);
        MachineSpec machine = machine(machineFields, profile);
        Optional<MemorySpec> memory = MemoryReader.read(fields.object("memory"), profile.memory());
        Fields deviceFields = fields.object("device");
        Optional<DeviceSpec> device = DeviceReader.read(deviceFields, profile.device());
        FileSystemSpec fileSystem = FileSystemReader.read(fields.object("fileSystem"), profile.fileSystem());
        KernelSpec kernel = KernelReader.read(fields.object("kernel"), fileSystem);
        FilesReader filesReader = new FilesReader(fields);
        JobsReader jobsReader = new JobsReader(fields, filesReader, fileSystem);
        List<JobSpec> jobs = jobsReader.jobs();
        List<FileSpec> files = filesReader.files(jobsReader.files());
        List<ActionSpec> actions = ActionsReader.read(fields, jobsReader.files(), machine.cpus());
        if (fileSystem.nfsd() != null && memory.map(MemorySpec::cgroup).isPresent()) {
            fields.object("memory").fault("cgroup", "The threads of an NFS server are in no cgroup. Leave this out.");
        }
        device.ifPresent(medium -> DeviceReader.checkHolds(deviceFields, medium, jobs));
        long duration = fields.nanos("duration", 1, MAX_DURATION_NANOS).orElse(DEFAULT_DURATION_NANOS);
        long seed = fields.whole("seed", 0, MAX_SEED).orElse(DEFAULT_SEED);
        fields.refuseOthers();
        if (faults.count() > before || memory.isEmpty() || device.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SimulationSpec(
                machine, memory.get(), device.get(), fileSystem, kernel, jobs, files, actions, duration, seed));
    }

    private static MachineSpec machine(Fields fields, Profile profile) {
        MachineSpec base = profile.machine();
        long cpus = fields.whole("cpus", 1, MachineSpec.MAX_CPUS).orElse((long) base.cpus());
        long hz = fields.whole("hz", 100, 1000).orElse((long) base.hz());
        if (fields.areSound("hz") && hz != 100 && hz != 250 && hz != 1000) {
            fields.fault("hz", "This must be 100, 250 or 1000.");
        }
        long firstTouchNanos = fields.nanos("guestFirstTouch", 0, MAX_FIRST_TOUCH_NANOS)
                .orElse(base.costs().of(Cost.GUEST_FIRST_TOUCH));
        Preemption preemption = fields.word("preemption", PREEMPTION).orElse(base.preemption());
        fields.refuseOthers();
        CostModel costs = base.costs().with(Cost.GUEST_FIRST_TOUCH, firstTouchNanos);
        return new MachineSpec(profile, (int) cpus, (int) hz, preemption, costs);
    }

    static <T> Map<String, T> words(T[] values, Function<T, String> word) {
        return Arrays.stream(values).collect(Collectors.toUnmodifiableMap(word, Function.identity()));
    }
}
