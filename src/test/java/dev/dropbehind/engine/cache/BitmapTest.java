package dev.dropbehind.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class BitmapTest {

    private static final int PLACES = 150_000;

    private final Bitmap bitmap = new Bitmap();

    @Test
    void itAgreesWithAPlainSetOfBitsWhateverIsMarkedAndUnmarked() {
        BitSet plain = new BitSet();
        Random64 random = new Seeds(1).of("bitmap");
        for (int turn = 0; turn < 4000; turn++) {
            int first = (int) random.between(0, PLACES);
            int length = (int) random.between(1, turn % 10 == 0 ? 100_000 : 200);
            int end = Math.min(PLACES, first + length);
            long before = plain.cardinality();
            if (random.between(0, 1) == 0) {
                long added = bitmap.set(first, end);
                plain.set(first, Math.max(first, end));
                assertThat(added).isEqualTo(plain.cardinality() - before);
            } else {
                long removed = bitmap.clear(first, end);
                plain.clear(first, Math.max(first, end));
                assertThat(removed).isEqualTo(before - plain.cardinality());
            }
            int from = (int) random.between(0, PLACES);
            int set = plain.nextSetBit(from);
            assertThat(bitmap.nextSet(from, PLACES)).isEqualTo(set < 0 ? PLACES : set);
            assertThat(bitmap.nextClear(from, PLACES)).isEqualTo(Math.min(PLACES, plain.nextClearBit(from)));
            assertThat(bitmap.isSet(from)).isEqualTo(plain.get(from));
            assertThat(bitmap.count()).isEqualTo(plain.cardinality());
        }
    }

    @Test
    void nothingIsMarkedAtFirst() {
        assertThat(bitmap.isEmpty()).isTrue();
        assertThat(bitmap.isSet(1L << 33)).isFalse();
        assertThat(bitmap.nextSet(0, 1L << 33)).isEqualTo(1L << 33);
        assertThat(bitmap.nextClear(5, 10)).isEqualTo(5);
    }

    @Test
    void aWholeFileOfTerabytesTakesNoMemoryForItsMarks() {
        bitmap.set(0, 1L << 30);
        assertThat(bitmap.count()).isEqualTo(1L << 30);
        assertThat(bitmap.nextClear(0, 1L << 31)).isEqualTo(1L << 30);
        bitmap.clear(77, 78);
        assertThat(bitmap.nextClear(0, 1L << 30)).isEqualTo(77);
        assertThat(bitmap.isSet(1 << 20)).isTrue();
    }
}
