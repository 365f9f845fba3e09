package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.block.BilledCompletion;
import dev.dropbehind.engine.block.BioCompletion;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.CompletionAtOnce;
import dev.dropbehind.engine.block.CompletionRules;
import dev.dropbehind.engine.block.CompletionWork;
import dev.dropbehind.engine.cache.DropWork;
import dev.dropbehind.engine.cache.Dropbehind;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.CpuHotplug;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Ticks;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Deferral;
import dev.dropbehind.engine.spec.MachineSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.ToggleSet;
import dev.dropbehind.engine.time.Timeline;
import java.util.Locale;

/** Chooses where bios end, or folios are dropped, by the design that a kernel has (kernel-model §5.7). */
final class Completions {

    private final MachineSpec machine;
    private final ToggleSet toggles;
    private final Deferral design;

    Completions(MachineSpec machine, ToggleSet toggles) {
        this.machine = machine;
        this.toggles = toggles;
        design = toggles.has(Toggle.BLOCK_COMPLETE_IN_TASK)
                ? Deferral.valueOf(toggles.value(Toggle.BLOCK_DEFER_VARIANT).toUpperCase(Locale.ROOT))
                : Deferral.NONE;
    }

    /** Returns whether bios that ask for it end in task context. */
    boolean deferBios() {
        return design.defersBios();
    }

    /** Returns whether reads ask for it as writes do. */
    boolean deferReads() {
        return design.defersReads() || (design.defersBios() && toggles.has(Toggle.BLOCK_READ_DEFER));
    }

    /**
     * Makes who ends the bios of the machine's device.
     *
     * @param bill what end functions charge
     * @param hotplug whom it registers with
     */
    BioCompletion of(
            BioTable bios, Cpus cpus, Timeline timeline, Counters counters, Till till, Bill bill, CpuHotplug hotplug) {
        if (!design.defersBios()) {
            return new BilledCompletion(new CompletionAtOnce(bios, counters), cpus, bill);
        }
        CompletionRules rules = new CompletionRules(
                design,
                machine.preemption(),
                design.hasSentinel() && toggles.has(Toggle.BLOCK_SENTINEL),
                design.requeuesOnline() && toggles.has(Toggle.BLOCK_HOTPLUG_REQUEUE));
        Ticks ticks = new Ticks(timeline, machine.hz());
        CompletionWork work = new CompletionWork(rules, bios, cpus, ticks, timeline, counters, till, bill);
        hotplug.register(work);
        return work;
    }

    /** Has folios that an interrupt may not drop wait for a worker, where the design defers folios. */
    void deferFolios(Dropbehind dropbehind, Cpus cpus, Till till, CpuHotplug hotplug) {
        if (design.defersFolios()) {
            DropWork later = new DropWork(design.isPerCpu(), cpus, till, dropbehind::dropLater);
            dropbehind.deferTo(later);
            hotplug.register(later);
        }
    }
}
