package dev.dropbehind.engine.reclaim;

/**
 * What reclaim has noticed at the old end of the lists: the kernel's flags of a node and of its lists. kswapd forgets
 * what it has noticed once memory is balanced.
 */
final class Congestion {

    private boolean manyUnderWriteback;
    private boolean ofNode;
    private boolean ofGroup;

    /** Takes note of a pass of kswapd. */
    void noteKswapd(ReclaimStat stat) {
        manyUnderWriteback |= stat.isAllUnderWriteback();
        ofNode |= stat.isCongested();
    }

    /** Takes note of a pass that a task has made for its group. */
    void noteGroup(ReclaimStat stat) {
        ofGroup |= stat.isCongested();
    }

    /** Says that memory is balanced. */
    void nodeIsBalanced() {
        manyUnderWriteback = false;
        ofNode = false;
    }

    /** Says that a task has done what it could for its group. */
    void groupReclaimEnds() {
        ofGroup = false;
    }

    /** Returns whether a whole pass of kswapd has found nothing but folios under writeback. */
    boolean hasManyUnderWriteback() {
        return manyUnderWriteback;
    }

    /** Returns whether who reclaims should wait for folios that are on their way. */
    boolean holds(Reclaimer who) {
        return who == Reclaimer.CGROUP ? ofGroup : ofNode;
    }
}
