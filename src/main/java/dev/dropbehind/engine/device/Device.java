package dev.dropbehind.engine.device;

/** A medium behind a request queue. */
public interface Device {

    /**
     * Takes a read request.
     *
     * @param bytes length of the request
     * @param nowNanos when it reaches the device; never earlier than the last one
     * @return simulated time at which all of its bytes are in memory
     */
    long read(long bytes, long nowNanos);
}
