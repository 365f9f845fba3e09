package dev.dropbehind.procfs;

import java.util.Locale;
import java.util.stream.Collectors;

/** {@code /sys/block/…/stat}: the numbers of diskstats, each in a column of eight. */
final class BlockStat {

    private BlockStat() {}

    /** Returns the file. */
    static String text(Snapshot at) {
        return DiskFigures.of(at).stream()
                .map(number -> String.format(Locale.ROOT, "%8d", number))
                .collect(Collectors.joining(" ", "", "\n"));
    }
}
