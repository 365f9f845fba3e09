package dev.dropbehind.platform;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in words that another process has the database file open. */
public final class DatabaseInUse extends AbstractFailureAnalyzer<SQLException> {

    /** H2's code for a file that is locked. */
    private static final int LOCKED = 90020;

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable failure, SQLException cause) {
        return cause.getErrorCode() != LOCKED
                ? null
                : new FailureAnalysis(
                        "Another process has the database file open: " + cause.getMessage(),
                        "Stop it, or give this one a file of its own with --dropbehind.data=FILE.",
                        failure);
    }
}
