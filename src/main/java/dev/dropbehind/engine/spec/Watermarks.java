package dev.dropbehind.engine.spec;

/**
 * The marks of a zone, in pages of 4096 bytes (kernel-model §6.1).
 *
 * @param min below it an allocation reclaims by itself
 * @param low at or below it an allocation wakes kswapd
 * @param high above it kswapd may sleep
 */
public record Watermarks(long min, long low, long high) {

    private static final long LEAST_MIN_FREE_KB = 128;
    private static final long MOST_MIN_FREE_KB = 262_144;
    private static final int SCALE = 10_000;

    /** Returns the marks of a zone that manages all of a machine's memory. */
    public static Watermarks of(MemorySpec memory) {
        long managed = memory.ramBytes() >> Pages.SHIFT;
        Long configured = memory.minFreeKbytes();
        long minFreeKb = configured != null ? configured : minFreeKbytes(memory.ramBytes() >> 10);
        long min = minFreeKb >> (Pages.SHIFT - 10);
        long step = Math.max(min / 4, managed * memory.watermarkScaleFactor() / SCALE);
        return new Watermarks(min, min + step, min + 2 * step);
    }

    private static long minFreeKbytes(long ramKb) {
        long root = (long) Math.sqrt(16.0 * ramKb);
        return Math.clamp(root, LEAST_MIN_FREE_KB, MOST_MIN_FREE_KB);
    }
}
