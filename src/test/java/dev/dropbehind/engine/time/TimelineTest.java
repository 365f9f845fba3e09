package dev.dropbehind.engine.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.testing.Allocation;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineTest {

    private static final EventPriority[] PRIORITIES = EventPriority.values();

    private final Timeline timeline = new Timeline();
    private final List<Long> seen = new ArrayList<>();

    private record Event(long time, EventPriority priority, long sequence) {
        static final Comparator<Event> ORDER = Comparator.comparingLong(Event::time)
                .thenComparing(Event::priority)
                .thenComparingLong(Event::sequence);
    }

    @Test
    void earlierEventsRunFirst() {
        at(30, EventPriority.TASK, 3);
        at(10, EventPriority.TASK, 1);
        at(20, EventPriority.TASK, 2);
        runAll();
        assertThat(seen).containsExactly(1L, 2L, 3L);
    }

    @Test
    void atTheSameTimeInterruptsRunBeforeWorkersAndWorkersBeforeTasks() {
        at(10, EventPriority.TASK, 4);
        at(10, EventPriority.KWORKER, 3);
        at(10, EventPriority.HARDIRQ, 1);
        at(10, EventPriority.SOFTIRQ, 2);
        runAll();
        assertThat(seen).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void equalEventsRunInTheOrderInWhichTheyWereScheduled() {
        for (int i = 0; i < 1_000; i++) {
            at(10, EventPriority.SOFTIRQ, i);
        }
        runAll();
        assertThat(seen).hasSize(1_000).isSorted();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void orderIsThatOfASortedListWhateverIsScheduledBetween(long seed) {
        Random64 random = new Seeds(seed).of("timeline");
        List<Event> pending = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (random.between(0, 99) < 52) {
                Event event = new Event(
                        timeline.now() + random.between(0, 40),
                        PRIORITIES[(int) random.between(0, PRIORITIES.length - 1)],
                        events.size());
                events.add(event);
                pending.add(event);
                at(event.time, event.priority, event.sequence);
            } else if (timeline.runNext()) {
                Event first = pending.stream().min(Event.ORDER).orElseThrow();
                pending.remove(first);
                assertThat(seen.getLast()).isEqualTo(first.sequence);
                assertThat(timeline.now()).isEqualTo(first.time);
            }
        }
        runAll();
        List<Long> rest =
                pending.stream().sorted(Event.ORDER).map(Event::sequence).toList();
        assertThat(seen.subList(seen.size() - rest.size(), seen.size())).isEqualTo(rest);
    }

    @Test
    void eventsThatAnEventSchedulesForItsOwnTimeStillRunThen() {
        timeline.schedule(
                10,
                EventPriority.TASK,
                argument -> {
                    seen.add(argument);
                    at(timeline.now(), EventPriority.HARDIRQ, 2);
                },
                1);
        at(11, EventPriority.HARDIRQ, 3);
        runAll();
        assertThat(seen).containsExactly(1L, 2L, 3L);
    }

    @Test
    void whatIsPendingDoesNotIncludeTheEventThatRuns() {
        timeline.schedule(
                10,
                EventPriority.TASK,
                _ -> {
                    assertThat(timeline.isEmpty()).isTrue();
                    assertThat(timeline.nextTime()).isEqualTo(Long.MAX_VALUE);
                    at(30, EventPriority.TASK, 3);
                    at(20, EventPriority.TASK, 2);
                    assertThat(timeline.isEmpty()).isFalse();
                    assertThat(timeline.nextTime()).isEqualTo(20);
                },
                1);
        runAll();
        assertThat(seen).containsExactly(2L, 3L);
    }

    @Test
    void anEventMayRunOthers() {
        timeline.schedule(10, EventPriority.TASK, _ -> timeline.runUntil(25), 0);
        at(20, EventPriority.TASK, 2);
        at(30, EventPriority.TASK, 3);
        assertThat(timeline.runNext()).isTrue();
        assertThat(timeline.now()).isEqualTo(25);
        assertThat(seen).containsExactly(2L);
        runAll();
        assertThat(seen).containsExactly(2L, 3L);
    }

    @Test
    void aHandlerIsLetGoOnceItsEventHasRun() {
        WeakReference<EventHandler> handler = scheduleOne();
        timeline.runNext();
        for (int i = 0; i < 100 && handler.get() != null; i++) {
            System.gc();
        }
        assertThat(handler.get()).isNull();
    }

    private WeakReference<EventHandler> scheduleOne() {
        EventHandler handler = new EventHandler() {
            @Override
            public void handle(long argument) {
                seen.add(argument);
            }
        };
        timeline.schedule(1, EventPriority.TASK, handler, 1);
        return new WeakReference<>(handler);
    }

    @Test
    void thePastIsRefused() {
        timeline.runUntil(100);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> at(99, EventPriority.TASK, 0))
                .withMessageContaining("99 ns");
        assertThatIllegalArgumentException().isThrownBy(() -> timeline.runUntil(99));
        assertThat(timeline.isEmpty()).isTrue();
    }

    @Test
    void nowIsNotThePast() {
        timeline.runUntil(100);
        at(100, EventPriority.TASK, 7);
        timeline.runUntil(100);
        assertThat(seen).containsExactly(7L);
    }

    @Test
    void runUntilIncludesItsTimeAndAdvancesTheClockToIt() {
        at(10, EventPriority.TASK, 1);
        at(20, EventPriority.TASK, 2);
        at(21, EventPriority.TASK, 3);
        timeline.runUntil(20);
        assertThat(seen).containsExactly(1L, 2L);
        assertThat(timeline.now()).isEqualTo(20);
        assertThat(timeline.nextTime()).isEqualTo(21);
        timeline.runUntil(1_000);
        assertThat(timeline.now()).isEqualTo(1_000);
        assertThat(seen).hasSize(3);
    }

    @Test
    void anEmptyTimelineHasNoNextEvent() {
        assertThat(timeline.isEmpty()).isTrue();
        assertThat(timeline.nextTime()).isEqualTo(Long.MAX_VALUE);
        assertThat(timeline.runNext()).isFalse();
        assertThat(timeline.now()).isZero();
        assertThat(timeline.executed()).isZero();
    }

    @Test
    void theLatestTimesAreInOrderToo() {
        at(Long.MAX_VALUE, EventPriority.TASK, 3);
        at(Long.MAX_VALUE, EventPriority.HARDIRQ, 2);
        at(Long.MAX_VALUE - 1, EventPriority.TASK, 1);
        runAll();
        assertThat(seen).containsExactly(1L, 2L, 3L);
    }

    @Test
    void theCheckSeesTheMachineAfterEveryEvent() {
        List<Long> executedAtCheck = new ArrayList<>();
        timeline.afterEach(() -> executedAtCheck.add(timeline.executed()));
        at(1, EventPriority.TASK, 1);
        at(2, EventPriority.TASK, 2);
        runAll();
        assertThat(executedAtCheck).containsExactly(1L, 2L);
        assertThat(timeline.executed()).isEqualTo(2);
    }

    @Test
    void anEventThatFailsIsOverAndTheRestStaysPending() {
        timeline.schedule(
                1,
                EventPriority.TASK,
                argument -> {
                    throw new IllegalStateException("event " + argument);
                },
                1);
        at(2, EventPriority.TASK, 2);
        assertThatThrownBy(timeline::runNext).hasMessage("event 1");
        assertThat(timeline.now()).isEqualTo(1);
        runAll();
        assertThat(seen).containsExactly(2L);
    }

    @Test
    void nothingIsAllocatedWhileRunning() {
        Hold hold = new Hold(timeline);
        hold.fill(10_000);
        hold.run(300_000);
        assertThat(Allocation.leastBytes(() -> hold.run(200_000))).isLessThan(1_024);
    }

    /** Keeps as many events pending as it was filled with: each schedules the next. */
    private static final class Hold {
        private final Timeline timeline;
        private final Random64 random = new Seeds(1).of("hold");
        private final EventHandler handler = this::again;

        Hold(Timeline timeline) {
            this.timeline = timeline;
        }

        void fill(int events) {
            for (int i = 0; i < events; i++) {
                again(i);
            }
        }

        void run(int events) {
            for (int i = 0; i < events; i++) {
                timeline.runNext();
            }
        }

        private void again(long argument) {
            EventPriority priority = PRIORITIES[(int) argument % PRIORITIES.length];
            timeline.schedule(timeline.now() + random.between(0, 1_000), priority, handler, argument);
        }
    }

    private void at(long nanos, EventPriority priority, long argument) {
        timeline.schedule(nanos, priority, seen::add, argument);
    }

    private void runAll() {
        long before = timeline.now();
        while (timeline.runNext()) {
            assertThat(timeline.now()).isGreaterThanOrEqualTo(before);
            before = timeline.now();
        }
    }
}
