package dev.dropbehind.procfs;

import dev.dropbehind.engine.spec.DeviceSpec;

/**
 * The names of a block device.
 *
 * @param name as in {@code /sys/block}
 * @param major number of the driver
 * @param minor number of the disk
 */
record BlockDevice(String name, int major, int minor) {

    /** Returns the first disk of the medium's driver. */
    static BlockDevice of(DeviceSpec device) {
        return switch (device) {
            case DeviceSpec.Ufs _, DeviceSpec.Ssd _, DeviceSpec.Hdd _ -> new BlockDevice("sda", 8, 0);
            case DeviceSpec.Nvme _ -> new BlockDevice("nvme0n1", 259, 0);
            case DeviceSpec.RamDisk _ -> new BlockDevice("ram0", 1, 0);
            case DeviceSpec.Loop _ -> new BlockDevice("loop0", 7, 0);
        };
    }

    /** Returns {@code major:minor}. */
    String number() {
        return major + ":" + minor;
    }
}
