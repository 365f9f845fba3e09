package dev.dropbehind.run;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/** Throws connections away whose database H2 has closed after a failed write: the next one opens the file again. */
public final class ClosedDatabase implements SQLExceptionOverride {

    /** H2's code for a database that is closed. */
    private static final int CLOSED = 90098;

    @java.lang.Override
    public Override adjudicate(SQLException problem) {
        return problem.getErrorCode() == CLOSED ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
    }
}
