package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.time.EventHandler;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;
import java.util.ArrayList;
import java.util.List;

/** Starts tasks within the first millisecond, each at a time of its own: nobody types so exactly. */
final class StartOffsets {

    private static final long MAX_OFFSET_NANOS = 999_999;

    private final Timeline timeline;
    private final Cpus cpus;
    private final Random64 random;
    private final List<Task> tasks = new ArrayList<>();
    private final EventHandler starter = this::startNow;

    StartOffsets(Timeline timeline, Cpus cpus, Seeds seeds) {
        this.timeline = timeline;
        this.cpus = cpus;
        random = seeds.of("start");
    }

    void start(Task task) {
        timeline.schedule(random.between(0, MAX_OFFSET_NANOS), EventPriority.TASK, starter, tasks.size());
        tasks.add(task);
    }

    private void startNow(long number) {
        cpus.start(tasks.get((int) number));
    }
}
