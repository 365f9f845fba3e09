package dev.dropbehind.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.fs.Inode;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.JobSpec.Fadvise;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.api.Test;

class TruncateCallTest {

    private final Bench bench = Bench.empty();
    private final Machine machine = bench.machine();
    private final Inode file = machine.files().getFirst();

    @Test
    void dirtyFoliosThatWereToBeDroppedAreCountedOutAndNeitherWrittenNorDropped() {
        dirty(10, 8);
        assertThat(bench.count(Counter.WB_DONTCACHE_DIRTY)).isEqualTo(8);

        cut(Pages.bytes(12));

        assertThat(bench.count(Counter.WB_DONTCACHE_DIRTY)).isEqualTo(2);
        assertThat(bench.count(Counter.NR_FILE_DIRTY)).isEqualTo(2);
        assertThat(bench.count(Counter.TRUNCATED_PAGES)).isEqualTo(6);
        assertThat(bench.count(Counter.WB_STARTED)).isZero();
        assertThat(bench.count(Counter.DROPBEHIND_DROPPED)).isZero();
        assertThat(bench.file().cachedPages()).isEqualTo(2);
    }

    @Test
    void mappedPagesBehindTheNewEndLeaveThePageTables() {
        bench.readIn(0, 8, false);
        bench.cache().mapAround(bench.file(), 0, 8);

        cut(Pages.bytes(3));

        assertThat(bench.file().mappedIn(0, 8)).isEqualTo(3);
    }

    @Test
    void shadowsBehindTheNewEndAreForgotten() {
        bench.readIn(0, 93, false);
        bench.relief().reclaim(93);
        assertThat(bench.file().shadowPages()).isEqualTo(93);

        cut(Pages.bytes(64));

        assertThat(bench.file().shadowPages()).isEqualTo(64);
    }

    @Test
    void theBlocksOfWhatIsCutAreFreeAndReadAsZeroesWhenTheFileGrowsAgain() {
        cut(Pages.bytes(4));
        cut(Pages.bytes(100));

        assertThat(file.isWritten(3 * Pages.SECTORS)).isTrue();
        assertThat(file.isWritten(4 * Pages.SECTORS)).isFalse();
        assertThat(file.isHole(4 * Pages.SECTORS)).isTrue();
        assertThat(file.sizeBytes()).isEqualTo(Pages.bytes(100));
    }

    @Test
    void whoReadsTheLockedFileIsWaitedFor() {
        assertThat(file.lock().readOrWait(bench.task())).isTrue();
        TruncateCall call = call();
        call.begin(0);
        assertThat(call.advance()).isEqualTo(Progress.PAY);
        bench.bill().settle();
        assertThat(call.advance()).isEqualTo(Progress.PARKED);
        assertThat(file.sizeBytes()).isPositive();

        file.lock().unlockRead(bench.task(), machine.cpus());

        assertThat(call.advance()).isEqualTo(Progress.PAY);
        assertThat(file.sizeBytes()).isZero();
    }

    private void dirty(int first, int pages) {
        assertThat(bench.memory().take(pages, 0, true)).isEqualTo(pages);
        bench.cache().insertForWrite(bench.file(), first, pages, 0, true, 0);
        long from = (long) first * Pages.SECTORS;
        long to = from + (long) pages * Pages.SECTORS;
        machine.dirty().markValid(bench.file(), from, to);
        machine.dirty().markDirty(bench.file(), from, to);
    }

    private void cut(long bytes) {
        TruncateCall call = call();
        call.begin(bytes);
        while (call.advance() == Progress.PAY) {
            bench.bill().settle();
        }
        bench.check();
    }

    private TruncateCall call() {
        TruncateCall.Parts parts = new TruncateCall.Parts(
                bench.cache(),
                machine.dirty(),
                machine.fileSystem(),
                bench.memory(),
                machine.cpus(),
                machine.counters());
        OpenFile open = new OpenFile(file, Specs.ufs(128, 32).queue(), Fadvise.NONE);
        return new TruncateCall(parts, open, bench.task(), bench.bill());
    }
}
