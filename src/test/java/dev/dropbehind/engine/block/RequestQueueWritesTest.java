package dev.dropbehind.engine.block;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.BadSector;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.QueueSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Writes and flushes, what ends where, and what fails (kernel-model §5.2, §5.3, §5.8). */
class RequestQueueWritesTest extends QueueBench {

    @Test
    void aWriteJoinsAWriteAndNoRead() {
        RequestQueue queue = queue(1024, 32);
        submit(queue, Op.READ, 0, 8);
        submit(queue, Op.WRITE, 8, 8);
        submit(queue, Op.WRITE, 16, 8);
        submit(queue, Op.READ, 24, 8);

        finish(queue);

        assertThat(counters.get(Counter.BIO_MERGES)).isEqualTo(1);
        assertThat(counters.get(Counter.BIO_WRITE_MERGES)).isEqualTo(1);
        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(2);
        assertThat(counters.get(Counter.DEVICE_READ_BYTES)).isEqualTo(16 * 4096);
        assertThat(counters.get(Counter.DEVICE_WRITE_REQUESTS)).isEqualTo(1);
        assertThat(counters.get(Counter.DEVICE_WRITE_BYTES)).isEqualTo(16 * 4096);
    }

    @Test
    void aFlushIsARequestByItself() {
        RequestQueue queue = queue(plain(), CACHED);
        submit(queue, Op.FLUSH, 0, 0);
        submit(queue, Op.WRITE, 0, 8);
        submit(queue, Op.FLUSH, 0, 0);
        submit(queue, Op.FLUSH, 0, 0);
        submit(queue, Op.WRITE, 8, 8);
        assertThat(queue.waitingRequests()).isEqualTo(5);

        finish(queue);

        assertThat(counters.get(Counter.BIO_MERGES)).isZero();
        assertThat(counters.get(Counter.DEVICE_FLUSH_REQUESTS)).isEqualTo(3);
        assertThat(counters.get(Counter.DEVICE_WRITE_REQUESTS)).isEqualTo(2);
        assertThat(counters.get(Counter.FLUSHES_NOT_NEEDED)).isZero();
        assertThat(counters.get(Counter.BIOS_ENDED)).isEqualTo(5);
    }

    @Test
    void aDeviceWithoutAVolatileCacheIsNotAskedToFlushIt() {
        RequestQueue queue = queue(1024, 32);
        submit(queue, Op.FLUSH, 7, 0);

        assertThat(ended).containsExactly(7L);
        assertThat(contexts).containsExactly(Context.TASK);
        assertThat(queue.waitingRequests()).isZero();
        assertThat(counters.get(Counter.FLUSHES_NOT_NEEDED)).isEqualTo(1);
        assertThat(counters.get(Counter.DEVICE_FLUSH_REQUESTS)).isZero();
    }

    @Test
    void eachTaskHasAPlugOfItsOwn() {
        RequestQueue queue = queue(1024, 32);
        submit(queue, Op.READ, 0, 8);
        submit(queue, other, Op.READ, 8, 8);
        submit(queue, Op.READ, 8, 8);
        submit(queue, other, Op.READ, 16, 8);
        assertThat(queue.waitingRequests()).isEqualTo(2);

        queue.unplug(other, bill);
        pay();
        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isEqualTo(1);
        assertThat(queue.waitingRequests()).isEqualTo(1);
        submit(queue, Op.READ, 16, 8);
        assertThat(queue.waitingRequests()).isEqualTo(1);

        finish(queue);
        assertThat(counters.get(Counter.BIO_MERGES)).isEqualTo(3);
        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(2);
        assertThat(ended).containsExactly(8L, 16L, 0L, 8L, 16L);
    }

    @Test
    void aPlugThatWasLetGoServesAnotherTask() {
        RequestQueue queue = queue(1024, 32);
        for (int turn = 0; turn < 10; turn++) {
            submit(queue, turn % 2 == 0 ? task : other, Op.READ, 100L * turn, 1);
            queue.unplug(turn % 2 == 0 ? task : other, bill);
            pay();
            assertThat(queue.waitingRequests()).isZero();
        }

        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isEqualTo(10);
    }

