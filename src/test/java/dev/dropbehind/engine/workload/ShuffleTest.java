package dev.dropbehind.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffleTest {

    private final Random64 random = new Seeds(7).of("shuffle");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 16, 17, 63, 64, 65, 1000, 4097, 65_537})
    void eachNumberComesOnce(int count) {
        Shuffle shuffle = new Shuffle(count);
        for (int order = 0; order < 20; order++) {
            shuffle.renew(random);
            boolean[] seen = new boolean[count];
            for (int place = 0; place < count; place++) {
                int number = (int) shuffle.at(place);
                assertThat(seen[number]).as("%d again, of %d", number, count).isFalse();
                seen[number] = true;
            }
        }
    }

    /** The mean distance of two numbers below a million is a third of a million. */
    @Test
    void neighboursAreFarApart() {
        int count = 1_000_000;
        Shuffle shuffle = new Shuffle(count);
        shuffle.renew(random);
        double distance = LongStream.range(0, 20_000)
                .map(place -> Math.abs(shuffle.at(place) - shuffle.at(place + 1)))
                .average()
                .orElseThrow();

        assertThat(distance / count).isBetween(0.32, 0.345);
    }

    @Test
    void theLongestFileByteByByteHasAnOrder() {
        long count = 1L << 42;
        Shuffle shuffle = new Shuffle(count);
        shuffle.renew(random);

        assertThat(LongStream.range(0, 1000).map(shuffle::at).distinct().count())
                .isEqualTo(1000);
        assertThat(shuffle.at(count - 1)).isBetween(0L, count - 1);
    }
}
