package dev.dropbehind.procfs;

import dev.dropbehind.engine.measure.Counter;
import java.util.Locale;

/** {@code io.stat} of the root cgroup: what passed between the machine and its one disk (kernel-model §7.8). */
final class IoStat {

    private IoStat() {}

    /** Returns the file. */
    static String text(Snapshot at) {
        return String.format(
                Locale.ROOT,
                "%s rbytes=%d wbytes=%d rios=%d wios=%d dbytes=0 dios=0\n",
                at.device().number(),
                at.count(Counter.DEVICE_READ_BYTES),
                at.count(Counter.DEVICE_WRITE_BYTES),
                at.count(Counter.DEVICE_READ_REQUESTS),
                at.count(Counter.DEVICE_WRITE_REQUESTS));
    }
}
