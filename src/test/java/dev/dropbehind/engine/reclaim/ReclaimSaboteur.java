package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.measure.Marks;
import dev.dropbehind.engine.memory.Zone;
import dev.dropbehind.engine.spec.Watermarks;
import dev.dropbehind.engine.time.Jiffies;

/** Breaks reclaim by wiring it to marks that are not the machine's. */
public final class ReclaimSaboteur {

    private ReclaimSaboteur() {}

    /** Returns a reclaim that thinks a single free page is plenty, fallen asleep for good. */
    public static Reclaim contentWithOnePage(Machine machine) {
        Zone plenty = new Zone(new Watermarks(0, 0, 0), machine.counters(), 0);
        Reclaim reclaim = new Reclaim(parts(machine, plenty, false));
        reclaim.start();
        reclaim.wakeKswapd();
        return reclaim;
    }

    /** Returns what a reclaim of its own works on, which is told of the machine's writeback from now on. */
    static Reclaim.Parts parts(Machine machine, Zone zone, boolean waitsForFolios) {
        return new Reclaim.Parts(
                machine.cpus(),
                machine.timeline(),
                new Jiffies(machine.timeline(), 250),
                zone,
                machine.cache(),
                machine.dirty(),
                machine.writeback(),
                machine.counters(),
                machine.till(),
                new Marks(),
                waitsForFolios);
    }
}
