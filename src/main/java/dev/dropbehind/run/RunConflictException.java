package dev.dropbehind.run;

/** A control call that a run's status does not allow. */
public final class RunConflictException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final RunStatus status;

    /**
     * Says what was not possible.
     *
     * @param run the run as it stands
     * @param next where it should have gone
     */
    RunConflictException(Run run, RunStatus next) {
        this(run, reason(run.status(), next));
    }

    /**
     * Says what was not possible.
     *
     * @param run the run as it stands
     * @param message the reason
     */
    RunConflictException(Run run, String message) {
        super(message);
        this.status = run.status();
    }

    private static String reason(RunStatus status, RunStatus next) {
        return status.isOver()
                ? "The run is over, " + status + "; it takes no more control calls."
                : "A run that is " + status + " cannot become " + next + ".";
    }

    /** Returns how the run stands. */
    public RunStatus status() {
        return status;
    }
}
