package dev.dropbehind.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.CachedFile;
import dev.dropbehind.engine.LogEntry;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Fact.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChromeTraceTest {

    private static final LogEntry.Call CALL = new LogEntry.Call(1, 1_000, 0, 16384);

    private final EventWords words = new EventWords(List.of(new CachedFile(1, "data", 96, 0)));
    private final List<LogEntry> entries = new ArrayList<>();

    @Test
    void aCallIsASliceFromItsBeginToItsReturn() {
        add(1_000, Kind.CALL_BEGINS, "reader.0", 0, 16384, CALL);
        add(5_500, Kind.CALL_RETURNS, "reader.0", 0, 16384, CALL);

        assertThat(phase("X")).singleElement().satisfies(slice -> {
            assertThat(slice.name()).isEqualTo("read(0, 16384)");
            assertThat(slice.ts()).isEqualTo(new BigDecimal("1.000"));
            assertThat(slice.dur()).isEqualTo(new BigDecimal("4.500"));
        });
        assertThat(phase("B")).isEmpty();
    }

    @Test
    void aCallThatBeganBeforeTheLogIsWholeAndOneThatDoesNotReturnIsOpen() {
        add(5_500, Kind.CALL_RETURNS, "reader.0", 0, 16384, CALL);
        add(6_000, Kind.PAGE_MISSING, "reader.1", 4, 1, new LogEntry.Call(1, 4_000, 16384, 16384));

        assertThat(phase("X")).extracting(ChromeTrace.Event::ts).containsExactly(new BigDecimal("1.000"));
        assertThat(phase("B")).singleElement().satisfies(open -> {
            assertThat(open.ts()).isEqualTo(new BigDecimal("4.000"));
            assertThat(open.tid()).isNotEqualTo(phase("X").getFirst().tid());
        });
    }

    @Test
    void aWaitLastsUntilItsTaskActsAgain() {
        add(2_000, Kind.WAITS_FOR_READ, "reader.0", 0, 1, CALL);
        add(3_000, Kind.FOLIOS_UPTODATE, "SOFTIRQ", 0, 8, null);
        add(4_000, Kind.FOLIOS_FOUND, "reader.0", 0, 4, CALL);

        assertThat(phase("X")).singleElement().satisfies(wait -> {
            assertThat(wait.cat()).isEqualTo("wait");
            assertThat(wait.dur()).isEqualTo(new BigDecimal("2.000"));
        });
    }

    @Test
    void aReadLastsUntilTheLastOfItsPagesIsThereInWhateverOrder() {
        add(1_000, Kind.BIO_SUBMITTED, "reader.0", 0, 512, CALL);
        add(2_000, Kind.FOLIOS_UPTODATE, "SOFTIRQ", 256, 256, null);
        add(3_000, Kind.FOLIOS_UPTODATE, "SOFTIRQ", 0, 256, null);

        assertThat(phase("b")).extracting(ChromeTrace.Event::id).containsExactly("1");
        assertThat(phase("e")).singleElement().satisfies(end -> {
            assertThat(end.id()).isEqualTo("1");
            assertThat(end.ts()).isEqualTo(new BigDecimal("3.000"));
        });
        assertThat(phase("C")).extracting(event -> event.args().get("pages")).containsExactly(512L, 256L, 0L);
    }

    @Test
    void kswapdReclaimsFromItsWakingToItsSleep() {
        add(1_000, Kind.KSWAPD_WOKEN, "reader.0", 0, 15, CALL);
        add(2_000, Kind.RECLAIMED, "kswapd0", 0, 8, null);
        add(4_000, Kind.KSWAPD_SLEEPS, "kswapd0", 0, 25, null);

        assertThat(phase("X")).singleElement().satisfies(slice -> {
            assertThat(slice.name()).isEqualTo("reclaiming");
            assertThat(slice.dur()).isEqualTo(new BigDecimal("3.000"));
        });
    }

    @Test
    void everyTaskIsANamedThread() {
        add(1_000, Kind.CALL_BEGINS, "reader.0", 0, 16384, CALL);
        add(2_000, Kind.BIO_ENDED, "SOFTIRQ", 0, 8, null);

        assertThat(phase("M"))
                .filteredOn(event -> event.name().equals("thread_name"))
                .extracting(event -> event.args().get("name"))
                .containsExactly("reader.0", "SOFTIRQ");
    }

    private void add(long nanos, Kind kind, String actor, long first, long count, LogEntry.@Nullable Call call) {
        int number = entries.size() + 1;
        entries.add(new LogEntry(number, nanos, number, new Fact(kind, actor, 1, first, count), call, null));
    }

    private List<ChromeTrace.Event> phase(String phase) {
        return ChromeTrace.of("cached", entries, words).traceEvents().stream()
                .filter(event -> event.ph().equals(phase))
                .toList();
    }
}
