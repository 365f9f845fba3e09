package dev.dropbehind.engine.measure;

import java.util.ArrayList;
import java.util.List;

/** The marks of one run in the order in which they happened: what happens by itself once, what is done each time. */
public final class Marks {

    private final List<Mark> marks = new ArrayList<>();
    private int seen;

    /**
     * Notes that something happened; only the first time counts.
     *
     * @param kind what happened
     * @param atNanos when, in simulated nanoseconds
     */
    public void note(Mark.Kind kind, long atNanos) {
        int bit = 1 << kind.ordinal();
        if ((seen & bit) == 0) {
            seen |= bit;
            marks.add(new Mark(kind, atNanos));
        }
    }

    /**
     * Notes that something was done from outside; each time counts.
     *
     * @param kind what was done
     * @param atNanos when, in simulated nanoseconds
     */
    public void noteEach(Mark.Kind kind, long atNanos) {
        marks.add(new Mark(kind, atNanos));
    }

    /** Returns the marks so far. */
    public List<Mark> all() {
        return List.copyOf(marks);
    }
}
