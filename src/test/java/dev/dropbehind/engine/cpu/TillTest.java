package dev.dropbehind.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.time.Timeline;
import org.junit.jupiter.api.Test;

/** What payments come to and for whom they are entered. */
class TillTest {

    private final Till till = new Till(
            CostModel.priors().with(Cost.SYSCALL, 130).with(Cost.COPY, 70).with(Cost.CLEAR_PAGE, 81));
    private final Bill bill = new Bill(till);

    @Test
    void unitsCostWhatTheMachineSays() {
        bill.pay(Cost.SYSCALL);
        bill.pay(Cost.SYSCALL, 4);
        assertThat(bill.settle()).isEqualTo(5 * 130);
        assertEntry(Cost.SYSCALL, 5, 650);
        assertThat(till.pay(Cost.HARDIRQ, 2)).isEqualTo(2 * Cost.HARDIRQ.prior());
    }

    @Test
    void eachPaymentOfPicosecondsIsRoundedDownByItself() {
        bill.pay(Cost.COPY, 999);
        bill.pay(Cost.COPY, 999);
        assertThat(bill.settle()).isEqualTo(2 * 69);
        assertEntry(Cost.COPY, 1998, 138);
    }

    @Test
    void aPartOfAUnitCostsAPartAndIsCountedAsOne() {
        bill.payPart(Cost.CLEAR_PAGE, 100, 4096);
        bill.payPart(Cost.CLEAR_PAGE, 0, 4096);
        bill.payPart(Cost.CLEAR_PAGE, 4097, 4096);
        assertThat(bill.settle()).isEqualTo(1 + 81);
        assertEntry(Cost.CLEAR_PAGE, 1 + 2, 82);
    }

    @Test
    void whatTakesSomeTimeInAnyCaseIsPaidThatMuch() {
        bill.payAtLeast(1, Cost.COPY, 1);
        bill.payAtLeast(1, Cost.COPY, 1000);
        assertThat(bill.settle()).isEqualTo(1 + 70);
        assertEntry(Cost.COPY, 1001, 71);
    }

    @Test
    void whoHasItsTurnPaysUnlessSomebodyElseIsNamed() {
        till.serve(Counter.FLUSHER_CPU_NANOS);
        bill.pay(Cost.BIO);
        till.pay(Counter.INTERRUPT_CPU_NANOS, Cost.BIO, 2);
        till.pay(Cost.BIO, 3);
        assertThat(till.ledger().units(Counter.FLUSHER_CPU_NANOS, Cost.BIO)).isEqualTo(4);
        assertThat(till.ledger().units(Counter.INTERRUPT_CPU_NANOS, Cost.BIO)).isEqualTo(2);
        assertThat(till.ledger().nanos(Counter.APPLICATION_CPU_NANOS)).isZero();
    }

    @Test
    void aTaskPaysForItsTurnsAndForTheSwitchToIt() {
        Timeline timeline = new Timeline();
        Cpus cpus = new Cpus(1, timeline, new Counters(), till, new CpuCosts(0, 3_000_000));
        boolean[] paid = new boolean[2];
        cpus.start(new Task("a", Counter.APPLICATION_CPU_NANOS, () -> payOnce(paid, 0)));
        cpus.start(new Task("b", Counter.KSWAPD_CPU_NANOS, () -> payOnce(paid, 1)));
        timeline.runUntil(1_000_000);
        assertEntry(Cost.SYSCALL, 1, 130);
        assertThat(till.ledger().units(Counter.KSWAPD_CPU_NANOS, Cost.SYSCALL)).isEqualTo(1);
        assertThat(till.ledger().nanos(Counter.APPLICATION_CPU_NANOS, Cost.CONTEXT_SWITCH))
                .isZero();
        assertThat(till.ledger().nanos(Counter.KSWAPD_CPU_NANOS, Cost.CONTEXT_SWITCH))
                .isEqualTo(Cost.CONTEXT_SWITCH.prior());
    }

    private long payOnce(boolean[] paid, int task) {
        if (paid[task]) {
            return TaskBody.EXITED;
        }
        paid[task] = true;
        return till.pay(Cost.SYSCALL, 1);
    }

    private void assertEntry(Cost cost, long units, long nanos) {
        assertThat(till.ledger().units(Counter.APPLICATION_CPU_NANOS, cost)).isEqualTo(units);
        assertThat(till.ledger().nanos(Counter.APPLICATION_CPU_NANOS, cost)).isEqualTo(nanos);
    }
}
