package dev.dropbehind.engine.reclaim;

import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.measure.Marks;
import dev.dropbehind.engine.memory.Zone;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Watermarks;

/** Breaks reclaim by wiring it to marks that are not the machine's. */
public final class ReclaimSaboteur {

    private ReclaimSaboteur() {}

    /** Returns a reclaim that thinks a single free page is plenty, fallen asleep for good. */
    public static Reclaim contentWithOnePage(Machine machine) {
        Zone plenty = new Zone(new Watermarks(0, 0, 0), machine.counters(), 0);
        Reclaim reclaim = new Reclaim(
                machine.cpus(),
                machine.timeline(),
                plenty,
                machine.cache(),
                machine.counters(),
                CostModel.priors(),
                new Marks());
        reclaim.start();
        reclaim.wakeKswapd();
        return reclaim;
    }
}
