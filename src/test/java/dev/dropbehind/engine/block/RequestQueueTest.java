package dev.dropbehind.engine.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Completion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The plug, requests, tags and those who wait for room (kernel-model §5.2, §5.3). */
class RequestQueueTest extends QueueBench {

    @Test
    void nothingReachesTheDeviceBeforeThePlugIsLetGo() {
        RequestQueue queue = queue(1024, 32);

        submit(queue, 0, 8);
        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isZero();
        assertThat(queue.waitingRequests()).isEqualTo(1);

        letGo(queue);
        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isEqualTo(1);
        assertThat(queue.waitingRequests()).isZero();
    }

    @Test
    void theDeviceBeginsWhenTheTaskHasSpentWhatItOwes() {
        RequestQueue queue = queue(1024, 32);
        submit(queue, 0, 8);
        queue.unplug(task, bill);

        timeline.runUntil(bill.owedNanos() - 1);
        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isZero();
        assertThat(queue.waitingRequests()).isEqualTo(1);

        timeline.runUntil(bill.owedNanos());
        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isEqualTo(1);
    }

    @Test
    void aBioThatContinuesTheLastRequestJoinsIt() {
        RequestQueue queue = queue(1024, 32);
        submit(queue, 0, 8);
        submit(queue, 8, 8);
        submit(queue, 16, 8);

        finish(queue);

        assertThat(counters.get(Counter.BIO_MERGES)).isEqualTo(2);
        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(1);
        assertThat(counters.get(Counter.DEVICE_READ_BYTES)).isEqualTo(24 * 4096);
        assertThat(ended).containsExactly(0L, 8L, 16L);
    }

    @Test
    void aBioSomewhereElseIsItsOwnRequest() {
        RequestQueue queue = queue(1024, 32);
        submit(queue, 0, 8);
        submit(queue, 9, 8);

        finish(queue);

        assertThat(counters.get(Counter.BIO_MERGES)).isZero();
        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(2);
    }

    @Test
    void aRequestDoesNotGrowBeyondMaxSectors() {
        RequestQueue queue = queue(64, 32);
        submit(queue, 0, 10);
        submit(queue, 10, 7);

        finish(queue);

        assertThat(counters.get(Counter.BIO_MERGES)).isZero();
        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(2);
    }

    @Test
    void aBioLargerThanMaxSectorsIsCutAndEndsWithItsLastPart() {
        RequestQueue queue = queue(64, 32);
        submit(queue, 0, 40);
        assertThat(counters.get(Counter.BIO_SPLITS)).isEqualTo(2);

        finish(queue);

        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(3);
        assertThat(counters.get(Counter.DEVICE_READ_BYTES)).isEqualTo(40 * 4096);
        assertThat(ended).containsExactly(0L);
        assertThat(bios.inFlight()).isZero();
    }

    @Test
    void aBioOfMoreFoliosThanSegmentsIsCutAtThem() {
        RequestQueue queue = queue(segments(12));
        submit(queue, 0, 32);
        assertThat(counters.get(Counter.BIO_SPLITS)).isEqualTo(2);

        finish(queue);

        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(3);
        assertThat(counters.get(Counter.DEVICE_READ_BYTES)).isEqualTo(32 * 4096);
        assertThat(ended).containsExactly(0L);
    }

    @Test
    void largeFoliosAreFewSegments() {
        RequestQueue queue = queue(segments(12));
        queue.submit(bios.create(Op.READ, 0, 192 * 8, 12, this::end, 0), task, bill);
        assertThat(counters.get(Counter.BIO_SPLITS)).isZero();

        queue.submit(bios.create(Op.READ, 10_000, 224 * 8, 14, this::end, 1), task, bill);
        assertThat(counters.get(Counter.BIO_SPLITS)).isEqualTo(1);
        finish(queue);

        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(3);
    }

    @Test
    void aBioDoesNotJoinWhereTheSegmentsWouldBeTooMany() {
        RequestQueue queue = queue(segments(12));
        submit(queue, 0, 8);
        submit(queue, 8, 4);
        submit(queue, 12, 1);

        finish(queue);

        assertThat(counters.get(Counter.BIO_MERGES)).isEqualTo(1);
        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(2);
    }

    @Test
    void aPlugOf32RequestsIsLetGoByTheNext() {
        RequestQueue queue = queue(1024, 64);
        for (int bio = 0; bio < 32; bio++) {
            submit(queue, 100L * bio, 1);
        }
        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isZero();

        submit(queue, 3200, 1);
        pay();

        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isEqualTo(32);
        assertThat(queue.waitingRequests()).isEqualTo(1);
    }

    @Test
    void aRequestOf128KibIsLetGoByTheNext() {
        RequestQueue queue = queue(1024, 64);
        submit(queue, 0, 32);
        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isZero();

        submit(queue, 100, 1);
        pay();

        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isEqualTo(1);
    }

    @Test
    void theDeviceHasNoMoreRequestsThanThereAreTags() {
        RequestQueue queue = queue(1024, 4);
        for (int bio = 0; bio < 10; bio++) {
            submit(queue, 100L * bio, 1);
        }
        letGo(queue);

        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isEqualTo(4);
        assertThat(queue.waitingRequests()).isEqualTo(6);
        assertThat(queue.hasRoom()).isFalse();

        finish(queue);
        assertThat(ended).containsExactly(0L, 100L, 200L, 300L, 400L, 500L, 600L, 700L, 800L, 900L);
        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isZero();
    }

