package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.block.BioCompletion;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.block.CompletionAtOnce;
import dev.dropbehind.engine.block.RequestQueue;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.CpuCosts;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.device.Device;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.device.RequestEnd;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A device behind its real queue, a task that submits bios to it as fast as there is room, and all that is seen of
 * both.
 */
final class DeviceKit {

    /** A bio to be submitted: what, where, how many sectors, of how many folios. */
    record Ask(Op op, long sector, int sectors, int folios) {

        long bytes() {
            return (long) sectors * Pages.SECTOR_SIZE;
        }

        boolean covers(long one) {
            return sector <= one && one < sector + sectors;
        }
    }

    /** A request as the device took it. */
    record Taken(Op op, long sector, long bytes, int segments) {}

    private static final int BATCH = 8;

    final Timeline timeline = new Timeline();
    final Counters counters = new Counters();
    final CostModel costs = CostModel.priors();
    private final Till till = new Till(costs);
    final BioTable bios = new BioTable();
    final BlockQueue queue;
    final List<Taken> taken = new ArrayList<>();
    final List<String> faults = new ArrayList<>();
    final Set<Context> contexts = EnumSet.noneOf(Context.class);
    final int[] ends;
    final long[] submittedAt;
    final long[] endedAt;
    final boolean[] failed;
    long mostInFlight;

    private final Cpus cpus = new Cpus(2, timeline, counters, till, new CpuCosts(2500, 3_000_000));
    private final List<Ask> plan;
    private final Bill bill = new Bill(till);
    private final Task submitter = new Task("submitter", Counter.APPLICATION_CPU_NANOS, this::turn);
    private int next;

    DeviceKit(DeviceSpec spec, long seed, List<Ask> plan) {
        this.plan = plan;
        ends = new int[plan.size()];
        submittedAt = new long[plan.size()];
        endedAt = new long[plan.size()];
        failed = new boolean[plan.size()];
        BlockLayer layer = new BlockLayer(cpus, timeline, till, new Seeds(seed));
        BioCompletion completion = new CompletionAtOnce(bios, counters);
        queue = spec instanceof DeviceSpec.RamDisk
                ? layer.queue(spec, bios, completion, counters)
                : new RequestQueue(
                        spec.queue(),
                        bios,
                        completion,
                        end -> new Watched(layer, spec, end),
                        cpus,
                        timeline,
                        counters,
                        till);
    }

    /** Submits all of it and runs until nothing is left to happen. */
    DeviceKit run() {
        timeline.afterEach(this::check);
        cpus.start(submitter);
        while (timeline.runNext()) {}
        queue.countBusyTime();
        check();
        return this;
    }

    private long turn() {
        if (next == plan.size()) {
            return TaskBody.EXITED;
        }
        if (!queue.hasRoom()) {
            queue.awaitRoom(submitter);
            return TaskBody.ASLEEP;
        }
        int end = Math.min(next + BATCH, plan.size());
        for (; next < end; next++) {
            Ask ask = plan.get(next);
            submittedAt[next] = timeline.now();
            int bio = bios.create(ask.op(), ask.sector(), ask.sectors(), ask.folios(), this::endBio, next);
            queue.submit(bio, submitter, bill);
        }
        queue.unplug(submitter, bill);
        return bill.settle();
    }

    private void endBio(int bio, int cpu, Context context) {
        ends[(int) bios.tag(bio)]++;
        endedAt[(int) bios.tag(bio)] = timeline.now();
        failed[(int) bios.tag(bio)] = bios.hasFailed(bio);
        contexts.add(context);
    }

    /** The accounting of diskstats (invariants 18, 43 and 44), after every event. */
    private void check() {
        long inFlight = counters.get(Counter.DEVICE_IN_FLIGHT);
        mostInFlight = Math.max(mostInFlight, inFlight);
        long made = counters.get(Counter.BIOS_SUBMITTED)
                - counters.get(Counter.FLUSHES_NOT_NEEDED)
                + counters.get(Counter.BIO_SPLITS)
                - counters.get(Counter.BIO_MERGES);
        long seen = requestsEnded() + inFlight + queue.waitingRequests();
        long busy = counters.get(Counter.DEVICE_BUSY_NANOS);
        note(made == seen, "requests made " + made + ", seen " + seen);
        note(busy <= timeline.now(), "busy for " + busy);
        note(busy <= requestNanos() + queue.unendedNanos(), "busy without requests");
        note(
                bios.inFlight() == counters.get(Counter.BIOS_SUBMITTED) - counters.get(Counter.BIOS_ENDED),
                "bios in flight " + bios.inFlight());
    }

    long requestsEnded() {
        return counters.get(Counter.DEVICE_READ_REQUESTS)
                + counters.get(Counter.DEVICE_WRITE_REQUESTS)
                + counters.get(Counter.DEVICE_FLUSH_REQUESTS);
    }

    private long requestNanos() {
        return counters.get(Counter.DEVICE_READ_NANOS)
                + counters.get(Counter.DEVICE_WRITE_NANOS)
                + counters.get(Counter.DEVICE_FLUSH_NANOS);
    }

    private void note(boolean holds, String fault) {
        if (!holds && faults.size() < 10) {
            faults.add(fault + " at " + timeline.now() + " ns");
        }
    }

    /** The real device, with a look at what it is given and tells. */
    private final class Watched implements Device {

        private final Device device;
        private final Set<Integer> open = new HashSet<>();

        Watched(BlockLayer layer, DeviceSpec spec, RequestEnd end) {
            device = layer.device(spec, (request, status) -> {
                note(open.remove(request), "request " + request + " ends and was not open");
                end.endRequest(request, status);
            });
        }

        @Override
        public void serve(int request, Op op, long sector, long bytes, int segments) {
            note(open.add(request), "request " + request + " is open already");
            taken.add(new Taken(op, sector, bytes, segments));
            device.serve(request, op, sector, bytes, segments);
        }

        @Override
        public boolean hasVolatileCache() {
            return device.hasVolatileCache();
        }

        @Override
        public boolean isHardware() {
            return device.isHardware();
        }
    }
}
