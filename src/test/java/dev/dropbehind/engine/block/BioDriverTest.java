package dev.dropbehind.engine.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.BadSector;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A ramdisk completes in the submitter (kernel-model §5.3, §9.3). */
class BioDriverTest {

    private final CostModel costs = CostModel.priors();
    private final Counters counters = new Counters();
    private final BioTable bios = new BioTable();
    private final Timeline timeline = new Timeline();
    private final BioDriver driver = driver(List.of());
    private final Task task = new Task("hand", Counter.APPLICATION_CPU_NANOS, () -> TaskBody.EXITED);
    private final Bill bill = new Bill(new Till(costs));
    private final List<Context> contexts = new ArrayList<>();

    @Test
    void aBioEndsBeforeSubmissionReturnsInTheSubmittersTask() {
        driver.submit(bios.create(Op.READ, 0, 64, 8, (_, _, context) -> contexts.add(context), 0), task, bill);

        assertThat(contexts).containsExactly(Context.TASK);
        assertThat(bios.inFlight()).isZero();
        assertThat(counters.get(Counter.BIOS_ENDED)).isEqualTo(1);
        assertThat(counters.get(Counter.DEVICE_READ_BYTES)).isEqualTo(8 * 4096);
        assertThat(counters.get(Counter.INTERRUPT_CPU_NANOS)).isZero();
    }

    @Test
    void theSubmitterPaysForTheCopy() {
        driver.submit(bios.create(Op.READ, 0, 64, 8, (_, _, _) -> {}, 0), task, bill);

        long copy = 8 * 4096 * costs.of(Cost.RAMDISK_COPY) / 1000;
        assertThat(bill.settle()).isEqualTo(costs.of(Cost.BIO) + copy + 8 * costs.of(Cost.END_READ));
    }

    @Test
    void nobodyEverWaitsForIt() {
        assertThat(driver.hasRoom()).isTrue();
        assertThat(driver.waitingRequests()).isZero();
        assertThat(driver.unendedNanos()).isZero();
        assertThatThrownBy(() -> driver.awaitRoom(task)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void noTimesAreKept() {
        driver.submit(bios.create(Op.READ, 0, 64, 8, (_, _, _) -> {}, 0), task, bill);
        driver.countBusyTime();

        assertThat(counters.get(Counter.DEVICE_READ_NANOS)).isZero();
        assertThat(counters.get(Counter.DEVICE_BUSY_NANOS)).isZero();
    }

    @Test
    void aWriteIsCopiedTooAndItsFoliosEndInTheSubmitter() {
        driver.submit(bios.create(Op.WRITE, 0, 64, 8, (_, _, context) -> contexts.add(context), 0), task, bill);

        long copy = 8 * 4096 * costs.of(Cost.RAMDISK_COPY) / 1000;
        assertThat(bill.settle()).isEqualTo(costs.of(Cost.BIO) + copy + 8 * costs.of(Cost.END_WRITEBACK));
        assertThat(contexts).containsExactly(Context.TASK);
        assertThat(counters.get(Counter.DEVICE_WRITE_REQUESTS)).isEqualTo(1);
        assertThat(counters.get(Counter.DEVICE_WRITE_BYTES)).isEqualTo(8 * 4096);
        assertThat(counters.get(Counter.WRITE_BIOS_ENDED_IN_TASK)).isEqualTo(1);
        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isZero();
    }

    @Test
    void theFoliosOfAWriteThatAsksForATaskCostTimeWhereItEnds() {
        int bio = bios.create(Op.WRITE, 0, 64, 8, (_, _, context) -> contexts.add(context), 0);
        bios.completeInTask(bio);
        driver.submit(bio, task, bill);

        long copy = 8 * 4096 * costs.of(Cost.RAMDISK_COPY) / 1000;
        assertThat(bill.settle()).isEqualTo(costs.of(Cost.BIO) + copy);
    }

    @Test
    void aFlushEndsAtOnceAndIsNoRequest() {
        driver.submit(bios.create(Op.FLUSH, 0, 0, 0, (_, _, context) -> contexts.add(context), 0), task, bill);

        assertThat(bill.settle()).isEqualTo(costs.of(Cost.BIO));
        assertThat(contexts).containsExactly(Context.TASK);
        assertThat(counters.get(Counter.FLUSHES_NOT_NEEDED)).isEqualTo(1);
        assertThat(counters.get(Counter.DEVICE_FLUSH_REQUESTS)).isZero();
        assertThat(counters.get(Counter.BIOS_ENDED)).isEqualTo(1);
    }

    @Test
    void aBioThatCoversABadSectorHasFailed() {
        BioDriver bad = driver(List.of(new BadSector(0, 64)));
        List<Long> failed = new ArrayList<>();
        BioEnd end = (bio, _, _) -> failed.addAll(bios.hasFailed(bio) ? List.of(bios.tag(bio)) : List.of());
        for (long sector : List.of(0L, 8L, 57L, 64L, 65L)) {
            bad.submit(bios.create(Op.WRITE, sector, 8, 1, end, sector), task, bill);
        }

        assertThat(failed).containsExactly(57L, 64L);
        assertThat(counters.get(Counter.BIOS_FAILED)).isEqualTo(2);
        assertThat(counters.get(Counter.BIOS_ENDED)).isEqualTo(5);
    }

    @Test
    void aBioEndsOnce() {
        int bio = bios.create(Op.READ, 0, 8, 1, (_, _, _) -> {}, 0);
        driver.submit(bio, task, bill);

        assertThatThrownBy(() -> driver.submit(bio, task, bill)).isInstanceOf(IllegalStateException.class);
    }

    private BioDriver driver(List<BadSector> badSectors) {
        QueueSpec spec = new QueueSpec(4096, 128, 1280, 128, 1, Completion.TASK, badSectors);
        BioCompletion completion = new CompletionAtOnce(bios, counters);
        return new BioDriver(spec, bios, completion, timeline, counters);
    }
}
