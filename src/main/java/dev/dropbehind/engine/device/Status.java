package dev.dropbehind.engine.device;

/** How a request ended, the kernel's {@code blk_status_t}. */
public enum Status {
    OK,
    /** The device could not do what was asked. */
    IO_ERROR
}
