package dev.dropbehind.engine.device;

/** Who is told that a device is done with a request. */
@FunctionalInterface
public interface RequestEnd {

    /**
     * Ends a request: all of its bytes are in memory, on the medium or in its cache, or it has failed.
     *
     * @param request the number with which the device took it
     * @param status how it ended
     */
    void endRequest(int request, Status status);
}
