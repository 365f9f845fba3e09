package dev.dropbehind.run;

/** A machine has no file or directory at this path, or has none yet. */
public final class KernelFileNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private KernelFileNotFoundException(String message) {
        super(message);
    }

    /** Says that there is never such a path. */
    static KernelFileNotFoundException unknown(String path) {
        return new KernelFileNotFoundException("This machine has no file or directory " + path + ".");
    }

    /** Says that files are there from the end of the first second on. */
    static KernelFileNotFoundException tooEarly(String path) {
        return new KernelFileNotFoundException(
                "There is no " + path + " yet: the first second of this variant has not ended.");
    }
}
