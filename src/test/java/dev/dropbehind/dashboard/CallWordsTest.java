package dev.dropbehind.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.cost.Spending;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Ledger;
import dev.dropbehind.engine.spec.Cost;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallWordsTest {

    private static final int CALLS = 10;
    private static final int PAGES = 16;

    private final Spending buffers = spending(16, 11_000, 18_000, 3_000);
    private final Spending large = spending(1, 11_000, 0, 1_000);

    @Test
    void whatIsGoneIsSaidACallAndAPageWithTheGroupsThatHadMostOfIt() {
        assertThat(plain(CallWords.of(buffers, large, PAGES)))
                .isEqualTo("16 folios become one: 20.0 µs of 32.0 µs a call are gone, 1.25 µs a page."
                        + " Most of it: file system, 18.0 µs; counting dirty pages, holding writers, 2.00 µs."
                        + " The most of what is left: copying, 11.0 µs of 12.0 µs.");
    }

    @Test
    void moreIsSaidToBeMore() {
        assertThat(plain(CallWords.of(large, buffers, 1)))
                .startsWith("One folio becomes 16: a call takes 20.0 µs more. Most of it: file system, 18.0 µs;");
    }

    @Test
    void callsThatTakeTheSameAreSaidTo() {
        assertThat(plain(CallWords.of(buffers, buffers, PAGES)))
                .startsWith("16 folios a call either way. Nothing is gone: a call takes 32.0 µs and 32.0 µs.");
    }

    @Test
    void thePartsOfACallAddUpToItsTime() {
        List<CallSegment> parts = CallSegment.of(buffers);

        assertThat(parts.stream().mapToDouble(CallSegment::micros).sum()).isEqualTo(buffers.micros());
        assertThat(parts.getLast().isSomething()).isFalse();
        assertThat(parts).extracting(CallSegment::id).doesNotHaveDuplicates();
    }

    private static String plain(String words) {
        return words.replace('\u00a0', ' ');
    }

    private static Spending spending(long folios, long copy, long blocks, long dirty) {
        Ledger ledger = new Ledger();
        ledger.add(Counter.APPLICATION_CPU_NANOS, Cost.COPY_IN, CALLS, copy * CALLS);
        ledger.add(Counter.APPLICATION_CPU_NANOS, Cost.GET_BLOCK, CALLS, blocks * CALLS);
        ledger.add(Counter.APPLICATION_CPU_NANOS, Cost.SET_DIRTY, folios * CALLS, dirty * CALLS);
        return new Spending(CALLS, (copy + blocks + dirty) * CALLS, ledger);
    }
}
