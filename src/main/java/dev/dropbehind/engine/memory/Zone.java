package dev.dropbehind.engine.memory;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Watermarks;

/**
 * The one zone of the machine. Its free pages are the counter {@link Counter#NR_FREE_PAGES} and are kept nowhere else.
 */
public final class Zone {

    private final Watermarks watermarks;
    private final Counters counters;
    private long untouchedPages;

    /**
     * Starts with memory free.
     *
     * @param freePages pages free at the start
     */
    public Zone(Watermarks watermarks, Counters counters, long freePages) {
        this.watermarks = watermarks;
        this.counters = counters;
        counters.add(Counter.NR_FREE_PAGES, freePages);
        untouchedPages = freePages;
    }

    /**
     * Returns the free pages that nobody has used since the machine started. Pages that were used and freed are used
     * again first, so their number only falls.
     */
    public long untouchedPages() {
        return untouchedPages;
    }

    /** Returns the pages free, those on per-CPU lists not counted. */
    public long freePages() {
        return counters.get(Counter.NR_FREE_PAGES);
    }

    /** Returns the marks. */
    public Watermarks watermarks() {
        return watermarks;
    }

    /** Returns whether free memory has fallen to the low watermark: kswapd has work. */
    public boolean isLow() {
        return freePages() <= watermarks.low();
    }

    /** Returns whether free memory has fallen to the min watermark: who allocates must reclaim first. */
    public boolean isBelowMin() {
        return freePages() <= watermarks.min();
    }

    /**
     * Returns whether free memory has fallen to half of the min watermark: who would reclaim waits for kswapd instead.
     */
    public boolean isFarBelowMin() {
        return watermarks.min() > 0 && freePages() <= watermarks.min() / 2;
    }

    /** Returns whether free memory is above the high watermark: kswapd is done. */
    public boolean isBalanced() {
        return freePages() > watermarks.high();
    }

    /** Takes up to this many pages off the free lists and returns how many there were. */
    int take(int pages) {
        int taken = (int) Math.min(pages, freePages());
        counters.add(Counter.NR_FREE_PAGES, -taken);
        untouchedPages = Math.min(untouchedPages, freePages());
        return taken;
    }

    void give(int pages) {
        counters.add(Counter.NR_FREE_PAGES, pages);
    }
}
