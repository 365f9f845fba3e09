package dev.dropbehind.engine.block;

import dev.dropbehind.engine.spec.BadSector;
import dev.dropbehind.engine.time.Timeline;
import java.util.List;

/** The sectors of a device that fail from some time on. A request takes as long as ever to find that out. */
final class BadSectors {

    private final Timeline timeline;
    private final long[] sectors;
    private final long[] atNanos;

    BadSectors(List<BadSector> sectors, Timeline timeline) {
        this.timeline = timeline;
        this.sectors = sectors.stream().mapToLong(BadSector::sector).toArray();
        atNanos = sectors.stream().mapToLong(BadSector::atNanos).toArray();
    }

    /** Returns whether one of these sectors fails now. */
    boolean areIn(long first, int count) {
        for (int i = 0; i < sectors.length; i++) {
            if (first <= sectors[i] && sectors[i] < first + count && atNanos[i] <= timeline.now()) {
                return true;
            }
        }
        return false;
    }
}
