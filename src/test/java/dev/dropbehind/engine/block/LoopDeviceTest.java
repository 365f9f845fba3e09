package dev.dropbehind.engine.block;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.CpuCosts;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.device.FlashLanes;
import dev.dropbehind.engine.device.FlashLanes.Duplex;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.BadSector;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The loop driver: one worker that reads from the file, a request at a time (kernel-model §5.3, §9.3). */
class LoopDeviceTest {

    private static final long SECOND = 1_000_000_000;
    private static final long WAKE = 2500;
    private static final long LATENCY = 50_000;
    private static final long PAGE_TRANSFER = 4096;
    private static final long FLUSH = 400_000;
    private static final FlashTiming FLASH = new FlashTiming(SECOND, LATENCY, SECOND, LATENCY, FLUSH, 0, 8);

    private final Timeline timeline = new Timeline();
    private final Counters counters = new Counters();
    private final Counters lowerCounters = new Counters();
    private final CostModel costs = CostModel.priors();
    private final Till till = new Till(costs);
    private final Cpus cpus = new Cpus(1, timeline, counters, till, new CpuCosts(WAKE, 3_000_000));
    private final BioTable bios = new BioTable();
    private final BioTable lowerBios = new BioTable();
    private final Task task = new Task("hand", Counter.APPLICATION_CPU_NANOS, () -> TaskBody.EXITED);
    private final Bill bill = new Bill(till);
    private final List<Long> ended = new ArrayList<>();
    private final List<Long> failed = new ArrayList<>();
    private final List<Context> contexts = new ArrayList<>();
    private long lastEndNanos;

    @Test
    void aRequestWaitsForTheWorkerForTheMediumAndForTheWorkerAgain() {
        submit(loop(onFlash(1024)), 0, 1);
        timeline.runUntil(SECOND);

        long lowerInterrupt = cost(Cost.HARDIRQ) + cost(Cost.REQUEST_END) + cost(Cost.END_READ);
        long completion = cost(Cost.REQUEST_END) + cost(Cost.SOFTIRQ) + cost(Cost.END_READ);
        long worker = counters.get(Counter.LOOP_WORKER_CPU_NANOS);
        assertThat(lastEndNanos)
                .isEqualTo(bill.owedNanos()
                        + WAKE
                        + worker
                        + LATENCY
                        + PAGE_TRANSFER
                        + lowerInterrupt
                        + WAKE
                        + completion);
        assertThat(counters.get(Counter.INTERRUPT_CPU_NANOS)).isEqualTo(lowerInterrupt + completion);
        assertThat(contexts).containsExactly(Context.SOFTIRQ);
    }

    @Test
    void theWorkerPaysForTakingUpTheWorkAndForReadingFromTheFile() {
        RequestQueue loop = loop(onFlash(1024));
        submit(loop, 0, 1);
        timeline.runUntil(SECOND);

        long read = cost(Cost.VFS_READ)
                + cost(Cost.MAP_BLOCKS)
                + cost(Cost.BIO)
                + cost(Cost.REQUEST)
                + cost(Cost.DMA_SEGMENT)
                + cost(Cost.DOORBELL);
        assertThat(counters.get(Counter.LOOP_WORKER_CPU_NANOS)).isEqualTo(cost(Cost.WORK_ITEM) + read);

        LongStream.range(1, 4).forEach(i -> submit(loop, 100 * i, 1));
        timeline.runUntil(2 * SECOND);
        assertThat(counters.get(Counter.LOOP_WORKER_CPU_NANOS) - 4 * read)
                .isGreaterThanOrEqualTo(2 * cost(Cost.WORK_ITEM))
                .isLessThan(4 * cost(Cost.WORK_ITEM));
    }

    @Test
    void requestsAreReadOneAtATimeInTheOrderInWhichTheyCame() {
        RequestQueue loop = loop(onFlash(1024));
        timeline.afterEach(
                () -> assertThat(lowerCounters.get(Counter.DEVICE_IN_FLIGHT)).isLessThanOrEqualTo(1));
        LongStream.range(0, 40).forEach(i -> submit(loop, 100 * (40 - i), 1));
        timeline.runUntil(SECOND);

        assertThat(ended)
                .containsExactlyElementsOf(
                        LongStream.range(0, 40).mapToObj(i -> 100 * (40 - i)).toList());
        assertThat(lastEndNanos).isGreaterThan(40 * (LATENCY + PAGE_TRANSFER));
        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(40);
        assertThat(lowerBios.inFlight()).isZero();
    }

