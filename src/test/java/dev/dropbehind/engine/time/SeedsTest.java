package dev.dropbehind.engine.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SeedsTest {

    private final Seeds seeds = new Seeds(42);

    @Test
    void theSameSeedAndNameGiveTheSameNumbers() {
        assertThat(draws(seeds.of("device"), 100)).isEqualTo(draws(new Seeds(42).of("device"), 100));
    }

    @Test
    void theNumbersAreTheSameOnEveryMachineAndInEveryVersion() {
        assertThat(draws(seeds.of("device"), 3))
                .containsExactly(3204380302034028263L, -247490897551355227L, 6034287159927925509L);
    }

    @Test
    void componentsDrawIndependently() {
        Random64 device = seeds.of("device");
        Random64 scheduler = seeds.of("scheduler");
        Random64 deviceAlone = new Seeds(42).of("device");
        for (int i = 0; i < 100; i++) {
            scheduler.nextLong();
            assertThat(device.nextLong()).isEqualTo(deviceAlone.nextLong());
        }
    }

    @Test
    void otherNamesAndOtherSeedsShareNoNumber() {
        Set<Long> drawn = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            for (String component : new String[] {"", "a", "b", "ab", "ba", "device", "devicf"}) {
                for (long draw : draws(new Seeds(seed).of(component), 50)) {
                    assertThat(drawn.add(draw)).isTrue();
                }
            }
        }
    }

    @Test
    void neighbouringSeedsDifferInAboutHalfOfTheBits() {
        long differing = 0;
        for (long seed = 0; seed < 1_000; seed++) {
            long one = new Seeds(seed).of("device").nextLong();
            long other = new Seeds(seed + 1).of("device").nextLong();
            differing += Long.bitCount(one ^ other);
        }
        assertThat(differing / 1_000.0).isBetween(31.0, 33.0);
    }

    @Test
    void aRangeIncludesBothEndsAndNothingElse() {
        Random64 random = seeds.of("range");
        Set<Long> drawn = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            drawn.add(random.between(-2, 3));
        }
        assertThat(drawn).containsExactlyInAnyOrder(-2L, -1L, 0L, 1L, 2L, 3L);
        assertThat(random.between(7, 7)).isEqualTo(7);
    }

    @Test
    void everyNumberOfARangeIsAsLikely() {
        Random64 random = seeds.of("fair");
        int[] counts = new int[6];
        for (int i = 0; i < 600_000; i++) {
            counts[(int) random.between(0, 5)]++;
        }
        assertThat(counts).hasSize(6);
        for (int count : counts) {
            assertThat(count).isBetween(98_500, 101_500);
        }
    }

    @Test
    void aRangeThatDoesNotDivideAllNumbersIsFairToo() {
        Random64 random = seeds.of("wide");
        long high = Long.MAX_VALUE / 2;
        int[] remainders = new int[3];
        for (int i = 0; i < 90_000; i++) {
            long drawn = random.between(Long.MIN_VALUE, high);
            assertThat(drawn).isLessThanOrEqualTo(high);
            remainders[(int) Long.remainderUnsigned(drawn - Long.MIN_VALUE, 3)]++;
        }
        for (int count : remainders) {
            assertThat(count).isBetween(29_000, 31_000);
        }
    }

    @Test
    void theWidestRangeIsEveryNumber() {
        Random64 random = seeds.of("widest");
        Random64 plain = seeds.of("widest");
        assertThat(random.between(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(plain.nextLong());
    }

    @Test
    void anEmptyRangeIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> seeds.of("empty").between(1, 0))
                .withMessageContaining("between 1 and 0");
    }

    private static long[] draws(Random64 random, int count) {
        return LongStream.generate(random::nextLong).limit(count).toArray();
    }
}
