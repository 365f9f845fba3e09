package dev.dropbehind.engine.device;

/** What a bio or a request asks of a device, the kernel's {@code REQ_OP_*}. */
public enum Op {
    READ,
    WRITE,
    /** Has the device make durable what it has taken; carries no data. */
    FLUSH
}
