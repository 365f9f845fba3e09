package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.cache.OneFolio.Actor;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Predicate;

/**
 * Goes through all orders in which tasks can take their steps on one folio, the shortest first; orders that have led to
 * the same state are gone on with once. Where the count has to be right it must be so after every step.
 */
final class InterleavingExplorer {

    private final DontcacheCount.Rules rules;
    private final boolean isMarked;
    private final Map<String, List<Actor>> shortestTo = new LinkedHashMap<>();
    private final Map<String, BigInteger> waysTo = new HashMap<>();
    private final Map<Defect, List<Actor>> found = new LinkedHashMap<>();
    private BigInteger interleavings = BigInteger.ZERO;

    /** What can be wrong with the count of dirty pages that are to be dropped. */
    enum Defect {
        /** Counted out without having been counted in (kernel-model §7.2, A). */
        NEGATIVE(folio -> folio.counted() < 0),
        /** Still counted in once it is clean (kernel-model §7.2, B). */
        LEAK(folio -> folio.counted() > 0 && !folio.isAccounted() && !folio.isHalfDone()),
        /** Counted in twice (kernel-model §7.3). */
        TWICE(folio -> folio.counted() > 1);

        private final Predicate<OneFolio> shows;

        Defect(Predicate<OneFolio> shows) {
            this.shows = shows;
        }
    }

    private InterleavingExplorer(DontcacheCount.Rules rules, boolean isMarked) {
        this.rules = rules;
        this.isMarked = isMarked;
    }

    /**
     * What has been found.
     *
     * @param states how many states there are
     * @param interleavings how many orders of steps lead to an end
     * @param defects the shortest order that shows each defect
     */
    record Findings(int states, BigInteger interleavings, Map<Defect, List<Actor>> defects) {

        @Override
        public String toString() {
            return states + " states, " + interleavings + " interleavings, " + defects;
        }
    }

    /**
     * Explores.
     *
     * @param rules how the folio is counted
     * @param isMarked whether it is marked drop-behind at the beginning
     */
    static Findings explore(DontcacheCount.Rules rules, boolean isMarked) {
        InterleavingExplorer explorer = new InterleavingExplorer(rules, isMarked);
        explorer.run();
        return new Findings(explorer.shortestTo.size(), explorer.interleavings, explorer.found);
    }

    /** All orders that lead to a state have as many steps, so that all its ways are known when its turn comes. */
    private void run() {
        Queue<String> open = new ArrayDeque<>();
        String start = new OneFolio(rules, isMarked).state();
        shortestTo.put(start, List.of());
        waysTo.put(start, BigInteger.ONE);
        open.add(start);
        for (String state = open.poll(); state != null; state = open.poll()) {
            List<Actor> path = Objects.requireNonNull(shortestTo.get(state));
            BigInteger ways = Objects.requireNonNull(waysTo.get(state));
            List<Actor> able = able(path);
            if (able.isEmpty()) {
                interleavings = interleavings.add(ways);
                OneFolio folio = replay(path);
                folio.sync();
                check(folio, path);
            }
            for (Actor actor : able) {
                List<Actor> longer = new ArrayList<>(path);
                longer.add(actor);
                OneFolio folio = replay(longer);
                check(folio, longer);
                if (shortestTo.putIfAbsent(folio.state(), longer) == null) {
                    open.add(folio.state());
                }
                waysTo.merge(folio.state(), ways, BigInteger::add);
            }
        }
    }

    private List<Actor> able(List<Actor> path) {
        OneFolio folio = replay(path);
        return List.of(Actor.values()).stream().filter(folio::canStep).toList();
    }

    private OneFolio replay(List<Actor> path) {
        OneFolio folio = new OneFolio(rules, isMarked);
        path.forEach(folio::step);
        return folio;
    }

    private void check(OneFolio folio, List<Actor> path) {
        if (!folio.isConsistent()) {
            throw new IllegalStateException("flag, tag and counts contradict each other after " + path);
        }
        if (rules.isExact() && folio.counted() != folio.toBeCounted()) {
            throw new IllegalStateException("counted " + folio.counted() + " after " + path);
        }
        for (Defect defect : Defect.values()) {
            if (defect.shows.test(folio)) {
                found.putIfAbsent(defect, path);
            }
        }
    }
}