    @Test
    void foliosThatWereWrittenEndInTheInterruptUnlessTheirBioIsToEndInTaskContext() {
        RequestQueue queue = queue(1024, 32);
        submit(queue, Op.WRITE, 0, 8);
        finish(queue);
        long perRequest =
                CostModel.priors().of(Cost.HARDIRQ) + CostModel.priors().of(Cost.REQUEST_END);
        long perFolio = CostModel.priors().of(Cost.END_WRITEBACK);
        assertThat(counters.get(Counter.INTERRUPT_CPU_NANOS)).isEqualTo(perRequest + 8 * perFolio);

        submit(queue, Op.WRITE, 100, 3);
        bios.completeInTask(submit(queue, Op.WRITE, 103, 5));
        submit(queue, Op.WRITE, 108, 4);
        finish(queue);
        assertThat(counters.get(Counter.BIO_MERGES)).isEqualTo(2);
        assertThat(counters.get(Counter.INTERRUPT_CPU_NANOS)).isEqualTo(2 * perRequest + 15 * perFolio);
    }

    @Test
    void ofABioThatWasCutEachInterruptEndsTheFoliosOfItsPart() {
        RequestQueue queue = queue(64, 32);
        submit(queue, Op.WRITE, 0, 40);
        submit(queue, Op.WRITE, 40, 3);
        finish(queue);
        long perRequest =
                CostModel.priors().of(Cost.HARDIRQ) + CostModel.priors().of(Cost.REQUEST_END);
        long perFolio = CostModel.priors().of(Cost.END_WRITEBACK);
        assertThat(counters.get(Counter.DEVICE_WRITE_REQUESTS)).isEqualTo(3);
        assertThat(counters.get(Counter.INTERRUPT_CPU_NANOS)).isEqualTo(3 * perRequest + 43 * perFolio);

        bios.completeInTask(submit(queue, Op.WRITE, 100, 40));
        submit(queue, Op.WRITE, 140, 3);
        finish(queue);
        assertThat(counters.get(Counter.DEVICE_WRITE_REQUESTS)).isEqualTo(6);
        assertThat(counters.get(Counter.INTERRUPT_CPU_NANOS)).isEqualTo(6 * perRequest + 46 * perFolio);
    }

    @Test
    void whoCompletesBiosMayPutOffTheirEnd() {
        List<Integer> handed = new ArrayList<>();
        RequestQueue queue = queue(plain(), FLASH, (bio, cpu, context) -> {
            assertThat(cpu).isZero();
            assertThat(context).isEqualTo(Context.HARDIRQ);
            handed.add(bio);
        });
        submit(queue, Op.WRITE, 0, 8);
        submit(queue, Op.WRITE, 8, 8);
        submit(queue, Op.WRITE, 100, 8);
        finish(queue);

        assertThat(handed).hasSize(3);
        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isZero();
        assertThat(counters.get(Counter.BIOS_ENDED)).isZero();
        assertThat(bios.inFlight()).isEqualTo(3);

        CompletionAtOnce atOnce = new CompletionAtOnce(bios, counters);
        handed.forEach(bio -> atOnce.end(bio, 0, Context.KWORKER));
        assertThat(ended).containsExactly(0L, 8L, 100L);
        assertThat(counters.get(Counter.WRITE_BIOS_ENDED_IN_TASK)).isEqualTo(3);
        assertThat(counters.get(Counter.WRITE_BIOS_ENDED_IN_INTERRUPT)).isZero();
    }

