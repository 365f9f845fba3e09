package dev.dropbehind.procfs;

import java.util.Locale;
import java.util.stream.Collectors;

/** {@code /proc/diskstats}: a line for the one disk (kernel-model §7.8). */
final class Diskstats {

    private Diskstats() {}

    /** Returns the file. */
    static String text(Snapshot at) {
        BlockDevice device = at.device();
        String start = String.format(Locale.ROOT, "%4d %7d %s ", device.major(), device.minor(), device.name());
        return DiskFigures.of(at).stream().map(String::valueOf).collect(Collectors.joining(" ", start, "\n"));
    }
}
