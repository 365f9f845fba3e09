package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Cpus;

/**
 * Lets the CPU time pass that end functions find they need, as for folios they drop: an interrupt takes that much
 * longer, or the task owes it.
 */
public final class BilledCompletion implements BioCompletion {

    private final BioCompletion ends;
    private final Cpus cpus;
    private final Bill bill;

    /**
     * Bills what ends bios where their completion arrives.
     *
     * @param ends who ends them
     * @param bill what end functions charge; nobody else settles it
     */
    public BilledCompletion(BioCompletion ends, Cpus cpus, Bill bill) {
        this.ends = ends;
        this.cpus = cpus;
        this.bill = bill;
    }

    @Override
    public void end(int bio, int cpu, Context context) {
        ends.end(bio, cpu, context);
        cpus.charge(cpu, context, bill.settle());
    }
}
