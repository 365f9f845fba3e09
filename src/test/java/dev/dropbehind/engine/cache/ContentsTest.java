package dev.dropbehind.engine.cache;

import static dev.dropbehind.engine.cache.LaidFile.NOWHERE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.api.Test;

/** What goes right is verified, and each way to go wrong is found, by the promise it breaks. */
class ContentsTest {

    private static final long PAGE = Pages.SIZE;
    private static final int SECTORS = Pages.SECTORS;

    private final Contents contents = Contents.kept(Pages.SIZE);
    private final LaidFile data = new LaidFile(1, 3 * PAGE + 100, 7, 8, 2, 5, NOWHERE, NOWHERE);
    private final LaidFile other = new LaidFile(3, PAGE, 9);
    private final Mapping file = data.mapping();

    ContentsTest() {
        contents.opened(file, data);
        contents.opened(other.mapping(), other);
    }

    @Test
    void whatIsReadAndDroppedAndReadAgainIsVerified() {
        readIn(0, 2);
        contents.copied(file, 0, 2 * PAGE);
        contents.dropped(file, 0, 2 * PAGE);
        readIn(0, 4);
        contents.copied(file, 10, data.sizeBytes());

        assertVerified();
    }

    @Test
    void whatIsWrittenAndStoredAndDroppedIsVerified() {
        readIn(1, 1);
        contents.written(file, PAGE + 100, PAGE + 300);
        contents.copied(file, PAGE, 2 * PAGE);
        contents.verifyReads();
        storePage(1);
        contents.synced(file, 0, data.sizeBytes(), contents.now());
        contents.dropped(file, PAGE, 2 * PAGE);
        contents.verifyDevice();
        readIn(1, 1);
        contents.copied(file, PAGE, 2 * PAGE);

        assertVerified();
    }

    @Test
    void aFileThatGrowsIntoBlocksOfItsOwnIsVerified() {
        contents.zeroed(file, 4 * PAGE, 5 * PAGE);
        contents.written(file, 4 * PAGE + 50, 4 * PAGE + 60);
        data.resize(4 * PAGE + 60);
        contents.verifyReads();
        data.place(4, 0);
        storePage(4);
        contents.dropped(file, 4 * PAGE, 5 * PAGE);
        contents.verifyDevice();

        assertVerified();
    }

    @Test
    void whatIsAroundAWriteIsZeroedWhereNothingIsCachedOfIt() {
        contents.written(file, 4 * PAGE + 50, 4 * PAGE + 60);
        contents.zeroedAround(file, 4 * PAGE, 5 * PAGE);
        contents.copied(file, 4 * PAGE, 5 * PAGE);
        readIn(0, 1);
        contents.written(file, 10, 20);
        contents.zeroedAround(file, 0, PAGE);
        contents.copied(file, 0, PAGE);

        assertVerified();
    }

    @Test
    void aHoleIsReadAsZeroes() {
        data.resize(6 * PAGE);
        contents.truncated(file, 6 * PAGE);
        contents.zeroed(file, 4 * PAGE, 6 * PAGE);
        contents.copied(file, 4 * PAGE, 6 * PAGE);
        contents.dropped(file, 4 * PAGE, 6 * PAGE);

        assertVerified();
    }

    @Test
    void aReadFromAWrongSectorIsFound() {
        contents.readIn(file, 0, SECTORS, data.onDevice(0) + 1);
        contents.copied(file, 0, PAGE);

        assertBroken(
                Promise.LAST_WRITE,
                "file 1 from byte 0 to 4096: byte 0 of file 1 as before the run expected, byte 512 of file 1 as"
                        + " before the run found");
        assertThat(contents.mismatches()).isEqualTo(PAGE);
    }

    @Test
    void aReadOfAnotherFilesBytesIsFound() {
        contents.readIn(file, 0, SECTORS, other.onDevice(0));
        contents.copied(file, 0, 1);

        assertBroken(Promise.LAST_WRITE, "byte 0 of file 3 as before the run found");
    }

    @Test
    void aReadOfWhatNothingWasReadForIsFound() {
        readIn(0, 1);
        contents.copied(file, 0, PAGE + 1);

        assertBroken(Promise.UP_TO_DATE, "file 1 from byte 4096 to 4097: ");
    }

    @Test
    void aReadThatMissesAWriteIsFound() {
        readIn(0, 1);
        contents.written(file, 0, 10);
        readIn(0, 1);
        contents.copied(file, 0, PAGE);

        assertBroken(
                Promise.LAST_WRITE,
                "file 1 from byte 0 to 10: byte 0 of file 1 by write 1 expected, byte 0 of file 1 as before");
        assertThat(contents.mismatches()).isEqualTo(10);
    }

    @Test
    void aFolioThatIsDroppedDirtyIsFound() {
        contents.written(file, 0, PAGE);
        contents.dropped(file, 0, PAGE);

        assertBroken(Promise.KEPT_ON_DROP, "by write 1 expected, byte 0 of file 1 as before the run found");
    }

