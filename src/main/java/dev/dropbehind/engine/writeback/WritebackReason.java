package dev.dropbehind.engine.writeback;

import dev.dropbehind.engine.measure.Fact;

/** Why the flusher writes. */
public enum WritebackReason {
    /** Somebody has asked for everything to be written. */
    SYNC(Fact.Kind.FLUSHER_SYNC),
    /** Reclaim has met nothing but dirty folios. */
    VMSCAN(Fact.Kind.FLUSHER_RECLAIM),
    /** A DONTCACHE write has asked for as much to be written as is dirty and marked drop-behind. */
    DONTCACHE(Fact.Kind.FLUSHER_DONTCACHE),
    /** Something has been dirty for long. */
    PERIODIC(Fact.Kind.FLUSHER_PERIODIC),
    /** More is dirty than the background threshold. */
    BACKGROUND(Fact.Kind.FLUSHER_BACKGROUND);

    private final Fact.Kind fact;

    WritebackReason(Fact.Kind fact) {
        this.fact = fact;
    }

    Fact.Kind fact() {
        return fact;
    }
}
