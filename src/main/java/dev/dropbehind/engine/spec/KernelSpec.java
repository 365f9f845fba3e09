package dev.dropbehind.engine.spec;

/**
 * The kernel: an epoch and the patches on top of it.
 *
 * @param epoch which release the toggles started from
 * @param toggles what is on
 */
public record KernelSpec(Epoch epoch, ToggleSet toggles) {}
