package dev.dropbehind.run;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** How many streams are open and how many events went out, over all runs. */
public final class StreamCounters {

    private final AtomicInteger subscribers = new AtomicInteger();
    private final LongAdder events = new LongAdder();

    /** Returns how many streams are open. */
    public int subscribers() {
        return subscribers.get();
    }

    /** Returns how many events were sent; one that went to two viewers counts twice. */
    public long events() {
        return events.sum();
    }

    void opened() {
        subscribers.incrementAndGet();
    }

    void closed() {
        subscribers.decrementAndGet();
    }

    void sent(int count) {
        events.add(count);
    }
}
