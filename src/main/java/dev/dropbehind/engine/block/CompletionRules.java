package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.spec.Deferral;
import dev.dropbehind.engine.spec.Preemption;

/**
 * How a kernel defers the end of bios.
 *
 * @param design which list and which work; one that defers bios
 * @param preemption what the kernel knows about where it runs
 * @param sentinel whether a bio that has the flag is not deferred by its end function, since it was before
 * @param requeuesOnline whether bios that wait on a processor which comes back have their work queued
 */
public record CompletionRules(Deferral design, Preemption preemption, boolean sentinel, boolean requeuesOnline) {

    /** Checks the design. */
    public CompletionRules {
        if (!design.defersBios()) {
            throw new IllegalArgumentException(design + " defers no bios");
        }
    }

    /** Returns the rules of a design as it was sent to the list. */
    public static CompletionRules of(Deferral design, Preemption preemption) {
        return new CompletionRules(design, preemption, design.hasSentinel(), design.requeuesOnline());
    }

    /** Returns whether code must assume that it may not sleep, the kernel's {@code bio_in_atomic()}. */
    boolean isAtomic(Context context) {
        return context.isAtomic() || !preemption.counts();
    }
}
