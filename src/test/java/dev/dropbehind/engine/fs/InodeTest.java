package dev.dropbehind.engine.fs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.time.Timeline;
import dev.dropbehind.testing.Bench;
import org.junit.jupiter.api.Test;

/** A file's length and blocks (kernel-model §1.1); sectors of 512 bytes. */
class InodeTest {

    private static final int ROOM_PAGES = 1024;
    private static final int BLOCK = Pages.SECTORS;
    private static final long FIRST_SECTOR = 5000;

    private final Mapping mapping = Bench.empty().file();
    private final Inode file = inode(BLOCK, ROOM_PAGES);

    @Test
    void aNewFileIsEmptyAndAHole() {
        assertThat(file.sizeBytes()).isZero();
        assertThat(file.isHole(0)).isTrue();
        assertThat(file.isWritten(0)).isFalse();
        assertThat(file.endOfPiece(0, 80)).isEqualTo(80);
        assertThat(file.owesJournal(true)).isFalse();
    }

    @Test
    void blocksAreReservedOnce() {
        assertThat(file.reserveBlocks(0, 80)).isTrue();
        assertThat(file.reserveBlocks(8, 80)).isFalse();
        assertThat(file.reserveBlocks(72, 88)).isTrue();
        assertThat(file.isHole(80)).isFalse();
        assertThat(file.isHole(88)).isTrue();
        assertThat(file.isAllocated(0)).isFalse();
    }

    @Test
    void whatIsReservedWithoutAGapIsAllocatedTogether() {
        file.reserveBlocks(0, 80);
        file.reserveBlocks(160, 240);

        assertThat(file.allocate(0, 8)).isEqualTo(80);
        assertThat(file.isAllocated(79)).isTrue();
        assertThat(file.isAllocated(80)).isFalse();
        assertThat(file.isAllocated(160)).isFalse();
        assertThat(file.reserveBlocks(0, 80)).isFalse();
        assertThat(file.owesJournal(true)).isTrue();
    }

    @Test
    void aBlockIsReservedAndAllocatedAsAWhole() {
        Inode large = inode(4 * BLOCK, ROOM_PAGES);
        large.reserveBlocks(33, 34);

        assertThat(large.allocate(40, 41)).isEqualTo(64);
        assertThat(large.isAllocated(32)).isTrue();
        assertThat(large.isAllocated(31)).isFalse();
    }

    @Test
    void blocksSmallerThanAPageHaveAStateOfTheirOwn() {
        Inode small = inode(2, ROOM_PAGES);
        small.reserveBlocks(2, 4);
        small.allocate(2, 4);
        small.markWritten(2, 4);

        assertThat(small.isWritten(1)).isFalse();
        assertThat(small.isWritten(2)).isTrue();
        assertThat(small.isWritten(4)).isFalse();
        assertThat(small.endOfPiece(2, 8)).isEqualTo(4);
    }

    @Test
    void theJournalHasToKnowOfABlockThatIsWrittenFirst() {
        file.growTo(4096);
        file.reserveBlocks(0, 8);
        file.allocate(0, 8);

        assertThat(file.markWritten(0, 8)).isTrue();
        file.journal().beginCommit();
        assertThat(file.markWritten(0, 8)).isFalse();
        assertThat(file.owesJournal(true)).isFalse();
    }

    @Test
    void theDeviceKnowsOfAsMuchOfTheFileAsHasBeenWritten() {
        file.growTo(10_000);
        file.reserveBlocks(0, 24);
        file.allocate(0, 24);

        file.markWritten(0, 8);
        assertThat(file.diskSizeBytes()).isEqualTo(4096);
        file.markWritten(8, 24);
        assertThat(file.diskSizeBytes()).isEqualTo(10_000);
    }

    @Test
    void aFileOnlyGrowsByWrites() {
        file.growTo(10_000);
        file.growTo(5000);

        assertThat(file.sizeBytes()).isEqualTo(10_000);
        assertThat(file.mapping().filePages()).isEqualTo(3);
        assertThat(file.endSector()).isEqualTo(24);
    }

    @Test
    void whatIsReadAsOnePieceIsDataOrZeroes() {
        file.layDown(2, true, true);
        file.layDown(4, false, false);
        file.layDown(6, true, false);
        file.layDown(8, true, true);

        assertThat(file.endOfPiece(0, 64)).isEqualTo(16);
        assertThat(file.endOfPiece(16, 64)).isEqualTo(48);
        assertThat(file.endOfPiece(48, 64)).isEqualTo(64);
    }

    @Test
    void whatIsWrittenAsOnePieceHasBlocksThatAreAllWrittenOrNone() {
        file.layDown(2, true, true);
        file.layDown(4, true, false);
        file.layDown(6, false, false);

        assertThat(file.endOfBlocks(0, 48)).isEqualTo(16);
        assertThat(file.endOfBlocks(16, 48)).isEqualTo(32);
    }

    @Test
    void aPieceEndsWhereTheFileGoesOnElsewhereOnTheDevice() {
        Inode strewn = inode(BLOCK, 2);
        strewn.layDown(ROOM_PAGES, true, true);

        assertThat(strewn.endOfPiece(0, 64)).isEqualTo(16);
        assertThat(strewn.endOfBlocks(8, 64)).isEqualTo(16);
        assertThat(strewn.onDevice(15) - strewn.onDevice(0)).isEqualTo(15);
        assertThat(strewn.onDevice(16) - strewn.onDevice(15)).isNotEqualTo(1);
    }

    @Test
    void aShorterFileHasNoBlocksBehindItsEnd() {
        file.layDown(8, true, true);
        file.exist(Pages.bytes(8));
        file.resize(5000);
        file.freeBlocksBehindEnd();

        assertThat(file.isWritten(15)).isTrue();
        assertThat(file.isAllocated(16)).isFalse();
        assertThat(file.isWritten(16)).isFalse();
        assertThat(file.diskSizeBytes()).isEqualTo(5000);
        assertThat(file.owesJournal(true)).isTrue();
    }

    private Inode inode(int blockSectors, int piecePages) {
        return new Inode(
                "data", mapping, blockSectors, FIRST_SECTOR, Fragments.of(ROOM_PAGES, piecePages), new Timeline());
    }
}
