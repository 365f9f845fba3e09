package dev.dropbehind.engine.block;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.device.Op;

/** Breaks the block layer from within its package, so that tests see what notices. */
public final class BlockSaboteur {

    private BlockSaboteur() {}

    /** Makes a bio that nobody has submitted. */
    public static void conjureBio(BioTable bios) {
        bios.create(Op.READ, 0, 8, 1, BlockSaboteur::end, 0);
    }

    private static void end(int bio, int cpu, Context context) {
        throw new IllegalStateException("a bio that was never submitted has ended");
    }
}
