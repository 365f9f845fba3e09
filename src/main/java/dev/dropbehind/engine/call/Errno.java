package dev.dropbehind.engine.call;

/** Why a call fails, by the kernel's names. */
public enum Errno {
    /** The file does not take this kind of call. */
    EOPNOTSUPP,
    /** No page could be had. */
    ENOMEM,
    /** The device could not read or write. */
    EIO,
    /** The call would have had to wait, and may not. */
    EAGAIN
}
