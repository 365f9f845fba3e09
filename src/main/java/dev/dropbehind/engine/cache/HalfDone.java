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

    private record Verb(long number, Mapping mapping, long first, long end, SecondHalf rest) {

        boolean isOf(Mapping other, long from, long to) {
            return mapping == other && first < to && from < end;
        }
    }

    /** Returns whether nothing is half done. */
    boolean isEmpty() {
        return verbs.isEmpty();
    }

    /** Leaves a verb half done. */
    void leave(Mapping mapping, long first, long end, SecondHalf rest, Cost cost, int folios) {
        Verb verb = new Verb(begun++, mapping, first, end, rest);
        verbs.add(verb);
        interleaving.later(cost, folios, () -> finish(verb));
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
