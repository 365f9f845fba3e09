package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.Cost;
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
    private final Till till;
    private final boolean isHardware;
    private final Context context;
    private final EventPriority priority;

    CompletionRoute(Completion completion, boolean isHardware, BioTable bios, Cpus cpus, Till till) {
        this.bios = bios;
        this.cpus = cpus;
        this.till = till;
        this.isHardware = isHardware;
        context = switch (completion) {
            case HARDIRQ -> Context.HARDIRQ;
            case SOFTIRQ -> Context.SOFTIRQ;
            case TASK -> throw new IllegalArgumentException("a queue of requests completes in an interrupt");
        };
        priority = isSoft() ? EventPriority.SOFTIRQ : EventPriority.HARDIRQ;
    }

    Context context() {
        return context;
    }

    EventPriority priority() {
        return priority;
    }

    /** Interrupts the processor that submitted a request; returns when its bios are ended. */
    long interrupt(RequestTable requests, int request) {
        return cpus.interrupt(requests.cpu(request), payArrival() + payFolios(requests, request));
    }

    private long payArrival() {
        return pay(Cost.HARDIRQ, isHardware ? 1 : 0) + pay(Cost.SOFTIRQ, isSoft() ? 1 : 0) + pay(Cost.REQUEST_END, 1);
    }

    private long payFolios(RequestTable requests, int request) {
        return switch (requests.op(request)) {
            case READ -> pay(Cost.END_READ, foliosEndedHere(requests, request));
            case WRITE -> pay(Cost.END_WRITEBACK, foliosEndedHere(requests, request));
            case FLUSH -> 0;
        };
    }

    /** Who calls may be the worker of a loop device: it is the interrupt that pays. */
    private long pay(Cost cost, int units) {
        return till.pay(Counter.INTERRUPT_CPU_NANOS, cost, units);
    }

    private boolean isSoft() {
        return context == Context.SOFTIRQ;
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