    @Test
    void theQueueUnderTheFileCutsByItsOwnLimits() {
        submit(loop(onFlash(64)), 0, 64);
        timeline.runUntil(SECOND);

        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(1);
        assertThat(lowerCounters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(4);
        assertThat(lowerCounters.get(Counter.DEVICE_READ_BYTES)).isEqualTo(64 * 4096);
        assertThat(ended).containsExactly(0L);
    }

    @Test
    void fromARamdiskTheWorkerCopiesAndNeedNotWait() {
        BioCompletion completion = new CompletionAtOnce(lowerBios, lowerCounters);
        QueueSpec spec = new QueueSpec(4096, 128, 1280, 1, Completion.TASK);
        submit(loop(new BioDriver(spec, lowerBios, completion, timeline, lowerCounters)), 0, 16);
        timeline.runUntil(SECOND);

        long copy = 16 * 4096 * cost(Cost.RAMDISK_COPY) / 1000;
        assertThat(counters.get(Counter.LOOP_WORKER_CPU_NANOS)).isGreaterThan(copy);
        assertThat(lastEndNanos)
                .isEqualTo(bill.owedNanos()
                        + WAKE
                        + counters.get(Counter.LOOP_WORKER_CPU_NANOS)
                        + counters.get(Counter.INTERRUPT_CPU_NANOS));
        assertThat(counters.get(Counter.CONTEXT_SWITCHES)).isEqualTo(1);
    }

    @Test
    void writesAndFlushesPassToTheQueueUnderTheFile() {
        RequestQueue loop = loop(onFlash(1024));
        submit(loop, Op.WRITE, 0, 16);
        submit(loop, Op.READ, 0, 1);
        submit(loop, Op.FLUSH, 0, 0);
        timeline.runUntil(SECOND);

        for (Counters seen : List.of(counters, lowerCounters)) {
            assertThat(seen.get(Counter.DEVICE_WRITE_REQUESTS)).isEqualTo(1);
            assertThat(seen.get(Counter.DEVICE_WRITE_BYTES)).isEqualTo(16 * 4096);
            assertThat(seen.get(Counter.DEVICE_READ_BYTES)).isEqualTo(4096);
            assertThat(seen.get(Counter.DEVICE_FLUSH_REQUESTS)).isEqualTo(1);
        }
        assertThat(counters.get(Counter.DEVICE_FLUSH_NANOS)).isGreaterThan(FLUSH);
        assertThat(ended).hasSize(3);
    }

    @Test
    void aFlushThatTheMediumDoesNotNeedStillPassesByTheWorker() {
        RequestQueue loop = loop(onFlash(new FlashTiming(SECOND, LATENCY, 0, 8), 1024, List.of()));
        submit(loop, Op.FLUSH, 0, 0);
        timeline.runUntil(SECOND);

        assertThat(counters.get(Counter.DEVICE_FLUSH_REQUESTS)).isEqualTo(1);
        assertThat(lowerCounters.get(Counter.FLUSHES_NOT_NEEDED)).isEqualTo(1);
        assertThat(counters.get(Counter.LOOP_WORKER_CPU_NANOS))
                .isEqualTo(cost(Cost.WORK_ITEM) + cost(Cost.VFS_READ) + cost(Cost.BIO));
        assertThat(ended).containsExactly(0L);
    }

    @Test
    void whatFailsUnderTheFileFails() {
        RequestQueue loop = loop(onFlash(FLASH, 1024, List.of(new BadSector(0, 84))));
        for (Op op : List.of(Op.READ, Op.WRITE)) {
            submit(loop, op, 9, 1);
            submit(loop, op, 10, 1);
            submit(loop, op, 20, 1);
        }
        timeline.runUntil(SECOND);

        assertThat(failed).containsExactly(10L, 10L);
        assertThat(counters.get(Counter.BIOS_FAILED)).isEqualTo(2);
        assertThat(ended).hasSize(6);
    }

    private void submit(RequestQueue queue, long page, int pages) {
        submit(queue, Op.READ, page, pages);
    }

    private void submit(RequestQueue queue, Op op, long page, int pages) {
        queue.submit(bios.create(op, page * 8, pages * 8, pages, this::end, page), task, bill);
        queue.unplug(task, bill);
    }

    private void end(int bio, int cpu, Context context) {
        ended.add(bios.tag(bio));
        failed.addAll(bios.hasFailed(bio) ? List.of(bios.tag(bio)) : List.of());
        contexts.add(context);
        lastEndNanos = timeline.now();
    }

    private long cost(Cost cost) {
        return costs.of(cost);
    }

    private RequestQueue onFlash(int maxSectorsKb) {
        return onFlash(FLASH, maxSectorsKb, List.of());
    }

    private RequestQueue onFlash(FlashTiming timing, int maxSectorsKb, List<BadSector> badSectors) {
        Random64 jitter = new Seeds(1).of("flash");
        return new RequestQueue(
                new QueueSpec(4096, 128, maxSectorsKb, 128, 32, Completion.HARDIRQ, badSectors),
                lowerBios,
                new CompletionAtOnce(lowerBios, lowerCounters),
                end -> new FlashLanes(timing, Duplex.FULL, jitter, timeline, end),
                cpus,
                timeline,
                lowerCounters,
                till);
    }

    private RequestQueue loop(BlockQueue lower) {
        return new RequestQueue(
                new QueueSpec(4096, 128, 1280, 64, Completion.SOFTIRQ),
                bios,
                new CompletionAtOnce(bios, counters),
                end -> new LoopDevice(64, lower, lowerBios, cpus, till, end),
                cpus,
                timeline,
                counters,
                till);
    }
}
