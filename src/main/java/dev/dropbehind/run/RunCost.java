package dev.dropbehind.run;

import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.Numbers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * What a run is estimated to take from the service.
 *
 * @param pages pages that page caches can come to hold; of large folios that are read from front to back four are one
 * @param simulatedSeconds simulated time of all variants together
 * @param estimatedBytes heap at worst: 128 bytes a page, where every page is cached and a row of its own
 * @param estimatedWallSeconds time of one processor: 120 ns a call, 40 ns a page moved (src/docs/performance.md)
 */
public record RunCost(long pages, BigDecimal simulatedSeconds, long estimatedBytes, BigDecimal estimatedWallSeconds) {

    /** What a page read costs, measured (src/docs/performance.md); one written is taken to cost the same. */
    private static final double WALL_NANOS_PER_PAGE = 40;

    /** What a call costs besides, measured (src/docs/performance.md). */
    private static final double WALL_NANOS_PER_CALL = 120;

    private static final RunCost NOTHING = new RunCost(0, BigDecimal.ZERO, 0, BigDecimal.ZERO);
    private static final int ALL = 100;
    private static final double NANOS = 1e9;
    private static final double PICOS = 1e12;

    /**
     * A limit that a run is beyond.
     *
     * @param limit name of the limit, as in the setting
     * @param value the limit
     * @param asked what the run would take
     * @param unit unit of both
     */
    public record Excess(String limit, long value, long asked, String unit) {

        @Override
        public String toString() {
            return asked + " " + unit + "; the limit " + limit + " is " + value + " " + unit;
        }
    }

    /** Returns what one variant takes. */
    static RunCost of(RunVariant variant) {
        SimulationSpec spec = variant.spec();
        double seconds = spec.durationNanos() / NANOS;
        return new RunCost(
                variant.pages(),
                Numbers.plain(seconds),
                variant.pages() * RunProperties.WORST_BYTES_PER_PAGE,
                Numbers.plain(
                        (pagesMoved(spec, seconds) * WALL_NANOS_PER_PAGE + calls(spec, seconds) * WALL_NANOS_PER_CALL)
                                / NANOS));
    }

    /** Returns what several variants take together. */
    static RunCost of(List<RunVariant> variants) {
        return variants.stream().map(RunCost::of).reduce(NOTHING, RunCost::plus);
    }

    /** Returns the limits that it is beyond, none where it can be run. */
    List<Excess> exceeding(RunProperties limits) {
        List<Excess> found = new ArrayList<>();
        BigDecimal most = BigDecimal.valueOf(limits.simulatedTimeLimit().toMillis(), 3);
        if (simulatedSeconds.compareTo(most) > 0) {
            found.add(new Excess(
                    "simulatedTimeLimit",
                    limits.simulatedTimeLimit().toSeconds(),
                    simulatedSeconds.setScale(0, RoundingMode.UP).longValue(),
                    "simulated seconds"));
        }
        if (pages > limits.pageLimit()) {
            found.add(new Excess("pageLimit", limits.pageLimit(), pages, "pages of page cache"));
        }
        long wallSeconds = estimatedWallSeconds.setScale(0, RoundingMode.UP).longValue();
        if (wallSeconds > limits.wallTimeLimit().toSeconds()) {
            found.add(new Excess(
                    "wallTimeLimit", limits.wallTimeLimit().toSeconds(), wallSeconds, "seconds of a processor"));
        }
        return found;
    }

    private RunCost plus(RunCost other) {
        return new RunCost(
                pages + other.pages,
                simulatedSeconds.add(other.simulatedSeconds),
                estimatedBytes + other.estimatedBytes,
                estimatedWallSeconds.add(other.estimatedWallSeconds));
    }

    /** As many pages as the jobs read, at most what the device delivers, and as they write, at most what is copied. */
    private static double pagesMoved(SimulationSpec spec, double seconds) {
        double read = Math.min(
                wantedPages(spec, RunCost::readsPercent), deliveredBytes(spec, spec.device(), seconds) / Pages.SIZE);
        double written =
                Math.min(wantedPages(spec, job -> ALL - readsPercent(job)), copiedBytes(spec, seconds) / Pages.SIZE);
        return read + written;
    }

    private static double wantedPages(SimulationSpec spec, ToIntFunction<JobSpec> percent) {
        return spec.jobs().stream()
                .filter(job -> percent.applyAsInt(job) > 0)
                .mapToDouble(job -> wantedCalls(job) * pagesOfCall(job) * percent.applyAsInt(job) / ALL)
                .sum();
    }

    /** Returns how many of a hundred calls of a job read. */
    private static int readsPercent(JobSpec job) {
        return job.rw().isMixed() ? job.pattern().rwmixread() : job.rw().reads() ? ALL : 0;
    }

    /** What the tasks that write can copy into the page cache, each on a processor. */
    private static double copiedBytes(SimulationSpec spec, double seconds) {
        int writers = spec.jobs().stream()
                .filter(job -> job.rw().writes())
                .mapToInt(JobSpec::numjobs)
                .sum();
        long picos = spec.machine().costs().of(Cost.COPY);
        return PICOS / Math.max(1, picos) * Math.min(writers, spec.machine().cpus()) * seconds;
    }

    /** Sequential calls share the pages in which one ends and the next begins; others have pages of their own. */
    private static double pagesOfCall(JobSpec job) {
        double pages = (double) job.blockSizeBytes() / Pages.SIZE;
        boolean apart = job.rw().isRandom() || job.pattern().holeBytes() > 0;
        boolean aligned = job.blockSizeBytes() % Pages.SIZE == 0;
        return apart && !aligned ? Math.ceil(pages) + 1 : pages;
    }

    /** As many calls as the jobs make, at most what the processors have time for. */
    private static double calls(SimulationSpec spec, double seconds) {
        double wanted = spec.jobs().stream().mapToDouble(RunCost::wantedCalls).sum();
        double callNanos =
                spec.machine().costs().of(Cost.SYSCALL) + spec.machine().costs().of(Cost.VFS_READ);
        return Math.min(wanted, spec.machine().cpus() * seconds * NANOS / callNanos);
    }

    private static double wantedCalls(JobSpec job) {
        if (job.timeBased()) {
            return Double.POSITIVE_INFINITY;
        }
        return IntStream.range(0, job.numjobs()).mapToDouble(job::recordsWanted).sum();
    }

    private static double deliveredBytes(SimulationSpec spec, DeviceSpec device, double seconds) {
        return switch (device) {
            case DeviceSpec.Ufs ufs -> ufs.timing().readBytesPerSecond() * seconds;
            case DeviceSpec.Nvme nvme -> nvme.timing().readBytesPerSecond() * seconds;
            case DeviceSpec.Ssd ssd -> ssd.timing().readBytesPerSecond() * seconds;
            case DeviceSpec.Hdd hdd -> hdd.timing().readBytesPerSecond() * seconds;
            case DeviceSpec.Loop loop -> deliveredBytes(spec, loop.lower(), seconds);
            case DeviceSpec.RamDisk ramDisk -> {
                long picos = spec.machine().costs().of(Cost.RAMDISK_COPY);
                yield PICOS / picos * spec.machine().cpus() * seconds;
            }
        };
    }
}
