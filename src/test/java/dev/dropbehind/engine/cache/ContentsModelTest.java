package dev.dropbehind.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random sequences, right and wrong ones, against arrays that hold a number for each byte: the same bytes are found to
 * be other than expected, after every step.
 */
class ContentsModelTest {

    private static final int FILE_BYTES = 6 * Pages.SIZE;
    private static final int DEVICE_BYTES = 8 * Pages.SIZE;
    private static final int BLOCK = 1024;
    private static final int SECTOR = Pages.SECTOR_SIZE;
    private static final int STEPS = 300;
    private static final int FIRST_BIO = 8;

    private static final long VALUES = FILE_BYTES + 1;
    private static final long ZERO = 0;
    private static final long NOTHING = -1;
    private static final long ANYTHING = -2;

    private final Contents contents = Contents.kept(BLOCK);
    private final LaidFile data = new LaidFile(0, 4 * Pages.SIZE + 77, 3, 4, 0, LaidFile.NOWHERE, 7, 2);
    private final Mapping file = data.mapping();
    private final long[] reference = new long[FILE_BYTES];
    private final long[] cache = new long[FILE_BYTES];
    private final long[] device = new long[DEVICE_BYTES];
    private final long[] underWay = new long[DEVICE_BYTES];
    private long size = data.sizeBytes();
    private long stamp;
    private long truncatedAt;
    private long mismatches;

