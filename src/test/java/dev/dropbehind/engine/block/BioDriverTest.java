package dev.dropbehind.engine.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.device.RamDisk;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A ramdisk completes in the submitter (kernel-model §5.3, §9.3). */
class BioDriverTest {

    private final CostModel costs = CostModel.priors();
    private final Counters counters = new Counters();
    private final BioTable bios = new BioTable();
    private final BioDriver driver =
            new BioDriver(bios, new CompletionAtOnce(bios, counters), new RamDisk(costs), counters, costs);
    private final Task task = new Task("hand", Counter.APPLICATION_CPU_NANOS, () -> TaskBody.EXITED);
    private final Bill bill = new Bill();
    private final List<Context> contexts = new ArrayList<>();

    @Test
    void aBioEndsBeforeSubmissionReturnsInTheSubmittersTask() {
        driver.submit(bios.create(Op.READ, 0, 64, 8, (_, context) -> contexts.add(context), 0), task, bill);

        assertThat(contexts).containsExactly(Context.TASK);
        assertThat(bios.inFlight()).isZero();
        assertThat(counters.get(Counter.BIOS_ENDED)).isEqualTo(1);
        assertThat(counters.get(Counter.DEVICE_READ_BYTES)).isEqualTo(8 * 4096);
        assertThat(counters.get(Counter.INTERRUPT_CPU_NANOS)).isZero();
    }

    @Test
    void theSubmitterPaysForTheCopy() {
        driver.submit(bios.create(Op.READ, 0, 64, 8, (_, _) -> {}, 0), task, bill);

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
        driver.submit(bios.create(Op.READ, 0, 64, 8, (_, _) -> {}, 0), task, bill);
        driver.countBusyTime();

        assertThat(counters.get(Counter.DEVICE_READ_NANOS)).isZero();
        assertThat(counters.get(Counter.DEVICE_BUSY_NANOS)).isZero();
    }

    @Test
    void aBioEndsOnce() {
        int bio = bios.create(Op.READ, 0, 8, 1, (_, _) -> {}, 0);
        driver.submit(bio, task, bill);

        assertThatThrownBy(() -> driver.submit(bio, task, bill)).isInstanceOf(IllegalStateException.class);
    }
}
