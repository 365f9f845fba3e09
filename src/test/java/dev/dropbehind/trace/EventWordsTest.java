package dev.dropbehind.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.CachedFile;
import dev.dropbehind.engine.LogEntry;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Fact.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class EventWordsTest {

    private static final LogEntry.Call CALL = new LogEntry.Call(3, 1000, 65536, 32768);

    private final EventWords words = new EventWords(List.of(new CachedFile(1, "data", 96, 0)));

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "WINDOW_AT_MARKER; marker met at page 16 by read(65536, 32768)",
                "WINDOW_AT_START; page 16, the start of the file, missed by read(65536, 32768)",
                "WINDOW_CONTINUES_LAST_CALL; page 16, right behind the last call, missed by read(65536, 32768)",
                "WINDOW_OVERSIZED; page 16 missed by read(65536, 32768), longer than the read-ahead limit",
                "WINDOW_FORCED; page 16 missed by read(65536, 32768) with read-ahead off"
            })
    void aDeviceReadIsExplainedInOneSentence(Kind rule, String why) {
        LogEntry read = new LogEntry(
                1, 1, 1, new Fact(Kind.BIO_SUBMITTED, "reader.0", 1, 32, 32), CALL, new LogEntry.Cause(rule, 16));

        assertThat(words.of(read)).isEqualTo("read pages 32–63 of data: " + why);
    }

    @Test
    void everyRuleHasItsOwnWords() {
        List<String> sentences = Arrays.stream(Kind.values())
                .filter(Kind::isRule)
                .map(rule -> new LogEntry(
                        1, 1, 1, new Fact(Kind.BIO_SUBMITTED, "r", 1, 0, 1), CALL, new LogEntry.Cause(rule, 0)))
                .map(words::of)
                .toList();

        assertThat(sentences).hasSizeGreaterThan(9).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyKindIsSaidWithItsNumbers(Kind kind) {
        LogEntry entry = new LogEntry(1, 1, 1, new Fact(kind, "r", 1, 65536, 32768), CALL, null);

        assertThat(words.of(entry)).containsPattern("65536|32768");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "CALL_BEGINS; begins read(65536, 32768) of data",
                "CALL_RETURNS; returns 1 bytes from read(65536, 32768) of data",
                "WRITE_BEGINS; write() begins, 1 bytes at 5 of data",
                "WRITE_SUBMITTED; page 5 of data sent to the device",
                "PAGE_MISSING; page 5 of data looked for and not cached",
                "KSWAPD_WOKEN; kswapd woken at 1 free pages",
                "BIO_ENDED; bio of 1 page completed",
                "BIO_DEFERRED; bio of 1 page left to a worker, since its end may sleep"
            })
    void anEventIsSaidInTheOrderOfASentence(Kind kind, String sentence) {
        assertThat(words.of(new LogEntry(1, 1, 1, new Fact(kind, "r", 1, 5, 1), CALL, null)))
                .isEqualTo(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "DROPPED; writers.3 had written to it by write(0, 6000), dropped by kworker/0 12 µs ago",
                "RECLAIMED; writers.3 had written to it by write(0, 6000), reclaimed by kworker/0 12 µs ago",
                "TRUNCATED; writers.3 had written to it by write(0, 6000), cut off by kworker/0 12 µs ago",
                "INVALIDATED; writers.3 had written to it by write(0, 6000), removed by kworker/0 12 µs ago",
                "; writers.3 had written to it by write(0, 6000), and no more of it is up to date"
            })
    void aReadForAWriteSaysWhoseEdgeItIsAndWhyItIsGone(@Nullable Kind gone, String why) {
        LogEntry.Edge edge = new LogEntry.Edge("writers.3", 0, 6000, 1000, gone, "kworker/0", 8000);
        Fact read = new Fact(Kind.EDGES_READ, "writers.4", 1, 1, 1);

        assertThat(words.of(new LogEntry(1, 20_000, 1, read, null, null, edge)))
                .isEqualTo("read page 1 of data for a write of a part of it: " + why);
    }

    @Test
    void aFileThatNoJobNamesHasNoName() {
        LogEntry entry = new LogEntry(1, 1, 1, new Fact(Kind.RECLAIMED, "kswapd0", 0, 5, 2), null, null);

        assertThat(words.fileOf(entry.fact())).isEmpty();
        assertThat(words.of(entry)).isEqualTo("pages 5–6 reclaimed");
    }

    @Test
    void everyKindIsInOneGroup() {
        assertThat(Arrays.stream(EventGroup.values())
                        .flatMap(group -> group.kinds().stream())
                        .collect(Collectors.toList()))
                .containsExactlyInAnyOrder(Kind.values());
    }

    @ParameterizedTest
    @EnumSource(value = Kind.class, mode = Mode.MATCH_ALL, names = "WINDOW_.*")
    void everyWindowIsARule(Kind kind) {
        assertThat(kind.isRule()).isTrue();
        assertThat(EventGroup.of(kind)).isEqualTo(EventGroup.READAHEAD);
    }
}
