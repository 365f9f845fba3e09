package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.cpu.Cpus;
import dev.dropbehind.engine.cpu.Task;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Tasks that wait for a page's read to end, in the order in which they came. */
final class FolioWaiters {

    private final Cpus cpus;
    private @Nullable Task[] tasks = new Task[8];
    private int[] mappings = new int[8];
    private int[] pages = new int[8];
    private int count;

    FolioWaiters(Cpus cpus) {
        this.cpus = cpus;
    }

    void add(Task task, int mapping, int page) {
        if (count == tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * count);
            mappings = Arrays.copyOf(mappings, 2 * count);
            pages = Arrays.copyOf(pages, 2 * count);
        }
        tasks[count] = task;
        task.awaitIo();
        mappings[count] = mapping;
        pages[count] = page;
        count++;
    }

    /** Wakes whoever waits for a page of a range. */
    void wake(int mapping, int first, int end) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            Task task = tasks[i];
            if (task != null && mappings[i] == mapping && pages[i] >= first && pages[i] < end) {
                cpus.wake(task);
            } else {
                tasks[kept] = task;
                mappings[kept] = mappings[i];
                pages[kept] = pages[i];
                kept++;
            }
        }
        Arrays.fill(tasks, kept, count, null);
        count = kept;
    }
}
