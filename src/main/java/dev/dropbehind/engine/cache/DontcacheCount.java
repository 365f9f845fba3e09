package dev.dropbehind.engine.cache;

import static dev.dropbehind.engine.cache.FolioFlags.COUNTED;
import static dev.dropbehind.engine.cache.FolioFlags.DIRTY;
import static dev.dropbehind.engine.cache.FolioFlags.DIRTY_TAG;
import static dev.dropbehind.engine.cache.FolioFlags.DROPBEHIND;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;

/**
 * Counts the dirty pages that will leave the cache once they are written, the kernel's {@code WB_DONTCACHE_DIRTY}
 * (kernel-model §7.1 to §7.3). Nothing else moves that counter.
 *
 * <p>A folio is counted in by whoever accounts it as dirty while it is marked, or marks it while it is accounted as
 * dirty; and out by whoever cleans it, or takes its mark off. Where those two meet in the middle of each other's work,
 * the flags that they see no longer say whether the folio was counted. The fix is to remember it: what was counted in
 * is counted out once, by the first of them, and what was not never is.
 */
public final class DontcacheCount {

    private final FolioTable folios;
    private final Counters counters;
    private final Rules rules;

    /**
     * By what it goes.
     *
     * @param uncountsIfCounted whether a folio is counted out only if it was counted in; otherwise if its flags say so
     * @param marksByTag whether who marks a folio counts it in if it has the tag, which comes with its accounting;
     *     otherwise if it has the flag, which comes before
     */
    public record Rules(boolean uncountsIfCounted, boolean marksByTag) {}

    DontcacheCount(FolioTable folios, Counters counters, Rules rules) {
        this.folios = folios;
        this.counters = counters;
        this.rules = rules;
    }

    /** Returns whether the count is right in whatever order things happen. */
    boolean isExact() {
        return rules.uncountsIfCounted() && rules.marksByTag();
    }

    /** Says that folios are accounted as dirty. */
    void dirtied(int folio) {
        folios.set(folio, DIRTY_TAG);
        if (folios.hasAny(folio, DROPBEHIND)) {
            countIn(folio);
        }
    }

    /** Says that folios are no longer accounted as dirty. */
    void cleaned(int folio) {
        folios.clear(folio, DIRTY_TAG);
        if (rules.uncountsIfCounted() ? folios.hasAny(folio, COUNTED) : folios.hasAny(folio, DROPBEHIND)) {
            countOut(folio);
        }
    }

    /** Takes the mark off folios that have it. */
    void unmark(int folio) {
        folios.clear(folio, DROPBEHIND);
        if (folios.hasAny(folio, rules.uncountsIfCounted() ? COUNTED : DIRTY)) {
            countOut(folio);
        }
    }

    /** Marks folios that have no mark. */
    void mark(int folio) {
        folios.set(folio, DROPBEHIND);
        if (folios.hasAny(folio, rules.marksByTag() ? DIRTY_TAG : DIRTY)) {
            countIn(folio);
        }
    }

    private void countIn(int folio) {
        folios.set(folio, COUNTED);
        counters.add(Counter.WB_DONTCACHE_DIRTY, folios.pages(folio));
    }

    private void countOut(int folio) {
        folios.clear(folio, COUNTED);
        counters.add(Counter.WB_DONTCACHE_DIRTY, -folios.pages(folio));
    }
}
