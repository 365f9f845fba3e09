package dev.dropbehind.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.DirtyFolios;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.BadSector;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Fadvise;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.testing.Bench;
import dev.dropbehind.testing.Specs;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sync calls on a ramdisk, where nothing is ever waited for; its sector 16 fails. */
class SyncCallTest {

    private static final long FILE = 1 << 20;
    private static final QueueSpec QUEUE =
            new QueueSpec(4096, 128, 1280, 128, 1, Completion.TASK, List.of(new BadSector(0, 16)));

    private final Bench bench = Bench.of(
            Specs.small()
                    .fileSystem(FileSystemSpec.Type.XFS)
                    .device(new DeviceSpec.RamDisk(QUEUE))
                    .job(new JobSpec(
                            "idle",
                            JobSpec.Rw.READ,
                            4096,
                            1,
                            Layout.SHARED,
                            "data",
                            FILE,
                            FILE,
                            IoMode.CACHED,
                            0L,
                            false))
                    .spec(),
            32);

    @Test
    void whatIsDirtyInTheRangeIsWrittenAndNothingElse() {
        makeDirty(8, 4);
        makeDirty(40, 4);

        assertThat(sync(open(), Pages.bytes(8), Pages.bytes(16))).isNull();
        assertThat(bench.count(Counter.WB_WRITTEN)).isEqualTo(4);
        assertThat(bench.count(Counter.NR_FILE_DIRTY)).isEqualTo(4);
        bench.check();
    }

    @Test
    void anErrorOfAWriteToTheDeviceIsReportedOnceToEachOpenFile() {
        OpenFile one = open();
        OpenFile other = open();
        makeDirty(2, 1);

        assertThat(sync(one, 0, FILE)).isEqualTo(Errno.EIO);
        assertThat(sync(one, 0, FILE)).isNull();
        assertThat(sync(other, 0, FILE)).isEqualTo(Errno.EIO);
        assertThat(sync(other, 0, FILE)).isNull();
        assertThat(bench.count(Counter.NR_FILE_DIRTY)).isZero();
        bench.check();
    }

    @Test
    void aLaterErrorIsNewsAgain() {
        OpenFile file = open();
        makeDirty(2, 1);
        sync(file, 0, FILE);
        dirty().markDirty(bench.file(), 16, 24);

        assertThat(sync(file, 0, FILE)).isEqualTo(Errno.EIO);
    }

    private DirtyFolios dirty() {
        return bench.machine().dirty();
    }

    private void makeDirty(int first, int count) {
        bench.memory().take(count, 0, true);
        bench.cache().insertForWrite(bench.file(), first, count, 0, false, 0);
        long from = (long) first * Pages.SECTORS;
        long to = from + (long) count * Pages.SECTORS;
        bench.cache().contents().written(bench.file(), Pages.bytes(first), Pages.bytes(first + count));
        dirty().markValid(bench.file(), from, to);
        dirty().markDirty(bench.file(), from, to);
    }

    private OpenFile open() {
        return new OpenFile(bench.machine().files().getFirst(), QUEUE, Fadvise.NONE);
    }

    private @Nullable Errno sync(OpenFile file, long from, long to) {
        SyncCall call = new SyncCall(
                bench.machine().fileSystem(),
                dirty(),
                bench.cache().contents(),
                bench.machine().counters(),
                file,
                bench.task(),
                bench.bill());
        call.beginRange(from, to, Durability.Sync.DSYNC);
        while (call.advance() != Progress.RETURNED) {
            bench.bill().settle();
        }
        return call.error();
    }
}
