package dev.dropbehind.engine;

import dev.dropbehind.engine.measure.Fact;
import org.jspecify.annotations.Nullable;

/** What a task is doing, heard from its facts: the call it is in, and which rule chose the pages it reads. */
final class LogActor {

    /** Windows that are remembered: a call opens one, has it fall back, and submits it before it opens the next. */
    private static final int WINDOWS = 4;

    private final String name;
    private final Fact.Kind[] rules = new Fact.Kind[WINDOWS];
    private final long[] firstPages = new long[WINDOWS];
    private final long[] endPages = new long[WINDOWS];
    private int windows;
    private long triggerPage;
    private long calls;
    private LogEntry.@Nullable Call call;
    private boolean isInCall;
    private long callBeganNanos;
    private long callOffset;
    private long callLength;

    LogActor(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Hears of a fact before it is written down. */
    void hear(Fact.Kind kind, long first, long count, long nanos) {
        switch (kind) {
            case CALL_BEGINS -> beginCall(first, count, nanos);
            case PAGE_MISSING, MARKER_MET -> triggerPage = first;
            default -> {
                if (kind.isRule()) {
                    remember(kind, first, first + count);
                }
            }
        }
    }

    /** Forgets a call once its last fact is written down. */
    void heard(Fact.Kind kind) {
        if (kind == Fact.Kind.CALL_RETURNS) {
            isInCall = false;
            call = null;
        }
    }

    /** Returns the call it is in, null where it is in none. */
    LogEntry.@Nullable Call call() {
        if (isInCall && call == null) {
            call = new LogEntry.Call(calls, callBeganNanos, callOffset, callLength);
        }
        return call;
    }

    /** Returns why pages are read: by the newest window that has any of them; null for what reads nothing. */
    LogEntry.@Nullable Cause causeOf(Fact.Kind kind, long first, long count) {
        if (windows == 0 || !(kind.isRule() || kind == Fact.Kind.BIO_SUBMITTED)) {
            return null;
        }
        for (int back = 1; back <= Math.min(windows, WINDOWS); back++) {
            int window = (windows - back) % WINDOWS;
            if (firstPages[window] < first + count && first < endPages[window]) {
                return new LogEntry.Cause(rules[window], triggerPage);
            }
        }
        return null;
    }

    private void beginCall(long offset, long length, long nanos) {
        calls++;
        isInCall = true;
        call = null;
        callBeganNanos = nanos;
        callOffset = offset;
        callLength = length;
    }

    private void remember(Fact.Kind rule, long first, long end) {
        int window = windows % WINDOWS;
        rules[window] = rule;
        firstPages[window] = first;
        endPages[window] = end;
        windows++;
    }
}
