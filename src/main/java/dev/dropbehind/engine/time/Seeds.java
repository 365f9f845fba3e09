package dev.dropbehind.engine.time;

/**
 * One named generator a component, all split from the run's seed: a new draw in one component moves nothing in another.
 */
public final class Seeds {

    private static final long FNV_OFFSET = 0xcbf2_9ce4_8422_2325L;
    private static final long FNV_PRIME = 0x0000_0100_0000_01b3L;

    private final long seed;

    /**
     * Starts from the seed of a run.
     *
     * @param seed any number
     */
    public Seeds(long seed) {
        this.seed = seed;
    }

    /**
     * Returns a new generator: the same seed and name give the same numbers, on every machine.
     *
     * @param component who draws, for example {@code device}
     */
    public Random64 of(String component) {
        return new Random64(Random64.mix(Random64.mix(seed) + hash(component)));
    }

    /** The FNV-1a hash of 64 bits, by character. */
    private static long hash(String name) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
