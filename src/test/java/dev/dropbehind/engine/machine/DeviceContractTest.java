package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.FolioTable;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.machine.DeviceKit.Ask;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.BadSector;
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
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every medium keeps behind its queue: one kit for all of them (kernel-model §5.2, §5.3, §9.3). */
class DeviceContractTest {

    private static final long SECOND = 1_000_000_000;
    private static final long MIB = 1 << 20;
    private static final int ASKS = 300;

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

    /** What a device is asked for. */
    enum Plan {
        READS(Op.READ),
        WRITES(Op.WRITE),
        MIXED(Op.READ, Op.WRITE, Op.FLUSH);

        final List<Op> ops;

        Plan(Op... ops) {
            this.ops = List.of(ops);
        }

        /** Bios of a page up to 2 MiB all over 64 GiB, some of single pages and some of folios of 16. */
        List<Ask> scattered() {
            Random64 random = new Seeds(3).of("plan");
            List<Ask> asks = new ArrayList<>();
            for (int i = 0; i < ASKS; i++) {
                Op op = ops.size() == 1 ? ops.getFirst() : ops.get((int) random.between(0, ops.size() - 1));
                int pages = (int) random.between(1, 512);
                int folios = random.between(0, 1) == 0 ? pages : Math.ceilDiv(pages, 16);
                long sector = random.between(0, (64L << 30) >> Pages.SHIFT) * Pages.SECTORS;
                asks.add(ask(op, sector, pages, folios));
            }
            return asks;
        }
    }

    /** A device and what it is asked for. */
    record Trial(Medium medium, Plan plan) {

        DeviceKit run() {
            return run(1);
        }

        DeviceKit run(long seed) {
            return new DeviceKit(medium.spec(), seed, plan.scattered()).run();
        }

        @Override
        public String toString() {
            return medium + " " + plan;
        }
    }

