package dev.dropbehind.engine.device;

/** Who is told that a device is done with a request. */
@FunctionalInterface
public interface RequestEnd {

    /**
     * Ends a request: all of its bytes are in memory.
     *
     * @param request the number with which the device took it
     */
    void endRequest(int request);
}
