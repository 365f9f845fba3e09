package dev.dropbehind.engine.nfsd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.nfsd.RequestCutter.Cut;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of kernel-model §8.9. */
class RequestCutterTest {

    private static final int DEVICE_BLOCK = 4096;
    private static final int ANY_MEMORY = 1;

    @ParameterizedTest
    @CsvSource({
        // The two WRITEs of 47008 bytes that the list shows.
        "4096, 0, 47008, 0, 45056",
        "4096, 47008, 94016, 49152, 90112",
        "16384, 0, 47008, 0, 32768",
        "16384, 47008, 94016, 49152, 81920",
        "4096, 4096, 1052672, 4096, 1052672",
        "16384, 4096, 1052672, 16384, 1048576",
        "4096, 1, 8191, 0, 0",
        "16384, 1000, 33000, 16384, 32768"
    })
    void theMiddleIsWhatCoversBlocksToCutAt(int cutAlign, long from, long end, long middle, long middleEnd) {
        Cut cut = new RequestCutter(DEVICE_BLOCK, ANY_MEMORY, cutAlign).cut(from, end);

        Cut expected = middle == middleEnd ? RequestCutter.whole(from, end) : new Cut(from, middle, middleEnd, end);
        assertThat(cut).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 0, 65536, a file that says nothing of direct I/O",
        "4096, 1, 0, 4095, a WRITE shorter than a block",
        "512, 4096, 0, 1024, a WRITE shorter than what memory is aligned to",
        "4096, 1, 4000, 8000, a WRITE that covers no block",
        "4096, 512, 96, 65536, a middle 4000 bytes behind the page that the data begins at"
    })
    void whatCannotGoPastThePageCacheIsOneBufferedSegment(
            int offsetAlign, int memoryAlign, long from, long end, String what) {
        Cut cut = new RequestCutter(offsetAlign, memoryAlign, 4096).cut(from, end);

        assertThat(cut).as(what).isEqualTo(RequestCutter.whole(from, end));
        assertThat(cut.isWhole()).isTrue();
        assertThat(cut.isDirect(from)).isFalse();
    }

    @Test
    void cutsAreNeverFinerThanDirectIoIs() {
        assertThat(new RequestCutter(8192, ANY_MEMORY, 4096).cut(4096, 65536))
                .isEqualTo(new Cut(4096, 8192, 65536, 65536));
    }

    @Test
    void segmentsCoverTheRangeOnceAndOnlyAlignedOnesAreDirect() {
        Random64 random = new Seeds(1).of("cuts");
        int direct = 0;
        for (int i = 0; i < 20_000; i++) {
            int offsetAlign = 512 << random.between(0, 3);
            int memoryAlign = 1 << random.between(0, 9);
            int cutAlign = 4096 << random.between(0, 4);
            long from = random.between(0, 1 << 22);
            long end = from + random.between(1, 1 << 20);
            Cut cut = new RequestCutter(offsetAlign, memoryAlign, cutAlign).cut(from, end);

            long position = from;
            int segments = 0;
            while (position < end) {
                long behind = cut.endOfSegment(position);
                assertThat(behind).isGreaterThan(position).isLessThanOrEqualTo(end);
                if (cut.isDirect(position)) {
                    assertThat(position % Math.max(offsetAlign, cutAlign)).isZero();
                    assertThat(behind % Math.max(offsetAlign, cutAlign)).isZero();
                    assertThat((position - from) % memoryAlign).isZero();
                    direct++;
                }
                position = behind;
                segments++;
            }
            assertThat(segments).isBetween(1, 3);
            assertThat(cut.isWhole()).isEqualTo(segments == 1);
        }
        assertThat(direct).isPositive();
    }
}
