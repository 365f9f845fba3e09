package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Pages;

/**
 * Bios end where the device's completion arrives, whatever they ask for: kernels that defer no bio (kernel-model §5.7).
 * Whoever defers bios has this end them in the end, so that each is counted.
 */
public final class CompletionAtOnce implements BioCompletion {

    private final BioTable bios;
    private final Counters counters;

    /** Ends bios of this table. */
    public CompletionAtOnce(BioTable bios, Counters counters) {
        this.bios = bios;
        this.counters = counters;
    }

    @Override
    public void end(int bio, int cpu, Context context) {
        boolean isWrite = bios.op(bio) == Op.WRITE;
        boolean hasFailed = bios.hasFailed(bio);
        counters.tell(Fact.Kind.BIO_ENDED, Fact.NO_FILE, 0, bios.sectors(bio) / Pages.SECTORS);
        if (!bios.end(bio, cpu, context)) {
            return;
        }
        counters.add(Counter.BIOS_ENDED, 1);
        counters.add(Counter.BIOS_FAILED, hasFailed ? 1 : 0);
        if (isWrite) {
            counters.add(
                    context.isAtomic() ? Counter.WRITE_BIOS_ENDED_IN_INTERRUPT : Counter.WRITE_BIOS_ENDED_IN_TASK, 1);
        }
    }
}
