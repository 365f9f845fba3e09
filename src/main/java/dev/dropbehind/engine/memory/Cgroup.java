package dev.dropbehind.engine.memory;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.Pages;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The memory cgroup of the jobs (kernel-model §6.7): a counter of pages with limits, and in front of it a stock a
 * processor, so that the counter moves by 64 pages at a time. What is in stock is charged already and used by nobody.
 *
 * <p>The root group has no counter: whatever is charged to it fits. The counter is {@link Counter#CGROUP_USAGE_PAGES}
 * and is kept nowhere else. What to do where a charge does not fit is {@link TaskMemory}'s business.
 */
public final class Cgroup {

    /** The number of the root group. */
    public static final int ROOT = 0;

    /** How many groups a machine may have: the root group and that of the jobs. */
    public static final int MAX_GROUPS = 2;

    /** Pages that move to a stock at a time. */
    static final int BATCH_PAGES = 64;

    private static final int JOBS = 1;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long MAX_PENALTY_NANOS = 2_000_000_000;

    private final int number;
    private final Counters counters;
    private final long maxPages;
    private final long highPages;
    private final long reservedPages;
    private final int[] stock;

    private Cgroup(int number, Counters counters, long maxPages, long highPages, long reservedPages, int cpus) {
        this.number = number;
        this.counters = counters;
        this.maxPages = maxPages;
        this.highPages = highPages;
        this.reservedPages = reservedPages;
        stock = new int[cpus];
        counters.add(Counter.CGROUP_USAGE_PAGES, reservedPages);
    }

    /** Returns the root group. */
    public static Cgroup root(Counters counters) {
        return new Cgroup(ROOT, counters, Long.MAX_VALUE, Long.MAX_VALUE, 0, 0);
    }

    /** Returns a group with limits and empty stocks. */
    public static Cgroup of(CgroupSpec spec, Counters counters, int cpus) {
        return new Cgroup(
                JOBS,
                counters,
                pagesOf(spec.maxBytes()),
                pagesOf(spec.highBytes()),
                spec.reservedBytes() >> Pages.SHIFT,
                cpus);
    }

    /** Returns its number: {@link #ROOT} or one beyond it. */
    public int number() {
        return number;
    }

    /** Returns the pages it may have at most; {@link Long#MAX_VALUE} where there is no limit. */
    public long maxPages() {
        return maxPages;
    }

    /** Returns the pages that are charged from the start and are not page cache. */
    public long reservedPages() {
        return reservedPages;
    }

    /** Returns the pages in the stocks of all processors. */
    public long stockedPages() {
        long sum = 0;
        for (int pages : stock) {
            sum += pages;
        }
        return sum;
    }

    /**
     * Gives back what was charged for pages that are free now.
     *
     * @param pages how many
     */
    public void uncharge(long pages) {
        if (number != ROOT) {
            count(-pages);
        }
    }

    /** Returns how many pages it may have more before one of its limits is reached. */
    public long headroomPages() {
        return Math.max(0, Math.min(maxPages, highPages) - usage());
    }

    /** Takes a charge off the stock of a processor; false where it has too little. */
    boolean takeStock(int cpu, int pages) {
        if (number == ROOT) {
            return true;
        }
        boolean holds = stock[cpu] >= pages;
        stock[cpu] -= holds ? pages : 0;
        return holds;
    }

    /**
     * Charges past the stock: a whole batch, of which the rest goes to the stock, or just the pages where that would be
     * too much.
     *
     * @return pages charged; 0 where they do not fit
     */
    int charge(int cpu, int pages) {
        int batch = Math.max(BATCH_PAGES, pages);
        if (margin() >= batch) {
            stock[cpu] += batch - pages;
            return count(batch);
        }
        return margin() >= pages ? count(pages) : 0;
    }

    /** Gives back what is in the stocks. */
    void drainStocks() {
        count(-stockedPages());
        Arrays.fill(stock, 0);
    }

    /** Returns how many pages fit. */
    long margin() {
        return maxPages - usage();
    }

    /** Returns whether it has more than {@code memory.high}. */
    boolean isOverHigh() {
        return usage() > highPages;
    }

    /**
     * Returns how long a task is held for what it has charged beyond {@code memory.high}: as many seconds as pages, by
     * the square of the excess as a share of the limit, at most two.
     *
     * @param pages what it has charged
     */
    long penaltyNanos(long pages) {
        if (!isOverHigh()) {
            return 0;
        }
        double excess = (double) (usage() - highPages) / Math.max(1, highPages);
        return (long) Math.min(MAX_PENALTY_NANOS, excess * excess * pages * NANOS_PER_SECOND);
    }

    private long usage() {
        return counters.get(Counter.CGROUP_USAGE_PAGES);
    }

    private int count(long pages) {
        counters.add(Counter.CGROUP_USAGE_PAGES, pages);
        return (int) pages;
    }

    private static long pagesOf(@Nullable Long bytes) {
        return bytes == null ? Long.MAX_VALUE : bytes >> Pages.SHIFT;
    }
}
