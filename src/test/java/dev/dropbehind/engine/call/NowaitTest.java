package dev.dropbehind.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.Dropbehind;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.Specs;
import org.junit.jupiter.api.Test;

/** A read with {@code RWF_NOWAIT}: kiocb_set_rw_flags adds IOCB_NOIO, so it neither waits nor reads ahead. */
class NowaitTest {

    private final Bench bench = Bench.empty();
    private final ReadCall call = call();

    @Test
    void aMissingPageIsNotRead() {
        assertThat(read(0, 8)).isZero();

        assertThat(call.error()).isEqualTo(Errno.EAGAIN);
        assertThat(bench.count(Counter.READAHEAD_PAGES)).isZero();
        assertThat(bench.count(Counter.NOWAIT_EAGAIN)).isEqualTo(1);
        assertThat(bench.count(Counter.FAILED_CALLS)).isZero();
    }

    @Test
    void aPageThatIsBeingReadIsNotWaitedFor() {
        bench.beginRead(0, 8, false);

        assertThat(read(0, 8)).isZero();
        assertThat(call.error()).isEqualTo(Errno.EAGAIN);
    }

    @Test
    void whatLiesBeforeAMissingOrUnfinishedPageIsCopied() {
        bench.readIn(0, 4, false);
        assertThat(read(0, 8)).isEqualTo(4);
        assertThat(call.error()).isNull();

        bench.beginRead(4, 4, false);
        assertThat(read(0, 8)).isEqualTo(4);
        assertThat(call.error()).isNull();
        assertThat(bench.count(Counter.READ_CALLS)).isEqualTo(2);
    }

    @Test
    void aMarkerIsLeftForAReaderThatMayReadAhead() {
        bench.beginRead(0, 8, false);
        bench.cache().setReadaheadMarker(bench.file(), 4);
        bench.machine().counters().add(Counter.READAHEAD_MARKED_WINDOWS, 1);
        bench.endRead(0, 8);

        assertThat(read(0, 8)).isEqualTo(4);
        assertThat(read(4, 4)).isZero();
        assertThat(call.error()).isEqualTo(Errno.EAGAIN);
        assertThat(read(5, 3)).isEqualTo(3);

        assertThat(bench.cache().folios().hasAny(bench.file().folioAt(4), FolioFlags.READAHEAD))
                .isTrue();
        assertThat(bench.cache().folios().hasAny(bench.file().folioAt(4), FolioFlags.REFERENCED))
                .isFalse();
        assertThat(bench.count(Counter.READAHEAD_MARKERS_MET)).isZero();
    }

    /** Reads pages without waiting and returns how many were copied. */
    private long read(int first, int pages) {
        call.begin(Pages.bytes(first), Pages.bytes(pages), IoMode.CACHED, true);
        Progress progress = call.advance();
        while (progress != Progress.RETURNED) {
            assertThat(progress).isEqualTo(Progress.PAY);
            assertThat(bench.bill().settle()).isPositive();
            progress = call.advance();
        }
        bench.check();
        return call.copiedBytes() / Pages.SIZE;
    }

    private ReadCall call() {
        Machine machine = bench.machine();
        return new ReadCall(
                bench.cache(),
                bench.memory(),
                new Dropbehind(bench.cache(), machine.counters(), machine.till(), false, null),
                machine.fileSystem(),
                machine.cpus(),
                machine.counters(),
                CallCount.in(machine.counters()),
                DontneedCallTest.open(bench, Specs.ufs(128, 32).queue()),
                bench.task(),
                bench.bill());
    }
}