    @Test
    void aFolioThatIsDroppedBeforeItsWriteHasEndedIsFound() {
        contents.written(file, 0, PAGE);
        contents.sentOut(file, 0, SECTORS, data.onDevice(0));
        contents.dropped(file, 0, PAGE);

        assertBroken(Promise.KEPT_ON_DROP, "by write 1 expected");
    }

    @Test
    void bytesChangedDuringWritebackAreLostWhereTheFolioIsNotDirtyAgain() {
        contents.written(file, 0, PAGE);
        contents.sentOut(file, 0, SECTORS, data.onDevice(0));
        contents.written(file, 8, 16);
        contents.writtenOut(data.onDevice(0), SECTORS);
        contents.dropped(file, 0, PAGE);

        assertBroken(Promise.KEPT_ON_DROP, "file 1 from byte 8 to 16: byte 8 of file 1 by write 2 expected");
        assertThat(contents.mismatches()).isEqualTo(8);
    }

    @Test
    void aWriteToAWrongSectorIsFoundWhereItWasToGoAndWhereItWent() {
        contents.written(file, 0, PAGE);
        contents.sentOut(file, 0, SECTORS, other.onDevice(0));
        contents.writtenOut(other.onDevice(0), SECTORS);
        contents.verifyDevice();

        assertBroken(Promise.STORED, "file 1 from byte 0 to 4096: byte 0 of file 1 by write 1 expected");
        assertThat(contents.mismatches()).isEqualTo(2 * PAGE);
    }

    @Test
    void aSyncThatStoresTooLittleIsFound() {
        contents.written(file, 0, 10);
        contents.synced(file, 0, PAGE, contents.now());

        assertBroken(Promise.SYNCED, "file 1 from byte 0 to 10: ");
    }

    @Test
    void aSyncNeedNotStoreWhatIsWrittenAfterItBegan() {
        contents.written(file, 0, 10);
        contents.sentOut(file, 0, 1, data.onDevice(0));
        long began = contents.now();
        contents.written(file, 5, 15);
        contents.writtenOut(data.onDevice(0), 1);
        contents.synced(file, 0, 15, began);

        assertVerified();
    }

    @Test
    void aWriteThatIsNowhereAfterTheLastSyncIsFound() {
        contents.written(file, 2 * PAGE, 2 * PAGE + 1);
        contents.verifyDevice();

        assertBroken(Promise.STORED, "file 1 from byte 8192 to 8193: ");
    }

    @Test
    void oldBytesOfTheDeviceInBlocksThatWereNeverWrittenAreFound() {
        data.resize(5 * PAGE);
        contents.truncated(file, 5 * PAGE);
        data.place(4, 1);
        contents.verifyDevice();

        assertBroken(Promise.UNWRITTEN_IS_ZERO, "file 1 from byte 16384 to 20480: zeroes expected, nothing found");
    }

    @Test
    void bytesBehindTheEndOfTheFileAreFound() {
        data.resize(PAGE + 1000);
        contents.truncated(file, PAGE + 1000);
        contents.verifyDevice();

        assertBroken(
                Promise.ZERO_BEHIND_END,
                "file 1 from byte 5096 to 8192: zeroes expected, byte 5096 of file 1 as before the run found");
    }

    @Test
    void aWriteLeavesZeroesBehindTheEndOfTheFile() {
        data.resize(PAGE + 1000);
        contents.truncated(file, PAGE + 1000);
        readIn(1, 1);
        storePage(1);
        contents.verifyDevice();

        assertVerified();
    }

    @Test
    void aLengthThatIsNotKeptIsFound() {
        contents.written(file, 3 * PAGE, 3 * PAGE + 200);
        storePage(3);
        contents.verifyDevice();

        assertBroken(Promise.STORED, "file 1 from byte 12388 to 12488: ");
        data.resize(3 * PAGE + 200);
        storePage(3);
        data.resize(3 * PAGE + 300);
        long found = contents.mismatches();
        contents.verifyDevice();

        assertThat(contents.mismatches()).isEqualTo(found + 100);
    }

    @Test
    void whatAFailedWriteLostIsNobodysAffairUntilItIsWrittenAgain() {
        contents.written(file, 0, PAGE);
        contents.sentOut(file, 0, SECTORS, data.onDevice(0));
        contents.written(file, 0, 8);
        contents.lost(file, 0, SECTORS, data.onDevice(0));
        contents.synced(file, 8, PAGE, contents.now());
        contents.verifyReads();
        assertVerified();

        contents.dropped(file, 0, PAGE);
        assertBroken(Promise.KEPT_ON_DROP, "file 1 from byte 0 to 8: byte 0 of file 1 by write 2 expected");
    }

