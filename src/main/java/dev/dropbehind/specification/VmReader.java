package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.VmSpec;

/** Reads what {@code memory.vm} says of dirty pages. */
final class VmReader {

    private VmReader() {}

    /** Returns the base with what is said in its place; out of range reads as missing. */
    static VmSpec read(Fields fields, VmSpec base) {
        return new VmSpec(
                whole(fields, "dirtyRatio", 100, base.dirtyRatio()),
                whole(fields, "dirtyBackgroundRatio", 100, base.dirtyBackgroundRatio()),
                dirtyBytes(fields, base.dirtyBytes()),
                fields.bytes("dirtyBackgroundBytes", 0, MemorySpec.MAX_RAM_BYTES)
                        .orElse(base.dirtyBackgroundBytes()),
                whole(fields, "dirtyExpireCentisecs", VmSpec.MAX_CENTISECS, base.dirtyExpireCentisecs()),
                whole(fields, "dirtyWritebackCentisecs", VmSpec.MAX_CENTISECS, base.dirtyWritebackCentisecs()));
    }

    private static int whole(Fields fields, String name, int most, int fallback) {
        return fields.whole(name, 0, most).orElse((long) fallback).intValue();
    }

    private static long dirtyBytes(Fields fields, long fallback) {
        long bytes = fields.bytes("dirtyBytes", 0, MemorySpec.MAX_RAM_BYTES).orElse(fallback);
        if (bytes == 0 || bytes >= VmSpec.LEAST_DIRTY_BYTES) {
            return bytes;
        }
        fields.fault(
                "dirtyBytes",
                "The kernel refuses less than " + VmSpec.LEAST_DIRTY_BYTES + " bytes; 0 has dirtyRatio hold.");
        return fallback;
    }
}
