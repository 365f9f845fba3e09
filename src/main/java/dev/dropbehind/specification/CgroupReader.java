package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.Pages;
import java.util.Optional;

/** Reads {@code memory.cgroup}. */
final class CgroupReader {

    static final String DEFAULT_NAME = "job";
    static final int DEFAULT_VERSION = 2;

    private CgroupReader() {}

    /** Reads a group of which so many bytes of the machine's reserved memory may be a part. */
    static Optional<CgroupSpec> read(Fields fields, long reservedOfMachine) {
        String name = fields.text("name", CgroupSpec.MAX_NAME).orElse(DEFAULT_NAME);
        if (!CgroupSpec.isName(name)) {
            fields.fault(
                    "name",
                    "This must be letters, digits, \"_\", \"-\" and \".\", which is not the first, and no file of the"
                            + " root group.");
        }
        long version = fields.whole("version", 1, 2).orElse((long) DEFAULT_VERSION);
        Optional<Long> max = fields.bytes("max", Pages.SIZE, MemorySpec.MAX_RAM_BYTES);
        Optional<Long> high = fields.bytes("high", 0, MemorySpec.MAX_RAM_BYTES);
        long reserved = fields.bytes("reserved", 0, MemorySpec.MAX_RAM_BYTES).orElse(0L);
        if (version == 1 && high.isPresent()) {
            fields.fault("high", "Only cgroups of version 2 have this limit.");
        }
        checkReserved(fields, reserved, max.orElse(Long.MAX_VALUE), reservedOfMachine);
        fields.refuseOthers();
        return fields.areSound()
                ? Optional.of(new CgroupSpec(name, (int) version, max.orElse(null), high.orElse(null), reserved))
                : Optional.empty();
    }

    private static void checkReserved(Fields fields, long reserved, long max, long reservedOfMachine) {
        if (!fields.areSound("reserved", "max")) {
            return;
        }
        if (reserved > max) {
            fields.fault("reserved", "This is more than max, which is " + max + " bytes.");
        } else if (reserved > reservedOfMachine) {
            fields.fault(
                    "reserved",
                    "This is a part of reserved of the machine, which has " + reservedOfMachine + " bytes.");
        }
    }
}
