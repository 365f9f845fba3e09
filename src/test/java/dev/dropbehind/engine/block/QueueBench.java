package dev.dropbehind.engine.block;

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

/** A queue before flash, tasks that submit to it, and what becomes of their bios. */
abstract class QueueBench {

    static final long SECOND = 1_000_000_000;
    static final FlashTiming FLASH = new FlashTiming(1L << 31, 50_000, 0, 64);
    static final FlashTiming CACHED = new FlashTiming(SECOND, 50_000, SECOND, 20_000, 300_000, 0, 64);

    final Timeline timeline = new Timeline();
    final Counters counters = new Counters();
    final Till till = new Till(CostModel.priors().with(Cost.CONTEXT_SWITCH, 0));
    final Cpus cpus = new Cpus(1, timeline, counters, till, new CpuCosts(0, 3_000_000));
    final BioTable bios = new BioTable();
    final Task other = new Task("other", Counter.APPLICATION_CPU_NANOS, () -> TaskBody.EXITED);
    final Task task = new Task("hand", Counter.APPLICATION_CPU_NANOS, () -> TaskBody.EXITED);
    final Bill bill = new Bill(till);
    final List<Long> ended = new ArrayList<>();
    final List<Long> failed = new ArrayList<>();
    final List<Context> contexts = new ArrayList<>();

    final void submit(RequestQueue queue, long page, int pages) {
        submit(queue, Op.READ, page, pages);
    }

    final int submit(RequestQueue queue, Op op, long page, int pages) {
        return submit(queue, task, op, page, pages);
    }

    final int submit(RequestQueue queue, Task submitter, Op op, long page, int pages) {
        int bio = bios.create(op, page * 8, pages * 8, pages, this::end, page);
        queue.submit(bio, submitter, bill);
        return bio;
    }

    final void end(int bio, int cpu, Context context) {
        ended.add(bios.tag(bio));
        failed.addAll(bios.hasFailed(bio) ? List.of(bios.tag(bio)) : List.of());
        contexts.add(context);
    }

    /** Lets the plug go, and the time pass that is owed for all so far; returns how long that took. */
    final long letGo(RequestQueue queue) {
        queue.unplug(task, bill);
        return pay();
    }

    /** Has the task spend what it owes; returns how long that took. */
    final long pay() {
        long owed = bill.settle();
        timeline.runUntil(timeline.now() + owed);
        return owed;
    }

    final void finish(RequestQueue queue) {
        letGo(queue);
        timeline.runUntil(timeline.now() + SECOND);
    }

    static QueueSpec segments(int most) {
        return new QueueSpec(4096, 128, 1024, most, 32, Completion.HARDIRQ);
    }

    final RequestQueue queue(int maxSectorsKb, int tags) {
        return queue(Completion.HARDIRQ, maxSectorsKb, tags);
    }

    final RequestQueue queue(Completion completion, int maxSectorsKb, int tags) {
        return queue(new QueueSpec(4096, 128, maxSectorsKb, tags, completion));
    }

    static QueueSpec plain() {
        return segments(QueueSpec.DEFAULT_MAX_SEGMENTS);
    }

    static QueueSpec bad(BadSector sector) {
        return new QueueSpec(4096, 128, 1024, 128, 32, Completion.HARDIRQ, List.of(sector));
    }

    final RequestQueue queue(QueueSpec spec) {
        return queue(spec, FLASH);
    }

    final RequestQueue queue(QueueSpec spec, FlashTiming timing) {
        return queue(spec, timing, new CompletionAtOnce(bios, counters));
    }

    final RequestQueue queue(QueueSpec spec, FlashTiming timing, BioCompletion completion) {
        Random64 jitter = new Seeds(1).of("flash");
        return new RequestQueue(
                spec,
                bios,
                completion,
                end -> new FlashLanes(timing, Duplex.FULL, jitter, timeline, end),
                cpus,
                timeline,
                counters,
                till);
    }
}
