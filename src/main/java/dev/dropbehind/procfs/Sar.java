package dev.dropbehind.procfs;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.SimulationSpec;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * What {@code sar -r 1} prints, from its heading on (kernel-model §7.9): a line a second, and the mean when the machine
 * is at its end. What is committed is 0: the model has no address spaces.
 */
public final class Sar {

    private Sar() {}

    /**
     * Returns the report.
     *
     * @param spec the machine
     * @param samples its samples so far
     * @param isOver whether there will be no more
     */
    public static String text(SimulationSpec spec, List<Sample> samples, boolean isOver) {
        StringBuilder text = new StringBuilder(heading());
        List<Snapshot> all =
                samples.stream().map(sample -> new Snapshot(spec, sample)).toList();
        for (Snapshot at : all) {
            text.append(row(Sysstat.time(at.sample().second()), List.of(at)));
        }
        if (isOver && !all.isEmpty()) {
            text.append(row("Average:", all));
        }
        return text.toString();
    }

    private static String heading() {
        return String.format(
                Locale.ROOT,
                "%-11s kbmemfree   kbavail kbmemused  %%memused kbbuffers  kbcached  kbcommit"
                        + "   %%commit  kbactive   kbinact   kbdirty\n",
                Sysstat.time(0));
    }

    /** Returns the line of one moment or of the mean of several. */
    private static String row(String time, List<Snapshot> at) {
        double total = mean(MemoryFigures::totalKib, at);
        double used = mean(MemoryFigures::usedKib, at);
        return String.format(
                Locale.ROOT,
                "%-11s %9d %9d %9d %9s %9d %9d %9d %9s %9d %9d %9d\n",
                time,
                whole(mean(NamedNumbers.kib(Counter.NR_FREE_PAGES), at)),
                whole(mean(MemoryFigures::availableKib, at)),
                whole(used),
                Sysstat.twoDecimals(used / total * 100),
                whole(mean(NamedNumbers.kib(Counter.NR_BUFFER_PAGES), at)),
                whole(mean(MemoryFigures::cachedKib, at)),
                0,
                Sysstat.twoDecimals(0),
                whole(mean(NamedNumbers.kib(Counter.NR_ACTIVE_FILE), at)),
                whole(mean(NamedNumbers.kib(Counter.NR_INACTIVE_FILE), at)),
                whole(mean(NamedNumbers.kib(Counter.NR_FILE_DIRTY), at)));
    }

    private static double mean(ToLongFunction<Snapshot> column, List<Snapshot> at) {
        return at.stream().mapToLong(column).average().orElse(0);
    }

    private static long whole(double value) {
        return (long) Math.rint(value);
    }
}
