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
    EAGAIN,
    /** Position or length is not what the file takes: for direct I/O not a multiple of the device's block. */
    EINVAL,
    /** A mapping was used behind the end of its file: the task gets SIGBUS, a system call would return this. */
    EFAULT
}
