package dev.dropbehind.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioBatch;
import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec.Fadvise;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DontneedCallTest {

    private static final CostModel COSTS = CostModel.priors();

    private Bench bench = Bench.empty();

    @Test
    void cachedPagesOfTheRangeGoAndNoOthers() {
        bench.readIn(0, 96, false);

        giveUp(Pages.bytes(8), Pages.bytes(80));

        assertThat(bench.file().nextMissing(0, 96)).isEqualTo(8);
        assertThat(bench.file().nextPresent(8, 96)).isEqualTo(88);
        assertThat(bench.file().cachedPages()).isEqualTo(16);
        assertThat(bench.count(Counter.DONTNEED_DROPPED)).isEqualTo(80);
        assertThat(bench.count(Counter.DONTNEED_CALLS)).isEqualTo(1);
    }

    @Test
    void pagesThatLiePartlyInTheRangeStay() {
        bench.readIn(0, 4, false);

        giveUp(1, Pages.bytes(3));

        assertThat(bench.file().cachedPages()).isEqualTo(2);
        assertThat(bench.file().nextMissing(0, 4)).isEqualTo(1);
        assertThat(bench.file().nextPresent(1, 4)).isEqualTo(3);
    }

    @Test
    void aRangeWithinAPageGivesUpNothing() {
        bench.readIn(0, 4, false);

        giveUp(Pages.SIZE + 1, 100);

        assertThat(bench.file().cachedPages()).isEqualTo(4);
    }

    @Test
    void aRangeUpToTheEndOfTheFileTakesItsLastPageEvenIfThatIsPartial() {
        int last = bench.file().filePages() - 1;
        bench.readIn(last, 1, false);
        long size = Pages.bytes(last) + 10;

        giveUp(size, Pages.bytes(last), 9);
        assertThat(bench.file().cachedPages()).isEqualTo(1);

        giveUp(size, Pages.bytes(last), 10);
        assertThat(bench.file().cachedPages()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, FolioTable.MAX_SIBLINGS})
    void largeFoliosThatLiePartlyInTheRangeStayWhole(int maxSiblings) {
        bench = Bench.of(
                Specs.small()
                        .fileSystem(FileSystemSpec.Type.EXT4)
                        .job(Specs.reader(IoMode.CACHED, 4096, 64 << 10))
                        .spec(),
                maxSiblings);
        bench.machine().allocator().takeBlocks(4, 2, bench.bill());
        bench.cache().insertForRead(bench.file(), 0, 16, 2, false, 0);
        bench.machine().counters().add(Counter.READAHEAD_PAGES, 16);
        bench.endRead(0, 16);

        giveUp(Pages.bytes(2), Pages.bytes(12));

        assertThat(bench.file().nextMissing(0, 16)).isEqualTo(4);
        assertThat(bench.file().nextPresent(4, 16)).isEqualTo(12);
        assertThat(bench.count(Counter.DONTNEED_DROPPED)).isEqualTo(8);
    }

    @Test
    void whatReclaimTookOfTheRangeIsForgotten() {
        bench.readIn(0, 93, false);
        bench.relief().reclaim(93);
        assertThat(bench.file().shadowPages()).isEqualTo(93);

        giveUp(0, Pages.bytes(64));
        bench.readIn(0, 93, false);

        assertThat(bench.count(Counter.WORKINGSET_REFAULT_FILE)).isEqualTo(93 - 64);
        bench.check();
    }

    @Test
    void whatIsUsedOrLockedStays() {
        bench.readIn(0, 8, false);
        bench.beginRead(8, 8, false);
        FolioBatch another = bench.lookUp(2, 4);

        giveUp(0, Pages.bytes(16));

        assertThat(bench.file().cachedPages()).isEqualTo(2 + 8);
        assertThat(bench.file().nextPresent(0, 16)).isEqualTo(2);
        bench.release(another);
        bench.endRead(8, 8);
        giveUp(0, Pages.bytes(16));
        assertThat(bench.file().cachedPages()).isZero();
    }

    @Test
    void whatWaitsInTheBatchOfAnotherProcessorIsDrainedAndGoes() {
        bench.machine().allocator().take(bench.relief(), 8);
        bench.cache().insertForRead(bench.file(), 0, 8, 0, false, 1);
        bench.machine().counters().add(Counter.READAHEAD_PAGES, 8);
        bench.endRead(0, 8);
        bench.bill().settle();

        long drained = giveUp(0, Pages.bytes(8));

        assertThat(bench.file().cachedPages()).isZero();
        assertThat(drained)
                .isEqualTo(COSTS.of(Cost.SYSCALL)
                        + 2 * (COSTS.of(Cost.INDEX_LOOKUP) + 8 * COSTS.of(Cost.INDEX_STEP))
                        + 8 * (COSTS.of(Cost.DROP_FOLIO) + COSTS.of(Cost.DROP_PAGE)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, FolioTable.MAX_SIBLINGS})
    void itCostsABatchOfFoliosAtATimeHoweverManyARowHas(int maxSiblings) {
        bench = Bench.withPages(4096, 0, maxSiblings);
        bench.readIn(3, 100, false);
        bench.bill().settle();

        assertThat(giveUp(0, Pages.bytes(200)))
                .isEqualTo(COSTS.of(Cost.SYSCALL)
                        + 4 * COSTS.of(Cost.INDEX_LOOKUP)
                        + 100 * (COSTS.of(Cost.INDEX_STEP) + COSTS.of(Cost.DROP_FOLIO) + COSTS.of(Cost.DROP_PAGE)));
    }

    private long giveUp(long from, long length) {
        return giveUp(Pages.bytes(bench.file().filePages()), from, length);
    }

    /** Gives up a range of a file of that size; returns what it costs. */
    private long giveUp(long fileBytes, long from, long length) {
        OpenFile file = new OpenFile(
                Inode.inOnePiece("data", bench.file(), fileBytes),
                Specs.ufs(128, 32).queue(),
                Fadvise.NONE);
        DontneedCall call = new DontneedCall(
                bench.cache(),
                bench.machine().fileSystem().operations(),
                bench.machine().counters(),
                file,
                bench.task(),
                bench.bill());
        call.begin(from, length);
        long cost = 0;
        while (call.advance() == Progress.PAY) {
            cost += bench.bill().settle();
        }
        bench.check();
        return cost;
    }

    /** Opens the file of a bench. */
    static OpenFile open(Bench bench, QueueSpec queue) {
        return new OpenFile(
                Inode.inOnePiece("data", bench.file(), Pages.bytes(bench.file().filePages())), queue, Fadvise.NONE);
    }
}
