package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.VmSpec;
import java.util.Optional;

/** Reads {@code memory}. */
final class MemoryReader {

    static final long LEAST_RAM_BYTES = 1L << 20;
    static final int MAX_WATERMARK_SCALE_FACTOR = 3000;

    private MemoryReader() {}

    static Optional<MemorySpec> read(Fields fields, MemorySpec base) {
        long ram =
                fields.bytes("ram", LEAST_RAM_BYTES, MemorySpec.MAX_RAM_BYTES).orElse(base.ramBytes());
        long reserved = fields.bytes("reserved", 0, MemorySpec.MAX_RAM_BYTES).orElse(base.reservedBytes());
        long cached = fields.bytes("initiallyCached", 0, MemorySpec.MAX_INITIALLY_CACHED_BYTES)
                .orElse(base.initiallyCachedBytes());
        long slab = fields.bytes("slab", 0, MemorySpec.MAX_RAM_BYTES).orElse(Math.min(base.slabBytes(), reserved));
        Optional<CgroupSpec> cgroup =
                fields.has("cgroup") ? CgroupReader.read(fields.object("cgroup"), reserved) : Optional.empty();
        Fields vm = fields.object("vm");
        VmSpec dirtyLimits = VmReader.read(vm, base.vm());
        Long minFreeKbytes = vm.whole("minFreeKbytes", 0, MemorySpec.MAX_RAM_BYTES >> 10)
                .or(() -> Optional.ofNullable(base.minFreeKbytes()))
                .orElse(null);
        long scale = vm.whole("watermarkScaleFactor", 1, MAX_WATERMARK_SCALE_FACTOR)
                .orElse((long) base.watermarkScaleFactor());
        vm.refuseOthers();
        fields.refuseOthers();
        boolean fits = checkThatItFits(fields, ram, reserved, slab, cached);
        if (fits && minFreeKbytes != null && minFreeKbytes << 10 > ram / 2) {
            vm.fault("minFreeKbytes", "This is more than half of the memory, which has " + ram + " bytes.");
        }
        if (!fits || (fields.has("cgroup") && cgroup.isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new MemorySpec(
                ram, reserved, slab, cached, minFreeKbytes, (int) scale, cgroup.orElse(null), dirtyLimits));
    }

    private static boolean checkThatItFits(Fields fields, long ram, long reserved, long slab, long cached) {
        if (!fields.areSound("ram", "reserved", "slab", "initiallyCached")) {
            return false;
        }
        if (slab > reserved) {
            fields.fault("slab", "This is a part of reserved, which has " + reserved + " bytes.");
            return false;
        }
        if (reserved + cached < ram) {
            return true;
        }
        String culprit =
                fields.has("reserved") ? "reserved" : fields.has("initiallyCached") ? "initiallyCached" : "ram";
        fields.fault(
                culprit,
                "Nothing is free at the start: reserved " + reserved + " and initiallyCached " + cached
                        + " bytes are not less than ram " + ram + " bytes.");
        return false;
    }
}
