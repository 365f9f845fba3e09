package dev.dropbehind.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cpu.CpuCosts;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Folios whose drop waits for a worker: the second and the third design (kernel-model §5.7). */
class DropWorkTest {

    private static final long ITEM = CostModel.priors().of(Cost.WORK_ITEM);
    private static final long DROP = 400;

    private final Timeline timeline = new Timeline();
    private final Counters counters = new Counters();
    private final Till till = new Till(CostModel.priors());
    private final Cpus cpus = new Cpus(4, timeline, counters, till, new CpuCosts(2_500, 3_000_000));
    private final List<String> dropped = new ArrayList<>();
    private final DropWork global = new DropWork(false, cpus, till, this::drop);
    private final DropWork perCpu = new DropWork(true, cpus, till, this::drop);

    @Test
    void aWorkerDropsWhatWaitsInTheOrderInWhichItCame() {
        assertThat(global.defer(1, 10, 4, 2, 3)).isEqualTo(2);
        assertThat(global.defer(2, 0, 1, 1, 0)).isEqualTo(1);
        assertThat(dropped).isEmpty();
        finish();

        assertThat(dropped).containsExactly("1: 10 to 18 on 3", "2: 0 to 1 on 3");
        assertThat(counters.get(Counter.COMPLETION_WORKER_CPU_NANOS)).isEqualTo(ITEM + 2 * DROP);
        assertThat(cpus.busyNanos(3)).isEqualTo(ITEM + 2 * DROP);
    }

    @Test
    void thereIsRoomFor31FoliosOfAnySize() {
        assertThat(global.defer(1, 0, 4, 20, 0)).isEqualTo(20);
        assertThat(global.defer(1, 80, 1, 20, 0)).isEqualTo(11);
        assertThat(global.defer(1, 100, 1, 1, 0)).isZero();
        finish();

        assertThat(dropped).containsExactly("1: 0 to 80 on 0", "1: 80 to 91 on 0");
    }

    @Test
    void theRoomIsThereAgainWhenTheWorkerHasTakenWhatWaited() {
        global.defer(1, 0, 1, 31, 0);
        finish();

        assertThat(global.defer(1, 50, 1, 31, 0)).isEqualTo(31);
        finish();
        assertThat(dropped).containsExactly("1: 0 to 31 on 0", "1: 50 to 81 on 0");
    }

    @Test
    void whetherFoliosComeOneByOneOrTogetherChangesNothing() {
        int together = global.defer(1, 0, 2, 40, 0);
        int oneByOne = 0;
        for (int i = 0; i < 40; i++) {
            oneByOne += perCpu.defer(1, 2 * i, 2, 1, 1);
        }
        assertThat(together).isEqualTo(oneByOne).isEqualTo(31);
    }

    @Test
    void oneBatchIsFullForAllProcessorsABatchEachOnlyForItsOwn() {
        assertThat(global.defer(1, 0, 1, 31, 0)).isEqualTo(31);
        assertThat(global.defer(1, 50, 1, 5, 1)).isZero();

        assertThat(perCpu.defer(1, 0, 1, 31, 0)).isEqualTo(31);
        assertThat(perCpu.defer(1, 50, 1, 5, 1)).isEqualTo(5);
    }

    @Test
    void aBatchOfAProcessorThatHasGoneIsDroppedByWhoTookItDown() {
        perCpu.defer(1, 0, 1, 3, 2);
        assertThat(perCpu.dead(2)).isEqualTo(DROP);
        assertThat(dropped).containsExactly("1: 0 to 3 on 0");

        global.defer(1, 0, 1, 3, 2);
        assertThat(global.dead(2)).isZero();
        finish();
        assertThat(dropped).hasSize(2);
    }

    private long drop(int mapping, int firstPage, int endPage, int cpu) {
        dropped.add(mapping + ": " + firstPage + " to " + endPage + " on " + cpu);
        return DROP;
    }

    private void finish() {
        while (timeline.runNext()) {}
    }
}
