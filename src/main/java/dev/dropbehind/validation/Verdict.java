package dev.dropbehind.validation;

/** Whether a simulated figure is as near to the published one as its tolerance asks. */
public enum Verdict {
    WITHIN,
    OUTSIDE
}
