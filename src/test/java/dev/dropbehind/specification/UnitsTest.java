package dev.dropbehind.specification;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "4096, 4096",
        "512b, 512",
        "64k, 65536",
        "64K, 65536",
        "64kb, 65536",
        "64KiB, 65536",
        "1M, 1048576",
        "244MiB, 255852544",
        "24GiB, 25769803776",
        "3t, 3298534883328",
        "' 1 m ', 1048576",
        "9223372036854775807, 9223372036854775807"
    })
    void sizesAreBinary(String text, long bytes) {
        assertThat(Units.bytes(text)).contains(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "-1k", "1.5g", "1kk", "1x", "5s", "9223372036854775808", "8388608t", "1 2"})
    void otherTextsAreNoSizes(String text) {
        assertThat(Units.bytes(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "20s, 20000000000",
        "250ms, 250000000",
        "80us, 80000",
        "80µs, 80000",
        "5ns, 5",
        "2m, 120000000000",
        "1.5s, 1500000000",
        "0.000001ms, 1",
        "1.234567890s, 1234567890"
    })
    void timesAreNanoseconds(String text, long nanos) {
        assertThat(Units.nanos(text)).contains(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20", "s", "1.5", "1.5d", ".5s", "1.5ns", "1d", "9999999999h", "9999999999.5h"})
    void otherTextsAreNoTimes(String text) {
        assertThat(Units.nanos(text)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999, 1000, 1001, 80_000, 250_000_000, 1_500_000_000, 31_000_000_000L, Long.MAX_VALUE})
    void aWrittenTimeReadsAsItself(long nanos) {
        assertThat(Units.nanos(Units.time(nanos))).contains(nanos);
    }
}
