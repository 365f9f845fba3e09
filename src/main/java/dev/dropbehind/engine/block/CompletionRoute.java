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
 * driver without hardware raises the soft interrupt by itself. A bio that is to end in task context costs the interrupt
 * nothing for its folios: its worker pays for them.
 */
final class CompletionRoute {

    private final BioTable bios;
    private final Cpus cpus;
    private final Context context;
    private final EventPriority priority;
    private final long requestNanos;
    private final long endReadNanos;
    private final long endWritebackNanos;

    CompletionRoute(Completion completion, boolean isHardware, BioTable bios, Cpus cpus, CostModel costs) {
        this.bios = bios;
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
        endReadNanos = costs.of(Cost.END_READ);
        endWritebackNanos = costs.of(Cost.END_WRITEBACK);
    }

    Context context() {
        return context;
    }

    EventPriority priority() {
        return priority;
    }

    /** Interrupts the processor that submitted a request; returns when its bios are ended. */
    long interrupt(RequestTable requests, int request) {
        return cpus.interrupt(requests.cpu(request), requestNanos + folioNanos(requests, request));
    }

    private long folioNanos(RequestTable requests, int request) {
        return switch (requests.op(request)) {
            case READ -> foliosEndedHere(requests, request) * endReadNanos;
            case WRITE -> foliosEndedHere(requests, request) * endWritebackNanos;
            case FLUSH -> 0;
        };
    }

    /** Returns the folios of bios that end in the interrupt; of its first bio a request may carry a part alone. */
    private int foliosEndedHere(RequestTable requests, int request) {
        int first = requests.firstBio(request);
        int ofFirst = requests.folios(request);
        int endedHere = 0;
        int bio = first;
        for (int left = requests.bioCount(request); left > 1; left--) {
            bio = bios.next(bio);
            ofFirst -= bios.folios(bio);
            endedHere += bios.completesInTask(bio) ? 0 : bios.folios(bio);
        }
        return endedHere + (bios.completesInTask(first) ? 0 : ofFirst);
    }
}
