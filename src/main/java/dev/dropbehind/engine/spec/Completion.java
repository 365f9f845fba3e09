package dev.dropbehind.engine.spec;

/** In which context a device's completions arrive (kernel-model §5.3). */
public enum Completion {
    /** In the hard interrupt, as NVMe with a queue a processor. */
    HARDIRQ,
    /** In the block soft interrupt of the submitting processor, as UFS, SATA and loop devices. */
    SOFTIRQ,
    /** In the submitting task, before submission returns, as a ramdisk. */
    TASK
}
