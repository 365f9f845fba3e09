package dev.dropbehind.engine.cpu;

import static dev.dropbehind.engine.cpu.Rig.WAKE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import org.junit.jupiter.api.Test;

/** What an interrupt takes from its processor and from the task that runs there. */
class InterruptsTest {

    private final Rig one = new Rig(1);
    private final Rig two = new Rig(2);

    @Test
    void anInterruptDelaysTheRunningTaskByItsTime() {
        one.task("a").owes(1_000).owes(10).start();
        one.interruptAt(400, 0, 250);
        one.run();
        assertThat(one.trace).containsExactly("a 0 0", "a 0 1250", "a 0 1260");
        assertThat(one.count(Counter.APPLICATION_CPU_NANOS)).isEqualTo(1_010);
        assertThat(one.count(Counter.INTERRUPT_CPU_NANOS)).isEqualTo(250);
        assertThat(one.cpus.busyNanos(0)).isEqualTo(1_260);
    }

    @Test
    void anInterruptDelaysOnlyItsOwnProcessor() {
        two.task("a").owes(1_000).start();
        two.task("b").owes(1_000).start();
        two.interruptAt(400, 1, 250);
        two.run();
        assertThat(two.trace).contains("a 0 1000", "b 1 1250");
    }

    @Test
    void interruptsOfOneProcessorRunOneAfterAnother() {
        one.task("a").owes(1_000).start();
        one.at(400, () -> {
            assertThat(one.cpus.interrupt(0, 250)).isEqualTo(650);
            assertThat(one.cpus.interrupt(0, 50)).isEqualTo(700);
        });
        one.at(500, () -> assertThat(one.cpus.interrupt(0, 30)).isEqualTo(730));
        one.at(800, () -> assertThat(one.cpus.interrupt(0, 1)).isEqualTo(801));
        one.run();
        assertThat(one.turnsOf("a")).containsExactly("0 0", "0 1331");
    }

    @Test
    void anInterruptAtTheEndOfATurnsTimeComesBeforeTheNextTurn() {
        one.task("a").owes(1_000).start();
        one.interruptAt(1_000, 0, 70);
        one.run();
        assertThat(one.turnsOf("a")).last().isEqualTo("0 1070");
    }

    @Test
    void anInterruptDuringATurnDelaysWhatTheTurnOwes() {
        one.task("a")
                .then(() -> {
                    one.cpus.interrupt(0, 70);
                    return 100;
                })
                .start();
        one.run();
        assertThat(one.turnsOf("a")).last().isEqualTo("0 170");
    }

    @Test
    void aTaskDoesNotBeginBeforeTheInterruptsOfItsProcessorAreDone() {
        Task quick = two.task("a").sleeps().start();
        two.interruptAt(1_000, 0, WAKE - 30);
        two.wakeAt(1_000, quick);
        Task late = two.task("b").sleeps().start();
        two.wakeAt(2_000, late);
        two.interruptAt(2_050, 1, WAKE);
        two.run();
        assertThat(two.turnsOf("a")).last().isEqualTo("0 1100");
        assertThat(two.turnsOf("b")).last().isEqualTo("1 2150");
    }

    @Test
    void timeAheadOfAnInterruptIsNotYetBusy() {
        one.task("a").owes(100).start();
        one.interruptAt(40, 0, 300);
        one.timeline.runUntil(140);
        assertThat(one.cpus.busyNanos(0)).isEqualTo(140);
        one.timeline.runUntil(350);
        assertThat(one.cpus.busyNanos(0)).isEqualTo(350);
        one.timeline.runUntil(1_000);
        assertThat(one.cpus.busyNanos(0)).isEqualTo(400);
    }

    @Test
    void interruptsOfAnIdleProcessorAreCountedAsTheyPass() {
        one.interruptAt(100, 0, 300);
        one.timeline.runUntil(150);
        assertThat(one.cpus.busyNanos(0)).isEqualTo(50);
        one.timeline.runUntil(1_000);
        assertThat(one.cpus.busyNanos(0)).isEqualTo(300);
    }
}
