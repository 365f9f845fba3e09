package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.machine.DeviceKit.Read;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Completion;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.DeviceSpec.FlashTiming;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.QueueSpec;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.testing.Allocation;
import dev.dropbehind.testing.CheckedMachine;
import dev.dropbehind.testing.Specs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every medium keeps behind its queue: one kit for all of them (kernel-model §5.2, §5.3, §9.3). */
class DeviceContractTest {

    private static final long SECOND = 1_000_000_000;
    private static final long MIB = 1 << 20;
    private static final List<Read> SEQUENTIAL = sequential(2000, 32);
    private static final List<Read> SCATTERED = scattered(300);

    /**
     * A device, and what its spec says it can do.
     *
     * @param share of the bandwidth that a deep sequential stream gets at least
     */
    record Medium(String name, DeviceSpec spec, double share) {

        Context context() {
            return switch (spec.queue().completion()) {
                case HARDIRQ -> Context.HARDIRQ;
                case SOFTIRQ -> Context.SOFTIRQ;
                case TASK -> Context.TASK;
            };
        }

        boolean hasRequests() {
            return !(spec instanceof DeviceSpec.RamDisk);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Medium> media() {
        return Stream.of(
                new Medium("nvme", Specs.nvme(512, 32), 0.95),
                new Medium("ufs", Specs.ufs(128, 32), 0.95),
                new Medium("ssd", Specs.ssd(), 0.95),
                new Medium("hdd", Specs.hdd(32), 0.95),
                new Medium("one command", Specs.hdd(1), 0.95),
                new Medium("few segments", withSegments(7), 0.5),
                new Medium("ramdisk", Specs.ramDisk(), 0.5),
                new Medium("loop on nvme", Specs.loop(Specs.nvme(64, 4)), 0.1),
                new Medium("loop on ssd", Specs.loop(Specs.ssd()), 0.3),
                new Medium("loop on hdd", Specs.loop(Specs.hdd(4)), 0.9),
                new Medium("loop on ramdisk", Specs.loop(Specs.ramDisk()), 0.3));
    }

    private static DeviceSpec withSegments(int most) {
        return new DeviceSpec.Nvme(
                new QueueSpec(4096, 128, 512, most, 16, Completion.HARDIRQ), new FlashTiming(1L << 30, 50_000, 0, 8));
    }

    @ParameterizedTest
    @MethodSource("media")
    void everyBioEndsOnceAndEveryRequestToo(Medium medium) {
        DeviceKit kit = new DeviceKit(medium.spec(), 1, SCATTERED).run();

        assertThat(kit.faults).isEmpty();
        assertThat(kit.ends).containsOnly(1);
        assertThat(kit.bios.inFlight()).isZero();
        assertThat(kit.queue.waitingRequests()).isZero();
        assertThat(kit.counters.get(Counter.DEVICE_IN_FLIGHT)).isZero();
    }

    @ParameterizedTest
    @MethodSource("media")
    void noBioEndsBeforeTheMediumCanHaveReadIt(Medium medium) {
        DeviceKit kit = new DeviceKit(medium.spec(), 1, SCATTERED).run();

        assertThat(IntStream.range(0, SCATTERED.size()))
                .allMatch(bio -> kit.endedAt[bio] - kit.submittedAt[bio]
                        >= leastNanos(medium.spec(), SCATTERED.get(bio).pages()));
    }

    @ParameterizedTest
    @MethodSource("media")
    void aDeepStreamIsAsFastAsTheMediumAndNoFaster(Medium medium) {
        DeviceKit kit = new DeviceKit(medium.spec(), 1, SEQUENTIAL).run();

        double bytesPerSecond = (double) Pages.bytes(pages(SEQUENTIAL)) * SECOND / kit.timeline.now();
        double bandwidth = bytesPerSecond(medium.spec());
        assertThat(bytesPerSecond).isBetween(medium.share() * bandwidth, bandwidth);
        assertThat(kit.faults).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("media")
    void theSameSeedGivesTheSameTimes(Medium medium) {
        long[] times = new DeviceKit(medium.spec(), 1, SCATTERED).run().endedAt;

        assertThat(new DeviceKit(medium.spec(), 1, SCATTERED).run().endedAt).isEqualTo(times);
        assertThat(Arrays.equals(new DeviceKit(medium.spec(), 2, SCATTERED).run().endedAt, times))
                .isEqualTo(!hasChance(medium.spec()));
    }

    @ParameterizedTest
    @MethodSource("media")
    void theDeviceHasAsManyRequestsAsItsQueueIsDeepAndNoMore(Medium medium) {
        DeviceKit kit = new DeviceKit(medium.spec(), 1, SCATTERED).run();

        assertThat(kit.mostInFlight)
                .isEqualTo(medium.hasRequests() ? medium.spec().queue().queueDepth() : 0);
    }

    @ParameterizedTest
    @MethodSource("media")
    void completionsArriveWhereTheMediumSays(Medium medium) {
        assertThat(new DeviceKit(medium.spec(), 1, SCATTERED).run().contexts).containsExactly(medium.context());
    }

    @ParameterizedTest
    @MethodSource("media")
    void requestsAreWithinTheLimitsAndTogetherAllThatWasAskedFor(Medium medium) {
        QueueSpec queue = medium.spec().queue();
        for (List<Read> plan : List.of(SCATTERED, SEQUENTIAL)) {
            DeviceKit kit = new DeviceKit(medium.spec(), 1, plan).run();

            assertThat(kit.taken)
                    .allMatch(request -> request.bytes() <= (long) queue.maxSectorsKb() << 10
                            && request.segments() >= 1
                            && request.segments() <= queue.maxSegments());
            assertThat(kit.counters.get(Counter.DEVICE_READ_BYTES)).isEqualTo(Pages.bytes(pages(plan)));
            if (medium.hasRequests()) {
                assertThat(kit.taken.stream().mapToLong(DeviceKit.Taken::bytes).sum())
                        .isEqualTo(Pages.bytes(pages(plan)));
                assertThat(kit.taken).hasSize((int) kit.counters.get(Counter.DEVICE_READ_REQUESTS));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("media")
    void aMachineReadsAFileFromIt(Medium medium) {
        Machine machine = CheckedMachine.ran(
                Specs.small()
                        .device(medium.spec())
                        .duration(SECOND)
                        .job(Specs.readers("two", IoMode.DONTCACHE, 32 << 10, 2, Layout.SEQUENTIAL, "data", 2 * MIB))
                        .spec(),
                FolioTable.MAX_SIBLINGS);

        assertThat(machine.workload().failures()).isEmpty();
        assertThat(machine.counters().get(Counter.READ_BYTES)).isEqualTo(2 * MIB);
    }

    @ParameterizedTest
    @MethodSource("media")
    void aSteadyStreamAllocatesNothing(Medium medium) {
        Machine machine = MachineBuilder.build(Specs.small()
                .pages(16_384, 0, 0)
                .device(medium.spec())
                .duration(Long.MAX_VALUE / 2)
                .job(Specs.readers("steady", IoMode.CACHED, 32 << 10, 2, Layout.SEQUENTIAL, "data", 64L << 30))
                .spec());
        machine.runUntil(2 * SECOND);

        assertThat(Allocation.leastBytes(
                        () -> machine.runUntil(machine.timeline().now() + SECOND / 10)))
                .isZero();
    }

    private static long leastNanos(DeviceSpec spec, int pages) {
        long transfer = (long) (Pages.bytes(pages) * SECOND / bytesPerSecond(spec));
        return switch (spec) {
            case DeviceSpec.Ufs ufs -> leastLatency(ufs.timing()) + transfer;
            case DeviceSpec.Nvme nvme -> leastLatency(nvme.timing()) + transfer;
            case DeviceSpec.Ssd ssd -> leastLatency(ssd.timing()) + transfer;
            case DeviceSpec.Hdd _ -> transfer;
            // It copies at once; whoever submits pays for it afterwards.
            case DeviceSpec.RamDisk _ -> 0;
            case DeviceSpec.Loop loop -> CostModel.priors().of(Cost.WORK_ITEM) + leastNanos(loop.lower(), pages);
        };
    }

    private static long leastLatency(FlashTiming timing) {
        return timing.readLatencyNanos() * (100 - timing.jitterPercent()) / 100;
    }

    private static double bytesPerSecond(DeviceSpec spec) {
        return switch (spec) {
            case DeviceSpec.Ufs ufs -> ufs.timing().readBytesPerSecond();
            case DeviceSpec.Nvme nvme -> nvme.timing().readBytesPerSecond();
            case DeviceSpec.Ssd ssd -> ssd.timing().readBytesPerSecond();
            case DeviceSpec.Hdd hdd -> hdd.timing().readBytesPerSecond();
            case DeviceSpec.RamDisk _ -> 1e12 / CostModel.priors().of(Cost.RAMDISK_COPY);
            case DeviceSpec.Loop loop -> bytesPerSecond(loop.lower());
        };
    }

    private static boolean hasChance(DeviceSpec spec) {
        return switch (spec) {
            case DeviceSpec.Ufs ufs -> ufs.timing().jitterPercent() > 0;
            case DeviceSpec.Nvme nvme -> nvme.timing().jitterPercent() > 0;
            case DeviceSpec.Ssd ssd -> ssd.timing().jitterPercent() > 0;
            case DeviceSpec.Hdd _ -> true;
            case DeviceSpec.RamDisk _ -> false;
            case DeviceSpec.Loop loop -> hasChance(loop.lower());
        };
    }

    private static long pages(List<Read> plan) {
        return plan.stream().mapToLong(Read::pages).sum();
    }

    private static List<Read> sequential(int count, int pages) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Read((long) i * pages * Pages.SECTORS, pages, pages))
                .toList();
    }

    /** Bios of a page up to 2 MiB all over 64 GiB, some of single pages and some of folios of 16. */
    private static List<Read> scattered(int count) {
        Random64 random = new Seeds(3).of("plan");
        List<Read> plan = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int pages = (int) random.between(1, 512);
            int folios = random.between(0, 1) == 0 ? pages : Math.ceilDiv(pages, 16);
            plan.add(new Read(random.between(0, (64L << 30) >> Pages.SHIFT) * Pages.SECTORS, pages, folios));
        }
        return plan;
    }
}
