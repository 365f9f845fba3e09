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
import dev.dropbehind.engine.device.Device;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.device.RequestEnd;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.DeviceSpec;
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

    /** A bio to be read: where, how many pages, of how many folios. */
    record Read(long sector, int pages, int folios) {}

    /** A request as the device took it. */
    record Taken(long sector, long bytes, int segments) {}

    private static final int BATCH = 8;

    final Timeline timeline = new Timeline();
    final Counters counters = new Counters();
    final CostModel costs = CostModel.priors();
    final BioTable bios = new BioTable();
    final BlockQueue queue;
    final List<Taken> taken = new ArrayList<>();
    final List<String> faults = new ArrayList<>();
    final Set<Context> contexts = EnumSet.noneOf(Context.class);
    final int[] ends;
    final long[] submittedAt;
    final long[] endedAt;
    long mostInFlight;

    private final Cpus cpus = new Cpus(2, timeline, counters, new CpuCosts(2500, 1200, 3_000_000));
    private final List<Read> plan;
    private final Bill bill = new Bill();
    private final Task submitter = new Task("submitter", Counter.APPLICATION_CPU_NANOS, this::turn);
    private int next;

    DeviceKit(DeviceSpec spec, long seed, List<Read> plan) {
        this.plan = plan;
        ends = new int[plan.size()];
        submittedAt = new long[plan.size()];
        endedAt = new long[plan.size()];
        BlockLayer layer = new BlockLayer(cpus, timeline, costs, new Seeds(seed));
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
                        costs);
    }

    /** Reads all of it and runs until nothing is left to happen. */
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
            Read read = plan.get(next);
            submittedAt[next] = timeline.now();
            int bio = bios.create(Op.READ, read.sector(), read.pages() * 8, read.folios(), this::endBio, next);
            queue.submit(bio, submitter, bill);
        }
        queue.unplug(submitter, bill);
        return bill.settle();
    }

    private void endBio(int bio, Context context) {
        ends[(int) bios.tag(bio)]++;
        endedAt[(int) bios.tag(bio)] = timeline.now();
        contexts.add(context);
    }

    /** The accounting of diskstats (invariants 18, 43 and 44), after every event. */
    private void check() {
        long inFlight = counters.get(Counter.DEVICE_IN_FLIGHT);
        mostInFlight = Math.max(mostInFlight, inFlight);
        long made = counters.get(Counter.BIOS_SUBMITTED)
                + counters.get(Counter.BIO_SPLITS)
                - counters.get(Counter.BIO_MERGES);
        long seen = counters.get(Counter.DEVICE_READ_REQUESTS) + inFlight + queue.waitingRequests();
        long busy = counters.get(Counter.DEVICE_BUSY_NANOS);
        note(made == seen, "requests made " + made + ", seen " + seen);
        note(busy <= timeline.now(), "busy for " + busy);
        note(busy <= counters.get(Counter.DEVICE_READ_NANOS) + queue.unendedNanos(), "busy without requests");
        note(
                bios.inFlight() == counters.get(Counter.BIOS_SUBMITTED) - counters.get(Counter.BIOS_ENDED),
                "bios in flight " + bios.inFlight());
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
            device = layer.device(spec, request -> {
                note(open.remove(request), "request " + request + " ends and was not open");
                end.endRequest(request);
            });
        }

        @Override
        public void serve(int request, Op op, long sector, long bytes, int segments) {
            note(open.add(request), "request " + request + " is open already");
            taken.add(new Taken(sector, bytes, segments));
            device.serve(request, op, sector, bytes, segments);
        }

        @Override
        public boolean isHardware() {
            return device.isHardware();
        }
    }
}
