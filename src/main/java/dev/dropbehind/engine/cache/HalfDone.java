package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.spec.Cost;
import java.util.ArrayList;
import java.util.List;

/**
 * Verbs of which only the first half has been done (kernel-model §1.4). Others may see their folios meanwhile; who can
 * not go on with a folio before its verb is over has it finished.
 */
final class HalfDone {

    private final Interleaving interleaving;
    private final List<Verb> verbs = new ArrayList<>();
    private long begun;

    HalfDone(Interleaving interleaving) {
        this.interleaving = interleaving;
    }

    /** What is left to do with a range of sectors. */
    interface SecondHalf {
        void finish(Mapping mapping, long first, long end);
    }

    private record Verb(long number, long writesBefore, Mapping mapping, long first, long end, SecondHalf rest) {

        boolean isOf(Mapping other, long from, long to) {
            return mapping == other && first < to && from < end;
        }
    }

    /** Returns whether nothing is half done. */
    boolean isEmpty() {
        return verbs.isEmpty();
    }

    /** Returns the last write before those that are half done; they are few. */
    long writesBefore() {
        return verbs.getFirst().writesBefore();
    }

    /**
     * Leaves a verb half done.
     *
     * @param writesBefore the number of the last write that is over
     */
    void leave(long writesBefore, Mapping mapping, long first, long end, SecondHalf rest, Cost cost) {
        Verb verb = new Verb(begun++, writesBefore, mapping, first, end, rest);
        verbs.add(verb);
        interleaving.later(cost, () -> finish(verb));
    }

    /** Finishes what is half done with any sector of a range. */
    void finish(Mapping mapping, long first, long end) {
        for (Verb verb : List.copyOf(verbs)) {
            if (verb.isOf(mapping, first, end)) {
                finish(verb);
            }
        }
    }

    private void finish(Verb verb) {
        if (verbs.remove(verb)) {
            verb.rest().finish(verb.mapping(), verb.first(), verb.end());
        }
    }
}
