package dev.dropbehind.engine.time;

import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The hold model: a number of events is pending, and each that runs schedules another. Beside the {@link Timeline} the
 * same on a queue of event objects, with the same order and the same delays.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TimelineBenchmark {

    private static final EventPriority[] PRIORITIES = EventPriority.values();

    /** How many events are pending all the time. */
    @Param({"16", "1000", "1000000"})
    private int pending;

    private final Random64 random = new Seeds(1).of("hold");
    private final Timeline timeline = new Timeline();
    private final EventHandler handler = this::scheduleAgain;

    private final PriorityQueue<Event> queue = new PriorityQueue<>();
    private long sequence;

    private record Event(long time, EventPriority priority, long sequence, EventHandler handler, long argument)
            implements Comparable<Event> {

        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(time, other.time);
            int byPriority = byTime != 0 ? byTime : priority.compareTo(other.priority);
            return byPriority != 0 ? byPriority : Long.compare(sequence, other.sequence);
        }
    }

    /** Fills both queues. */
    @Setup
    public void fill() {
        for (int i = 0; i < pending; i++) {
            scheduleAgain(i);
            queue.add(nextEvent(0, i));
        }
    }

    /** One event on the timeline. */
    @Benchmark
    public long timeline() {
        timeline.runNext();
        return timeline.now();
    }

    /** One event on a queue of objects. */
    @Benchmark
    public long priorityQueue() {
        Event first = queue.remove();
        queue.add(nextEvent(first.time, first.argument));
        return first.time;
    }

    private void scheduleAgain(long argument) {
        timeline.schedule(timeline.now() + delayNanos(), priorityOf(argument), handler, argument);
    }

    private Event nextEvent(long now, long argument) {
        return new Event(now + delayNanos(), priorityOf(argument), sequence++, handler, argument);
    }

    /** From nothing to twice the mean time between an event and the one it schedules. */
    private long delayNanos() {
        return random.between(0, 200_000);
    }

    private static EventPriority priorityOf(long argument) {
        return PRIORITIES[(int) argument % PRIORITIES.length];
    }
}