    static Stream<Trial> trials() {
        return media().flatMap(medium -> Stream.of(Plan.values()).map(plan -> new Trial(medium, plan)));
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
                new QueueSpec(4096, 128, 512, most, 16, Completion.HARDIRQ),
                new FlashTiming(1L << 30, 50_000, 1L << 29, 20_000, 90_000, 0, 8));
    }

    @ParameterizedTest
    @MethodSource("trials")
    void everyBioEndsOnceAndEveryRequestToo(Trial trial) {
        DeviceKit kit = trial.run();

        assertThat(kit.faults).isEmpty();
        assertThat(kit.ends).containsOnly(1);
        assertThat(kit.bios.inFlight()).isZero();
        assertThat(kit.queue.waitingRequests()).isZero();
        assertThat(kit.counters.get(Counter.DEVICE_IN_FLIGHT)).isZero();
        assertThat(kit.counters.get(Counter.BIOS_FAILED)).isZero();
    }

    @ParameterizedTest
    @MethodSource("trials")
    void noBioEndsBeforeTheMediumCanHaveDoneIt(Trial trial) {
        DeviceKit kit = trial.run();
        List<Ask> asks = trial.plan().scattered();

        assertThat(IntStream.range(0, asks.size()))
                .allMatch(bio -> kit.endedAt[bio] - kit.submittedAt[bio]
                        >= leastNanos(trial.medium().spec(), asks.get(bio)));
    }

    @ParameterizedTest
    @MethodSource("media")
    void aDeepStreamIsAsFastAsTheMediumAndNoFaster(Medium medium) {
        for (Op op : List.of(Op.READ, Op.WRITE)) {
            List<Ask> stream = sequential(op, 2000, 32);
            DeviceKit kit = new DeviceKit(medium.spec(), 1, stream).run();

            double bytesPerSecond = (double) bytes(stream, op) * SECOND / kit.timeline.now();
            double bandwidth = bytesPerSecond(medium.spec(), op);
            assertThat(bytesPerSecond).as("%s", op).isBetween(medium.share() * bandwidth, bandwidth);
            assertThat(kit.faults).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void theSameSeedGivesTheSameTimes(Trial trial) {
        long[] times = trial.run().endedAt;

        assertThat(trial.run().endedAt).isEqualTo(times);
        assertThat(Arrays.equals(trial.run(2).endedAt, times))
                .isEqualTo(!hasChance(trial.medium().spec()));
    }

    @ParameterizedTest
    @MethodSource("trials")
    void theDeviceHasAsManyRequestsAsItsQueueIsDeepAndNoMore(Trial trial) {
        Medium medium = trial.medium();

        assertThat(trial.run().mostInFlight)
                .isEqualTo(medium.hasRequests() ? medium.spec().queue().queueDepth() : 0);
    }

    @ParameterizedTest
    @MethodSource("trials")
    void completionsArriveWhereTheMediumSays(Trial trial) {
        Set<Context> expected = EnumSet.of(trial.medium().context());
        if (trial.plan() == Plan.MIXED && !hasVolatileCache(trial.medium().spec())) {
            expected.add(Context.TASK);
        }

        assertThat(trial.run().contexts).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("trials")
    void requestsAreWithinTheLimitsAndTogetherAllThatWasAskedFor(Trial trial) {
        QueueSpec queue = trial.medium().spec().queue();
        List<Ask> asks = trial.plan().scattered();
        DeviceKit kit = trial.run();

        assertThat(kit.taken).filteredOn(request -> request.op() == Op.FLUSH).allMatch(request -> request.bytes() == 0);
        assertThat(kit.taken)
                .filteredOn(request -> request.op() != Op.FLUSH)
                .allMatch(request -> request.bytes() <= (long) queue.maxSectorsKb() << 10
                        && request.bytes() % queue.logicalBlockSize() == 0
                        && request.segments() >= 1
                        && request.segments() <= queue.maxSegments());
        assertThat(kit.counters.get(Counter.DEVICE_READ_BYTES)).isEqualTo(bytes(asks, Op.READ));
        assertThat(kit.counters.get(Counter.DEVICE_WRITE_BYTES)).isEqualTo(bytes(asks, Op.WRITE));
        long flushes = asks.stream().filter(ask -> ask.op() == Op.FLUSH).count();
        assertThat(kit.counters.get(Counter.DEVICE_FLUSH_REQUESTS) + kit.counters.get(Counter.FLUSHES_NOT_NEEDED))
                .isEqualTo(flushes);
        assertThat(kit.counters.get(Counter.FLUSHES_NOT_NEEDED))
                .isEqualTo(hasVolatileCache(trial.medium().spec()) ? 0 : flushes);
        if (trial.medium().hasRequests()) {
            for (Op op : trial.plan().ops) {
                assertThat(kit.taken.stream()
                                .filter(request -> request.op() == op)
                                .mapToLong(DeviceKit.Taken::bytes)
                                .sum())
                        .isEqualTo(bytes(asks, op));
            }
            assertThat(kit.taken).hasSize((int) kit.requestsEnded());
        }
    }

    @ParameterizedTest
    @MethodSource("trials")
    void aBadSectorFailsTheBiosThatCoverItAndNoOthers(Trial trial) {
        List<Ask> asks = overlapping(trial.plan(), ASKS);
        long bad = 1001;
        DeviceKit kit = new DeviceKit(withBadSector(trial.medium().spec(), new BadSector(0, bad)), 1, asks).run();

        assertThat(kit.faults).isEmpty();
        assertThat(kit.ends).containsOnly(1);
        assertThat(IntStream.range(0, asks.size()))
                .allMatch(bio -> kit.failed[bio] == asks.get(bio).covers(bad));
        assertThat(kit.counters.get(Counter.BIOS_FAILED))
                .isEqualTo(asks.stream().filter(ask -> ask.covers(bad)).count())
                .isBetween(10L, ASKS / 2L);
    }

    @ParameterizedTest
    @MethodSource("trials")
    void aSectorFailsFromItsTimeOn(Trial trial) {
        List<Ask> asks = overlapping(trial.plan(), 3 * ASKS);
        long bad = 1001;
        long half = new DeviceKit(trial.medium().spec(), 1, asks).run().timeline.now() / 2;
        DeviceKit kit = new DeviceKit(withBadSector(trial.medium().spec(), new BadSector(half, bad)), 1, asks).run();

        List<Integer> covering = IntStream.range(0, asks.size())
                .filter(bio -> asks.get(bio).covers(bad))
                .boxed()
                .toList();
        assertThat(covering)
                .filteredOn(bio -> kit.endedAt[bio] < half)
                .isNotEmpty()
                .noneMatch(bio -> kit.failed[bio]);
        assertThat(covering)
                .filteredOn(bio -> kit.submittedAt[bio] >= half)
                .isNotEmpty()
                .allMatch(bio -> kit.failed[bio]);
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

    private static long leastNanos(DeviceSpec spec, Ask ask) {
        return switch (spec) {
            case DeviceSpec.Ufs ufs -> leastNanos(ufs.timing(), ask);
            case DeviceSpec.Nvme nvme -> leastNanos(nvme.timing(), ask);
            case DeviceSpec.Ssd ssd -> leastNanos(ssd.timing(), ask);
            case DeviceSpec.Hdd hdd -> ask.op() == Op.FLUSH ? hdd.timing().rotationNanos() : transferNanos(spec, ask);
            // It copies at once; whoever submits pays for it afterwards.
            case DeviceSpec.RamDisk _ -> 0;
            case DeviceSpec.Loop loop -> CostModel.priors().of(Cost.WORK_ITEM) + leastNanos(loop.lower(), ask);
        };
    }

    private static long leastNanos(FlashTiming timing, Ask ask) {
        long latency = switch (ask.op()) {
            case READ -> timing.readLatencyNanos() + ask.bytes() * SECOND / timing.readBytesPerSecond();
            case WRITE -> timing.writeLatencyNanos() + ask.bytes() * SECOND / timing.writeBytesPerSecond();
            case FLUSH -> timing.flushNanos();
        };
        return latency * (100 - timing.jitterPercent()) / 100;
    }

    private static long transferNanos(DeviceSpec spec, Ask ask) {
        return (long) (ask.bytes() * SECOND / bytesPerSecond(spec, ask.op()));
    }

    private static double bytesPerSecond(DeviceSpec spec, Op op) {
        return switch (spec) {
            case DeviceSpec.Ufs ufs -> bytesPerSecond(ufs.timing(), op);
            case DeviceSpec.Nvme nvme -> bytesPerSecond(nvme.timing(), op);
            case DeviceSpec.Ssd ssd -> bytesPerSecond(ssd.timing(), op);
            case DeviceSpec.Hdd hdd ->
                op == Op.READ ? hdd.timing().readBytesPerSecond() : hdd.timing().writeBytesPerSecond();
            case DeviceSpec.RamDisk _ -> 1e12 / CostModel.priors().of(Cost.RAMDISK_COPY);
            case DeviceSpec.Loop loop -> bytesPerSecond(loop.lower(), op);
        };
    }

    private static double bytesPerSecond(FlashTiming timing, Op op) {
        return op == Op.READ ? timing.readBytesPerSecond() : timing.writeBytesPerSecond();
    }

    private static boolean hasVolatileCache(DeviceSpec spec) {
        return switch (spec) {
            case DeviceSpec.Ufs ufs -> ufs.timing().flushNanos() > 0;
            case DeviceSpec.Nvme nvme -> nvme.timing().flushNanos() > 0;
            case DeviceSpec.Ssd ssd -> ssd.timing().flushNanos() > 0;
            case DeviceSpec.RamDisk _ -> false;
            case DeviceSpec.Hdd _, DeviceSpec.Loop _ -> true;
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

    private static DeviceSpec withBadSector(DeviceSpec spec, BadSector bad) {
        QueueSpec queue = spec.queue();
        QueueSpec with = new QueueSpec(
                queue.logicalBlockSize(),
                queue.readAheadKb(),
                queue.maxSectorsKb(),
                queue.maxSegments(),
                queue.queueDepth(),
                queue.completion(),
                List.of(bad));
        return switch (spec) {
            case DeviceSpec.Ufs ufs -> new DeviceSpec.Ufs(with, ufs.timing());
            case DeviceSpec.Nvme nvme -> new DeviceSpec.Nvme(with, nvme.timing());
            case DeviceSpec.Ssd ssd -> new DeviceSpec.Ssd(with, ssd.timing());
            case DeviceSpec.Hdd hdd -> new DeviceSpec.Hdd(with, hdd.timing());
            case DeviceSpec.RamDisk _ -> new DeviceSpec.RamDisk(with);
            case DeviceSpec.Loop loop -> new DeviceSpec.Loop(queue, withBadSector(loop.lower(), bad));
        };
    }

    private static long bytes(List<Ask> asks, Op op) {
        return asks.stream().filter(ask -> ask.op() == op).mapToLong(Ask::bytes).sum();
    }

    private static List<Ask> sequential(Op op, int count, int pages) {
        return IntStream.range(0, count)
                .mapToObj(i -> ask(op, (long) i * pages * Pages.SECTORS, pages, pages))
                .toList();
    }

    /** Bios that cover each other but never continue each other, around sector 1000. */
    private static List<Ask> overlapping(Plan plan, int count) {
        Random64 random = new Seeds(4).of("plan");
        List<Ask> asks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Op op = plan.ops.get(i % plan.ops.size());
            // No bio ends at an even page, where all begin.
            asks.add(ask(op, 2 * Pages.SECTORS * random.between(0, 150), (int) (2 * random.between(0, 60) + 1), 1));
        }
        return asks;
    }

    private static Ask ask(Op op, long sector, int pages, int folios) {
        return op == Op.FLUSH ? new Ask(op, 0, 0, 0) : new Ask(op, sector, pages * Pages.SECTORS, folios);
    }
}
