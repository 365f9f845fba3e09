package dev.dropbehind.run;

import java.time.Duration;

/** The service is at a limit that passes; trying again later may succeed. */
public final class BusyException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final String limit;
    private final long value;

    private BusyException(String message, String limit, long value) {
        super(message);
        this.limit = limit;
        this.value = value;
    }

    /** Too many runs wait. */
    static BusyException queueIsFull(int limit) {
        return new BusyException(limit + " runs are waiting already; try again later.", "queueLimit", limit);
    }

    /** Too many streams are open. */
    static BusyException tooManyViewers(int limit) {
        return new BusyException(limit + " streams are open already; try again later.", "viewerLimit", limit);
    }

    /** Too many replays are under way. */
    static BusyException tooManyReplays(int limit) {
        return new BusyException(limit + " replays are under way already; try again later.", "replayLimit", limit);
    }

    /** Live runs leave no memory for another machine. */
    static BusyException noPagesLeft(long limit) {
        return new BusyException("Live runs leave no memory for a replay; try again later.", "pageLimit", limit);
    }

    /** Nothing begins any more. */
    static BusyException stopping() {
        return new BusyException("The service is stopping; try again later.", "stopping", 0);
    }

    /** Returns the name of the limit. */
    public String limit() {
        return limit;
    }

    /** Returns the value of the limit. */
    public long value() {
        return value;
    }

    /** Returns after which time trying again is worth it. */
    public Duration retryAfter() {
        return RETRY_AFTER;
    }
}
