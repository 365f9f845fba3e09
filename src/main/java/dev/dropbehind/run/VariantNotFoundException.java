package dev.dropbehind.run;

/** A run has no variant of this name. */
public final class VariantNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    VariantNotFoundException(Run run, String name) {
        super("Run " + run.id() + " has no variant " + name + "; it has " + String.join(", ", run.variantNames())
                + ".");
    }
}
