package dev.dropbehind.run;

/** No run has this id, or it is forgotten. */
public final class RunNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Names the id.
     *
     * @param id what was asked for
     */
    public RunNotFoundException(String id) {
        super("There is no run " + id + "; only the newest runs are kept.");
    }
}
