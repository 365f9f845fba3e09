package dev.dropbehind.engine.spec;

/**
 * How the end of a write leaves the interrupt to drop folios in task context: the designs that the block series went
 * through, by version (kernel-model §5.7).
 */
public enum Deferral {
    /** Not at all: the kernel before the series. */
    NONE,
    /** Not at all, although block devices accept RWF_DONTCACHE. */
    V1,
    /** Folios wait in one batch of 31 under one lock, and one work item drops them; one too many is not dropped. */
    V2,
    /** Folios wait in a batch of 31 a processor, each with a work item of its own. */
    V3,
    /** Bios that carry a flag wait in a list a processor; its work makes room for others and queues itself again. */
    V4,
    /** The list needs no lock and is worked off last in, first out; a work item waits a jiffy for more. */
    V5,
    /** The list is first in, first out again; end functions may ask for the worker themselves. */
    V6,
    /** The work is queued at once, when the list was empty; what was left behind is found when a CPU returns. */
    V7;

    /** Returns whether folios wait rather than bios. */
    public boolean defersFolios() {
        return this == V2 || this == V3;
    }

    /** Returns whether there is a list or a batch for each processor. */
    public boolean isPerCpu() {
        return compareTo(V3) >= 0;
    }

    /** Returns whether bios wait. */
    public boolean defersBios() {
        return compareTo(V4) >= 0;
    }

    /** Returns whether each bio queues the work, not only the first in the list. */
    public boolean queuesForEachBio() {
        return this == V4;
    }

    /** Returns whether the work ends and queues itself again when the worker had to make room for another task. */
    public boolean yields() {
        return this == V4;
    }

    /** Returns whether the newest bio of those that wait ends first. */
    public boolean isLastInFirstOut() {
        return this == V5;
    }

    /** Returns for how many timer ticks the work waits before it is queued. */
    public int delayJiffies() {
        return this == V5 || this == V6 ? 1 : 0;
    }

    /** Returns whether the work is switched off before its processor goes off line, and on again when it is back. */
    public boolean pausesForHotplug() {
        return compareTo(V6) >= 0;
    }

    /** Returns whether bios found waiting when a processor comes back have their work queued. */
    public boolean requeuesOnline() {
        return compareTo(V7) >= 0;
    }

    /** Returns whether the flag also says that a bio was deferred before, so that it is not deferred once more. */
    public boolean hasSentinel() {
        return compareTo(V7) >= 0;
    }

    /** Returns whether reads of single blocks get the flag as writes do: the submitter does not ask which it is. */
    public boolean defersReads() {
        return defersBios() && compareTo(V7) < 0;
    }
}