    static long[] seeds() {
        return LongStream.rangeClosed(1, 40).toArray();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void findsWhatArraysOfBytesFind(long seed) {
        Random64 random = new Seeds(seed).of("contents");
        open();
        for (int step = 0; step < STEPS; step++) {
            int what = (int) random.between(0, 12);
            int from = (int) random.between(0, FILE_BYTES - 1);
            int to = (int) random.between(from + 1, Math.min(FILE_BYTES, from + 3L * Pages.SIZE));
            if (random.between(0, 1) == 0) {
                from = from / Pages.SIZE * Pages.SIZE;
                to = Math.min(FILE_BYTES, from + Pages.SIZE);
            }
            if (what >= FIRST_BIO) {
                from = from / SECTOR * SECTOR;
                to = Math.max(from + SECTOR, to / SECTOR * SECTOR);
            }
            move(what, from, to, random);
            assertThat(contents.mismatches()).as("step " + step + ": " + what).isEqualTo(mismatches);
            assertThat(contents.dataVerified()).isEqualTo(mismatches == 0);
        }
    }

    private void open() {
        contents.opened(file, data);
        Arrays.fill(cache, NOTHING);
        Arrays.fill(device, NOTHING);
        Arrays.fill(underWay, NOTHING);
        for (int i = 0; i < FILE_BYTES; i++) {
            if (data.isWritten(i / SECTOR) && i < endOfLastBlock()) {
                reference[i] = i < size ? value(0, i) : ZERO;
                device[onDevice(i)] = reference[i];
            }
        }
    }

    private void move(int what, int from, int to, Random64 random) {
        int address = addressOf(from, to - from, random);
        long began = random.between(0, 3) == 0 ? random.between(0, stamp) : stamp;
        switch (what) {
            case 0 -> write(from, to);
            case 1 -> zero(from, to);
            case 2 -> drop(from, to);
            case 3 -> copyOut(from, to);
            case 4 -> truncate(to);
            case 5 -> sync(from, to, began);
            case 6 -> verifyReads();
            case 7 -> verifyDevice();
            case 8 -> readIn(from, to, address);
            case 9 -> sendOut(from, to, address);
            case 10 -> writeOut(address, to - from);
            case 11 -> lose(from, to, address);
            default -> writeDirectly(from, to, address, began);
        }
    }

    /** Returns where a range lies where that is in one piece, most of the time, or anywhere. */
    private int addressOf(int from, int length, Random64 random) {
        long sector = from / SECTOR;
        long end = sector + length / SECTOR;
        boolean inOnePiece = data.isWritten(sector) && data.endOfPiece(sector, end) == end;
        long place = inOnePiece && random.between(0, 9) > 0
                ? data.onDevice(sector)
                : random.between(0, (DEVICE_BYTES - length) / SECTOR);
        return (int) place * SECTOR;
    }

    private void write(int from, int to) {
        contents.written(file, from, to);
        stamp++;
        for (int i = from; i < to; i++) {
            reference[i] = value(stamp, i);
            cache[i] = reference[i];
        }
        size = Math.max(size, to);
        data.resize(size);
    }

    private void zero(int from, int to) {
        contents.zeroed(file, from, (from + to) / 2);
        Arrays.fill(cache, from, (from + to) / 2, ZERO);
        contents.zeroedAround(file, from, to);
        for (int i = from; i < to; i++) {
            cache[i] = cache[i] == NOTHING ? ZERO : cache[i];
        }
    }

    private void readIn(int from, int to, int address) {
        contents.readIn(file, from / SECTOR, (to - from) / SECTOR, address / SECTOR);
        System.arraycopy(device, address, cache, from, to - from);
    }

    private void sendOut(int from, int to, int address) {
        contents.sentOut(file, from / SECTOR, (to - from) / SECTOR, address / SECTOR);
        for (int i = from; i < to; i++) {
            underWay[address + i - from] = i < size ? cache[i] : ZERO;
        }
    }

    private void writeOut(int address, int length) {
        contents.writtenOut(address / SECTOR, length / SECTOR);
        System.arraycopy(underWay, address, device, address, length);
        Arrays.fill(underWay, address, address + length, NOTHING);
    }

    private void drop(int from, int to) {
        contents.dropped(file, from, to);
        compareStored(from, Math.min(to, size), stamp);
        Arrays.fill(cache, from, to, NOTHING);
    }

    private void copyOut(int from, int to) {
        contents.copied(file, from, to);
        for (int i = from; i < to; i++) {
            compare(i, cache[i], stamp);
        }
    }

    private void truncate(int bytes) {
        contents.truncated(file, bytes);
        stamp++;
        truncatedAt = stamp;
        Arrays.fill(reference, (int) Math.min(bytes, size), (int) Math.max(bytes, size), ZERO);
        size = bytes;
        data.resize(bytes);
    }

    private void sync(int from, int to, long began) {
        contents.synced(file, from, to, began);
        if (truncatedAt <= began) {
            compareStored(from, Math.min(to, size), began);
        }
    }

    private void verifyReads() {
        contents.verifyReads();
        for (int i = 0; i < size; i++) {
            compare(i, cache[i] == NOTHING ? stored(i) : cache[i], stamp);
        }
    }

    private void verifyDevice() {
        contents.verifyDevice();
        compareStored(0, endOfLastBlock(), stamp);
    }

    private void lose(int from, int to, int address) {
        contents.lost(file, from / SECTOR, (to - from) / SECTOR, address / SECTOR);
        for (int i = from; i < Math.min(to, size); i++) {
            reference[i] = reference[i] == underWay[address + i - from] ? ANYTHING : reference[i];
        }
        Arrays.fill(underWay, address, address + to - from, NOTHING);
    }

    private void writeDirectly(int from, int to, int address, long began) {
        long write = contents.directWriteBegins(file, from, to);
        stamp++;
        contents.directWritten(file, from / SECTOR, (to - from) / SECTOR, address / SECTOR, write);
        for (int i = from; i < to; i++) {
            device[address + i - from] = value(stamp, i);
        }
        contents.directWriteEnds(file, from, to, write);
        for (int i = from; i < to; i++) {
            reference[i] = reference[i] == ANYTHING ? ANYTHING : value(stamp, i);
        }
        size = Math.max(size, to);
        data.resize(size);
        contents.directRead(file, from / SECTOR, (to - from) / SECTOR, address / SECTOR, began);
        for (int i = from; i < to; i++) {
            compare(i, device[address + i - from], began);
        }
    }

    private void compareStored(long from, long to, long upTo) {
        for (int i = (int) from; i < to; i++) {
            compare(i, stored(i), upTo);
        }
    }

    private long stored(int fileByte) {
        return data.isWritten(fileByte / SECTOR) ? device[onDevice(fileByte)] : ZERO;
    }

    private int onDevice(int fileByte) {
        return (int) (data.onDevice(fileByte / SECTOR) * SECTOR) + fileByte % SECTOR;
    }

    private long endOfLastBlock() {
        return Math.ceilDiv(size, BLOCK) * BLOCK;
    }

    private void compare(int fileByte, long found, long upTo) {
        long expected = reference[fileByte];
        boolean isChecked = expected != ANYTHING && expected / VALUES <= upTo;
        mismatches += isChecked && found != expected ? 1 : 0;
    }

    /** A number above zero for each write and byte, whose quotient tells the write. */
    private static long value(long stamp, int fileByte) {
        return stamp * VALUES + 1 + fileByte;
    }
}