    @Test
    void writesThatEndInAnInterruptAreCountedAndReadsAreNot() {
        RequestQueue queue = queue(1024, 32);
        submit(queue, Op.WRITE, 0, 8);
        submit(queue, Op.READ, 8, 8);
        finish(queue);

        assertThat(counters.get(Counter.WRITE_BIOS_ENDED_IN_INTERRUPT)).isEqualTo(1);
        assertThat(counters.get(Counter.WRITE_BIOS_ENDED_IN_TASK)).isZero();
    }

    @Test
    void timesAreCountedByOperation() {
        RequestQueue queue = queue(plain(), CACHED);
        submit(queue, Op.WRITE, 0, 1);
        long owed = letGo(queue);
        finish(queue);
        submit(queue, Op.FLUSH, 0, 0);
        owed += letGo(queue);
        finish(queue);

        long interrupts = counters.get(Counter.INTERRUPT_CPU_NANOS);
        long writes = counters.get(Counter.DEVICE_WRITE_NANOS);
        long flushes = counters.get(Counter.DEVICE_FLUSH_NANOS);
        assertThat(counters.get(Counter.DEVICE_READ_NANOS)).isZero();
        assertThat(writes).isGreaterThan(20_000);
        assertThat(flushes).isGreaterThan(300_000);
        assertThat(writes + flushes).isEqualTo(owed + 20_000 + 4096 + 300_000 + interrupts);
        assertThat(counters.get(Counter.DEVICE_BUSY_NANOS)).isEqualTo(writes + flushes - owed);
    }

    @Test
    void allBiosOfARequestThatCoversABadSectorHaveFailedAndNoOthers() {
        RequestQueue queue = queue(bad(new BadSector(0, 8 * 12 + 7)), FLASH);
        submit(queue, Op.WRITE, 0, 8);
        submit(queue, Op.WRITE, 8, 8);
        submit(queue, Op.WRITE, 16, 8);
        submit(queue, Op.READ, 8, 8);
        submit(queue, Op.READ, 13, 8);
        submit(queue, Op.READ, 5, 7);
        submit(queue, Op.READ, 5, 8);
        finish(queue);

        assertThat(failed).containsExactlyInAnyOrder(0L, 8L, 16L, 8L, 5L);
        assertThat(counters.get(Counter.BIOS_FAILED)).isEqualTo(5);
        assertThat(counters.get(Counter.BIOS_ENDED)).isEqualTo(7);
    }

    @Test
    void aBioHasFailedIfAPartOfItHas() {
        RequestQueue queue = queue(new QueueSpec(
                4096, 128, 64, 128, 32, Completion.HARDIRQ, List.of(new BadSector(0, 0), new BadSector(0, 8000))));
        submit(queue, Op.WRITE, 0, 40);
        submit(queue, Op.WRITE, 980, 40);
        submit(queue, Op.WRITE, 2000, 40);
        finish(queue);

        assertThat(counters.get(Counter.BIO_SPLITS)).isEqualTo(6);
        assertThat(failed).containsExactly(0L, 980L);
    }

    @Test
    void aSectorFailsFromItsTimeOn() {
        RequestQueue queue = queue(bad(new BadSector(SECOND, 800)), FLASH);
        submit(queue, Op.WRITE, 100, 1);
        finish(queue);
        assertThat(timeline.now()).isGreaterThanOrEqualTo(SECOND);
        assertThat(failed).isEmpty();

        submit(queue, Op.WRITE, 100, 1);
        finish(queue);
        assertThat(failed).containsExactly(100L);
    }

    @Test
    void aBioIsCutAtBlocksOfTheDevice() {
        RequestQueue queue = queue(segments(7));
        queue.submit(bios.create(Op.WRITE, 0, 500 * 8, 32, this::end, 0), task, bill);
        timeline.afterEach(() ->
                assertThat(counters.get(Counter.DEVICE_WRITE_BYTES) % 4096).isZero());
        finish(queue);

        assertThat(counters.get(Counter.BIO_SPLITS)).isGreaterThanOrEqualTo(4);
        assertThat(counters.get(Counter.DEVICE_WRITE_BYTES)).isEqualTo(500 * 4096);
    }
}
