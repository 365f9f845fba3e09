package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.block.BilledCompletion;
import dev.dropbehind.engine.block.BioCompletion;
import dev.dropbehind.engine.block.BioTable;
import dev.dropbehind.engine.block.BlockQueue;
import dev.dropbehind.engine.block.CompletionAtOnce;
import dev.dropbehind.engine.block.CompletionRules;
import dev.dropbehind.engine.block.CompletionWork;
import dev.dropbehind.engine.cache.DropWork;
import dev.dropbehind.engine.cpu.Bill;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.cpu.CpuCosts;
import dev.dropbehind.engine.cpu.CpuHotplug;
import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.cpu.Ticks;
import dev.dropbehind.engine.cpu.Till;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Deferral;
import dev.dropbehind.engine.spec.Preemption;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayList;
import java.util.List;

/**
 * Two tasks that write DONTCACHE as fast as the device takes it, on two processors too slow to drop all of it at once,
 * by one design of deferral; every tenth bio is a read.
 */
final class DeferralKit {

    private static final int BIOS = 400;
    private static final int FOLIOS = 16;
    private static final long DROP_NANOS = 5_000;
    private static final long COMPUTE_NANOS = 20_000;

    final Timeline timeline = new Timeline();
    final Counters counters = new Counters();
    private final Till till = new Till(CostModel.priors());
    final Cpus cpus = new Cpus(2, timeline, counters, till, new CpuCosts(2_500, 3_000_000));
    final BioTable bios = new BioTable();
    final CpuHotplug hotplug = new CpuHotplug(cpus, timeline, Counter.COMPLETION_WORKER_CPU_NANOS, 500_000);
    final List<Long> ended = new ArrayList<>();

    private final Deferral design;
    private final Bill bill = new Bill(till);
    private final DropWork drops;
    private final BlockQueue queue;

    DeferralKit(Deferral design) {
        this.design = design;
        drops = new DropWork(design.isPerCpu(), cpus, till, (mapping, first, end, cpu) -> drop(end - first));
        hotplug.register(drops);
        BlockLayer layer = new BlockLayer(cpus, timeline, till, new Seeds(1));
        queue = layer.queue(Profile.SERVER.device(), bios, completion(), counters);
        for (long submitter = 0; submitter < 2; submitter++) {
            cpus.start(new Submitter(submitter * BIOS).task);
        }
    }

    /** Runs until nothing is left to happen. */
    DeferralKit run() {
        while (timeline.runNext()) {}
        return this;
    }

    /** Has something happen at a time. */
    DeferralKit at(long nanos, Runnable action) {
        timeline.schedule(nanos, EventPriority.TASK, _ -> action.run(), 0);
        return this;
    }

    long count(Counter counter) {
        return counters.get(counter);
    }

    private BioCompletion completion() {
        if (!design.defersBios()) {
            return new BilledCompletion(new CompletionAtOnce(bios, counters), cpus, bill);
        }
        CompletionRules rules = CompletionRules.of(design, Preemption.DYNAMIC);
        CompletionWork work =
                new CompletionWork(rules, bios, cpus, new Ticks(timeline, 250), timeline, counters, till, bill);
        hotplug.register(work);
        return work;
    }

    /** What a file system does: drops the folios of a write where it may, else leaves them to a design for folios. */
    private void endBio(int bio, int cpu, Context context) {
        ended.add(bios.tag(bio));
        if (bios.op(bio) == Op.READ) {
            return;
        }
        int left = FOLIOS;
        if (!context.isAtomic()) {
            bill.charge(drop(FOLIOS));
            left = 0;
        } else if (design.defersFolios()) {
            long submitter = bios.tag(bio) / BIOS;
            left -= drops.defer(1, (int) bios.tag(bio) * FOLIOS, 1, FOLIOS, cpus.interruptTarget((int) submitter));
        }
        counters.add(Counter.DROPBEHIND_SKIPPED, left);
    }

    private long drop(int folios) {
        counters.add(Counter.DROPBEHIND_DROPPED, folios);
        return folios * DROP_NANOS;
    }

    private final class Submitter implements TaskBody {
        private final Task task = new Task("writer", Counter.APPLICATION_CPU_NANOS, this);
        private final Bill owed = new Bill(till);
        private final long end;
        private long next;

        Submitter(long first) {
            next = first;
            end = first + BIOS;
        }

        @Override
        public long turn() {
            if (next == end) {
                return EXITED;
            }
            if (!queue.hasRoom()) {
                queue.awaitRoom(task);
                return ASLEEP;
            }
            Op op = next % 10 == 9 ? Op.READ : Op.WRITE;
            // Two bios follow each other nowhere on the device: none is merged.
            int bio = bios.create(op, next * 1_000, FOLIOS * 8, FOLIOS, DeferralKit.this::endBio, next);
            if (op == Op.WRITE ? design.defersBios() : design.defersReads()) {
                bios.completeInTask(bio);
            }
            next++;
            queue.submit(bio, task, owed);
            queue.unplug(task, owed);
            return owed.settle() + COMPUTE_NANOS;
        }
    }
}