    @Test
    void whoWaitsForRoomIsLetInOneByOneInOrder() {
        RequestQueue queue = queue(1024, 1);
        submit(queue, 0, 1);
        queue.unplug(task, bill);
        submit(queue, 100, 1);
        queue.unplug(task, bill);
        assertThat(queue.hasRoom()).isFalse();
        List<String> order = new ArrayList<>();
        List.of("a", "b", "c").forEach(name -> startSubmitter(name, queue, order));
        timeline.runUntil(0);
        assertThat(order).isEmpty();

        timeline.runUntil(SECOND);

        assertThat(order).containsExactly("a", "b", "c");
        assertThat(counters.get(Counter.DEVICE_READ_REQUESTS)).isEqualTo(5);
        assertThat(counters.get(Counter.BIOS_ENDED)).isEqualTo(5);
    }

    @Test
    void whoFindsTheQueueFullOfRequestsOnTheirWayIsLetInWhenTheDeviceTakesThem() {
        RequestQueue queue = queue(1024, 4);
        for (int bio = 0; bio < 4; bio++) {
            submit(queue, 100L * bio, 1);
        }
        queue.unplug(task, bill);
        assertThat(queue.hasRoom()).isFalse();
        List<String> order = new ArrayList<>();
        startSubmitter("late", queue, order);
        timeline.runUntil(0);
        assertThat(order).isEmpty();

        timeline.runUntil(timeline.now() + bill.settle());

        assertThat(counters.get(Counter.DEVICE_IN_FLIGHT)).isEqualTo(4);
        assertThat(order).containsExactly("late");
    }

    @Test
    void whoFindsNothingToSubmitStillLetsTheNextIn() {
        RequestQueue queue = queue(1024, 1);
        submit(queue, 0, 1);
        queue.unplug(task, bill);
        submit(queue, 100, 1);
        queue.unplug(task, bill);
        List<String> order = new ArrayList<>();
        startIdler("idler", queue, order);
        startSubmitter("next", queue, order);

        timeline.runUntil(SECOND);

        assertThat(order).containsExactly("idler", "next");
    }

    @Test
    void completionsArriveInTheContextOfTheDeviceAndTakeTheProcessorsTime() {
        RequestQueue hard = queue(1024, 32);
        submit(hard, 0, 1);
        finish(hard);
        RequestQueue soft = queue(Completion.SOFTIRQ, 1024, 32);
        submit(soft, 0, 1);
        finish(soft);

        assertThat(contexts).containsExactly(Context.HARDIRQ, Context.SOFTIRQ);
        assertThat(counters.get(Counter.INTERRUPT_CPU_NANOS)).isPositive();
    }

    @Test
    void theTimeOfARequestBeginsInThePlugAndEndsWithItsInterrupt() {
        RequestQueue queue = queue(1024, 32);
        submit(queue, 0, 1);
        timeline.runUntil(7_000);
        assertThat(queue.unendedNanos()).isEqualTo(7_000);
        long owed = letGo(queue);
        timeline.runUntil(SECOND);

        long transfer = Math.ceilDiv(4096 * SECOND, 1L << 31);
        long interrupt = counters.get(Counter.INTERRUPT_CPU_NANOS);
        assertThat(counters.get(Counter.DEVICE_READ_NANOS)).isEqualTo(7_000 + owed + 50_000 + transfer + interrupt);
        assertThat(counters.get(Counter.DEVICE_BUSY_NANOS)).isEqualTo(50_000 + transfer + interrupt);
        assertThat(queue.unendedNanos()).isZero();
    }

    @Test
    void aDeviceWithTwoRequestsIsBusyOnceWhileEachTakesItsOwnTime() {
        RequestQueue queue = queue(1024, 32);
        submit(queue, 0, 1);
        submit(queue, 100, 1);
        long owed = letGo(queue);
        finish(queue);

        long busy = counters.get(Counter.DEVICE_BUSY_NANOS);
        assertThat(busy).isBetween(50_000L, 60_000L);
        assertThat(counters.get(Counter.DEVICE_READ_NANOS)).isBetween(busy + 50_000, 2 * (busy + owed));
    }

    @Test
    void busyTimeIsKnownAlsoWhileARequestIsUnderWay() {
        RequestQueue queue = queue(1024, 32);
        submit(queue, 0, 1);
        long owed = letGo(queue);
        timeline.runUntil(owed + 10_000);
        assertThat(counters.get(Counter.DEVICE_BUSY_NANOS)).isZero();

        queue.countBusyTime();

        assertThat(counters.get(Counter.DEVICE_BUSY_NANOS)).isEqualTo(10_000);
    }

    @Test
    void aQueueDoesNotCompleteInTheSubmittersTask() {
        assertThatThrownBy(() -> queue(Completion.TASK, 1024, 32)).isInstanceOf(IllegalArgumentException.class);
    }

    private void startSubmitter(String name, RequestQueue queue, List<String> order) {
        start(name, queue, order, true);
    }

    private void startIdler(String name, RequestQueue queue, List<String> order) {
        start(name, queue, order, false);
    }

    private void start(String name, RequestQueue queue, List<String> order, boolean submits) {
        Task[] self = new Task[1];
        self[0] = new Task(name, Counter.APPLICATION_CPU_NANOS, () -> {
            if (!queue.hasRoom()) {
                queue.awaitRoom(self[0]);
                return TaskBody.ASLEEP;
            }
            order.add(name);
            if (submits) {
                submit(queue, self[0], Op.READ, 1000L * name.hashCode(), 1);
            }
            queue.unplug(self[0], bill);
            return TaskBody.EXITED;
        });
        cpus.start(self[0]);
    }
}
