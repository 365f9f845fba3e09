package dev.dropbehind.engine.device;

/**
 * What a request queue hands its requests to: a medium, or a driver that passes for one. It serves them in an order of
 * its own and tells its {@link RequestEnd} when each is done, exactly once and never before it was taken.
 */
public interface Device {

    /**
     * Takes a request, at the current time.
     *
     * @param request number by which its end is told; no other request that has not ended has it
     * @param op what is asked for
     * @param sector first sector of 512 bytes
     * @param bytes length, at least 1; 0 for a flush
     * @param segments pieces of memory that the bytes go to or come from
     */
    void serve(int request, Op op, long sector, long bytes, int segments);

    /**
     * Returns whether what was written may have to be flushed before it is durable; if not, no flush is ever asked for.
     */
    boolean hasVolatileCache();

    /** Returns whether there is hardware that segments are mapped for and that interrupts when a request is done. */
    boolean isHardware();
}
