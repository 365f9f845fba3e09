package dev.dropbehind.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.spec.Cost;
import org.junit.jupiter.api.Test;

/** What a ledger keeps apart and adds up. */
class LedgerTest {

    private final Ledger ledger = new Ledger();

    @Test
    void eachAccountAndEachCostHasAnEntryOfItsOwn() {
        long amount = 1;
        for (Counter account : Ledger.ACCOUNTS) {
            for (Cost cost : Cost.values()) {
                ledger.add(account, cost, amount, 10 * amount);
                ledger.add(account, cost, 1, 2);
                amount++;
            }
        }
        amount = 1;
        for (Counter account : Ledger.ACCOUNTS) {
            long sum = 0;
            for (Cost cost : Cost.values()) {
                assertThat(ledger.units(account, cost)).isEqualTo(amount + 1);
                assertThat(ledger.nanos(account, cost)).isEqualTo(10 * amount + 2);
                sum += 10 * amount + 2;
                amount++;
            }
            assertThat(ledger.nanos(account)).isEqualTo(sum);
        }
    }

    @Test
    void aCounterThatIsNoAccountHasNoEntries() {
        assertThat(Ledger.ACCOUNTS).hasSize(7).doesNotContain(Counter.KSWAPD_LAST_CPU);
        assertThatThrownBy(() -> ledger.add(Counter.READ_CALLS, Cost.RAMDISK_COPY, 1, 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> ledger.nanos(Counter.READ_CALLS)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aPaymentIsOfTheAccountThatIsOpenUnlessItNamesOne() {
        ledger.add(Cost.BIO, 1, 300);
        ledger.open(Counter.FLUSHER_CPU_NANOS);
        ledger.add(Cost.BIO, 2, 600);
        ledger.add(Counter.INTERRUPT_CPU_NANOS, Cost.BIO, 3, 900);
        ledger.add(Cost.BIO, 4, 1200);
        assertThat(ledger.nanos(Counter.APPLICATION_CPU_NANOS)).isEqualTo(300);
        assertThat(ledger.nanos(Counter.FLUSHER_CPU_NANOS)).isEqualTo(1800);
        assertThat(ledger.nanos(Counter.INTERRUPT_CPU_NANOS)).isEqualTo(900);
    }

    @Test
    void aCopyIsEqualUntilSomethingIsEntered() {
        ledger.add(Counter.KSWAPD_CPU_NANOS, Cost.RECLAIM_FOLIO, 3, 1350);
        Ledger copy = ledger.copy();
        assertThat(copy).isEqualTo(ledger).hasSameHashCodeAs(ledger);

        ledger.add(Counter.KSWAPD_CPU_NANOS, Cost.RECLAIM_FOLIO, 1, 0);

        assertThat(copy).isNotEqualTo(ledger);
        assertThat(copy.units(Counter.KSWAPD_CPU_NANOS, Cost.RECLAIM_FOLIO)).isEqualTo(3);
    }

    @Test
    void whatWasEnteredSinceACopyLeavesOutWhatTheCopyHas() {
        ledger.add(Counter.APPLICATION_CPU_NANOS, Cost.SYSCALL, 2, 240);
        Ledger earlier = ledger.copy();
        ledger.add(Counter.APPLICATION_CPU_NANOS, Cost.SYSCALL, 1, 120);
        ledger.add(Counter.INTERRUPT_CPU_NANOS, Cost.HARDIRQ, 1, 900);

        Ledger rest = ledger.since(earlier);

        assertThat(rest.units(Counter.APPLICATION_CPU_NANOS, Cost.SYSCALL)).isEqualTo(1);
        assertThat(rest.nanos(Counter.APPLICATION_CPU_NANOS, Cost.SYSCALL)).isEqualTo(120);
        assertThat(rest.nanos(Counter.INTERRUPT_CPU_NANOS)).isEqualTo(900);
        assertThat(earlier.nanos(Counter.APPLICATION_CPU_NANOS)).isEqualTo(240);
    }
}
