package dev.dropbehind.engine.fs;

import dev.dropbehind.engine.block.BioEnd;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.spec.Pages;

/**
 * The bio that a writer is filling: it takes what continues it in the file and on the device and ends in the same way,
 * until it is full (kernel-model §5.1 step 4).
 */
final class OpenBio {

    private static final int MAX_FOLIOS = 256;
    private static final int MAX_SECTORS = Integer.MAX_VALUE / 2;

    private final BioTable bios;
    private final BlockQueue queue;
    private final Counters counters;
    private final BioEnd owner;
    private int mapping;
    private long fileSector;
    private long deviceSector;
    private int sectors;
    private int folios;
    private int stage;
    private boolean inTask;

    OpenBio(BioTable bios, BlockQueue queue, Counters counters, BioEnd owner) {
        this.bios = bios;
        this.queue = queue;
        this.counters = counters;
        this.owner = owner;
    }

    /** Returns whether there is nothing in it. */
    boolean isEmpty() {
        return sectors == 0;
    }

    /** Returns whether it can take more sectors that end in a stage. */
    boolean takes(long fromInFile, long onDevice, int endStage) {
        return sectors > 0
                && stage == endStage
                && fromInFile == fileSector + sectors
                && onDevice == deviceSector + sectors
                && folios < MAX_FOLIOS
                && sectors < MAX_SECTORS;
    }

    /** Returns how many folios more it can take. */
    int room() {
        return MAX_FOLIOS - folios;
    }

    /** Starts anew with sectors of a file. */
    void start(int mappingId, long fromInFile, long onDevice, int endStage) {
        assert isEmpty() : "a bio is open";
        mapping = mappingId;
        fileSector = fromInFile;
        deviceSector = onDevice;
        stage = endStage;
        folios = 0;
        inTask = false;
    }

    /**
     * Takes more sectors.
     *
     * @param folioCount folios that they belong to
     * @param endsInTask whether the bio has to end in task context on their account
     */
    void add(int length, int folioCount, boolean endsInTask) {
        sectors += length;
        folios += folioCount;
        inTask |= endsInTask;
    }

    /** Submits what is in it, if anything. */
    void submit(Task task, Bill bill) {
        if (isEmpty()) {
            return;
        }
        counters.tell(
                Fact.Kind.WRITE_SUBMITTED, mapping, fileSector / Pages.SECTORS, Math.ceilDiv(sectors, Pages.SECTORS));
        int bio = bios.create(Op.WRITE, deviceSector, sectors, folios, owner, FileTag.of(mapping, fileSector, stage));
        if (inTask) {
            bios.completeInTask(bio);
        }
        sectors = 0;
        queue.submit(bio, task, bill);
    }
}
