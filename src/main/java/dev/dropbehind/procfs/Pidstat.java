package dev.dropbehind.procfs;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.SimulationSpec;
import java.util.List;
import java.util.Locale;

/**
 * What {@code pidstat 1} prints of kswapd0, the one thread that the message watches and that has a counter of its own,
 * from its heading on (kernel-model §7.9): a line a second, and the mean when the machine is at its end.
 *
 * <p>The model numbers no processes; the thread has the number that it has in the message. A kernel thread has no user
 * time and runs no guest. Waiting for a processor is not counted and reads 0.
 */
public final class Pidstat {

    private static final int KSWAPD_PID = 93;
    private static final long SECOND_NANOS = 1_000_000_000;

    private static final String AVERAGE = "Average:";

    private Pidstat() {}

    /**
     * Returns the report.
     *
     * @param spec the machine
     * @param samples its samples so far
     * @param isOver whether there will be no more
     */
    public static String text(SimulationSpec spec, List<Sample> samples, boolean isOver) {
        StringBuilder text = new StringBuilder(heading(Sysstat.time(0)));
        long fromNanos = 0;
        long cpuNanos = 0;
        for (Sample sample : samples) {
            long now = endNanos(spec, sample);
            long spent = sample.counter(Counter.KSWAPD_CPU_NANOS);
            String processor = Long.toString(sample.counter(Counter.KSWAPD_LAST_CPU));
            text.append(row(Sysstat.time(sample.second()), spent - cpuNanos, now - fromNanos, processor));
            fromNanos = now;
            cpuNanos = spent;
        }
        if (isOver && fromNanos > 0) {
            text.append("\n").append(heading(AVERAGE)).append(row(AVERAGE, cpuNanos, fromNanos, "-"));
        }
        return text.toString();
    }

    private static String heading(String time) {
        return String.format(
                Locale.ROOT,
                "%-11s   UID       PID    %%usr %%system  %%guest   %%wait    %%CPU   CPU  Command\n",
                time);
    }

    private static String row(String time, long cpuNanos, long elapsedNanos, String processor) {
        String none = Sysstat.twoDecimals(0);
        String system = Sysstat.twoDecimals(cpuNanos * 100.0 / elapsedNanos);
        return String.format(
                Locale.ROOT,
                "%-11s %5d %9d %7s %7s %7s %7s %7s %5s  kswapd0\n",
                time,
                0,
                KSWAPD_PID,
                none,
                system,
                none,
                none,
                system,
                processor);
    }

    /** A second ends when it is over or the run is, whichever comes first. */
    private static long endNanos(SimulationSpec spec, Sample sample) {
        return Math.min(sample.second() * SECOND_NANOS, spec.durationNanos());
    }
}
