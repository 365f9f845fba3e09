package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.time.EventPriority;

/**
 * On which processor and in which context a completion arrives (kernel-model §5.3): on the one that submitted, in its
 * hard interrupt or in the soft interrupt raised from it. Either way the processor does nothing else meanwhile. A
 * driver without hardware raises the soft interrupt by itself.
 */
final class CompletionRoute {

    private final Cpus cpus;
    private final Context context;
    private final EventPriority priority;
    private final long requestNanos;
    private final long folioNanos;

    CompletionRoute(Completion completion, boolean isHardware, Cpus cpus, CostModel costs) {
        this.cpus = cpus;
        context = switch (completion) {
            case HARDIRQ -> Context.HARDIRQ;
            case SOFTIRQ -> Context.SOFTIRQ;
            case TASK -> throw new IllegalArgumentException("a queue of requests completes in an interrupt");
        };
        boolean soft = context == Context.SOFTIRQ;
        priority = soft ? EventPriority.SOFTIRQ : EventPriority.HARDIRQ;
        requestNanos = costs.of(Cost.REQUEST_END)
                + (isHardware ? costs.of(Cost.HARDIRQ) : 0)
                + (soft ? costs.of(Cost.SOFTIRQ) : 0);
        folioNanos = costs.of(Cost.END_READ);
    }

    Context context() {
        return context;
    }

    EventPriority priority() {
        return priority;
    }

    /** Interrupts a processor for one request; returns when its bios are ended. */
    long interrupt(int cpu, int folios) {
        return cpus.interrupt(cpu, requestNanos + folios * folioNanos);
    }
}