    @Test
    void readsDuringADirectWriteMaySeeOldAndNewBytesAndAfterwardsOnlyNewOnes() {
        readIn(0, 2);
        long write = contents.directWriteBegins(file, 0, 2 * PAGE);
        contents.directWritten(file, 0, SECTORS, data.onDevice(0), write);
        contents.dropped(file, 0, PAGE);
        readIn(0, 1);
        contents.copied(file, 0, 2 * PAGE);
        contents.directRead(file, 0, 2 * SECTORS, data.onDevice(0), contents.now());
        contents.directWritten(file, SECTORS, SECTORS, data.onDevice(SECTORS), write);
        contents.directWriteEnds(file, 0, 2 * PAGE, write);
        contents.directRead(file, 0, 2 * SECTORS, data.onDevice(0), contents.now());
        contents.copied(file, 0, PAGE);
        assertVerified();

        contents.copied(file, PAGE, 2 * PAGE);
        assertBroken(Promise.LAST_WRITE, "file 1 from byte 4096 to 8192: byte 4096 of file 1 by write 1 expected");
    }

    @Test
    void aDirectReadMayMissWhatIsWrittenAfterItBegan() {
        long began = contents.now();
        contents.written(file, 0, 10);
        contents.directRead(file, 0, SECTORS, data.onDevice(0), began);
        assertVerified();

        contents.directRead(file, 0, SECTORS, data.onDevice(0), contents.now());
        assertBroken(Promise.LAST_WRITE, "file 1 from byte 0 to 10: ");
    }

    @Test
    void aDirectReadOfAHoleIsZeroes() {
        contents.directRead(file, 0, 1, Contents.HOLE, contents.now());

        assertBroken(Promise.LAST_WRITE, "file 1 from byte 0 to 512: byte 0 of file 1 as before the run expected");
    }

    @Test
    void aTruncatedFileReadsAsZeroesWhenItGrowsAgain() {
        readIn(0, 1);
        contents.truncated(file, 100);
        contents.truncated(file, PAGE);
        contents.copied(file, 0, 100);
        assertVerified();

        contents.copied(file, 0, PAGE);
        assertBroken(Promise.LAST_WRITE, "file 1 from byte 100 to 4096: zeroes expected");
    }

    @Test
    void whereNothingIsKeptNothingIsFound() {
        Contents none = Contents.none();
        none.opened(file, data);
        none.written(file, 0, PAGE);
        none.dropped(file, 0, PAGE);
        none.copied(file, 0, PAGE);
        none.writtenOut(0, SECTORS);
        none.verifyReads();
        none.verifyDevice();

        assertThat(none.dataVerified()).isNull();
        assertThat(none.mismatches()).isZero();
    }

    @Test
    void aFileThatWasNeverOpenedIsLeftAlone() {
        Mapping unknown = new LaidFile(8, PAGE, 0).mapping();
        contents.copied(unknown, 0, PAGE);
        contents.copied(new LaidFile(2, PAGE, 0).mapping(), 0, PAGE);

        assertVerified();
    }

    @Test
    void contentsAreKeptWhereFilesAndRecordsAreFew() {
        long most = Contents.MAX_BYTES;
        long smallest = most / Contents.MAX_RECORDS;

        assertThat(isKept(Specs.small().job(Specs.reader(IoMode.CACHED, smallest, most))))
                .isTrue();
        assertThat(isKept(Specs.small().job(Specs.reader(IoMode.CACHED, smallest - 1, most))))
                .isFalse();
        assertThat(isKept(Specs.small().job(Specs.reader(IoMode.CACHED, PAGE, most + 1))))
                .isFalse();
        assertThat(isKept(Specs.small()
                        .job(Specs.reader(IoMode.CACHED, PAGE, most))
                        .job(Specs.reader(IoMode.CACHED, PAGE, most))))
                .isTrue();
        assertThat(isKept(Specs.small()
                        .job(Specs.reader(IoMode.CACHED, PAGE, most))
                        .job(Specs.loop("other", IoMode.CACHED, PAGE, "other", PAGE))))
                .isFalse();
    }

    private boolean isKept(Specs specs) {
        Contents decided = Contents.of(specs.spec());
        decided.opened(file, data);
        return decided.dataVerified() != null;
    }

    private void readIn(int first, int count) {
        for (int page = first; page < first + count; page++) {
            contents.readIn(file, sectorOf(page), SECTORS, data.onDevice(sectorOf(page)));
        }
    }

    private void storePage(int page) {
        long onDevice = data.onDevice(sectorOf(page));
        contents.sentOut(file, sectorOf(page), SECTORS, onDevice);
        contents.writtenOut(onDevice, SECTORS);
    }

    private static long sectorOf(int page) {
        return (long) page * SECTORS;
    }

    private void assertVerified() {
        for (Promise promise : Promise.values()) {
            assertThat(contents.firstMismatch(promise)).isNull();
        }
        assertThat(contents.dataVerified()).isTrue();
    }

    private void assertBroken(Promise promise, String words) {
        assertThat(contents.firstMismatch(promise)).contains(words);
        assertThat(contents.dataVerified()).isFalse();
    }
}
