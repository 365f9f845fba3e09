package dev.dropbehind.engine.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WaitQueueTest {

    private final Rig rig = new Rig(1);
    private final WaitQueue queue = new WaitQueue();

    @Test
    void sleepersWakeInTheOrderInWhichTheyCame() {
        sleepers("a", "b", "c");
        rig.at(1_000, () -> queue.wakeOne(rig.cpus));
        rig.at(2_000, () -> queue.wakeOne(rig.cpus));
        rig.at(3_000, () -> queue.wakeOne(rig.cpus));
        rig.run();
        assertThat(rig.trace.subList(3, 6)).containsExactly("a 0 1100", "b 0 2100", "c 0 3100");
    }

    @Test
    void wakingOneLeavesTheOthersAsleep() {
        List<Task> tasks = sleepers("a", "b");
        rig.at(1_000, () -> queue.wakeOne(rig.cpus));
        rig.run();
        assertThat(queue.size()).isEqualTo(1);
        assertThat(tasks).extracting(Task::isAsleep).containsExactly(false, true);
    }

    @Test
    void whoIsWokenOtherwiseTakesNoWakeUpFromTheNext() {
        List<Task> tasks = sleepers("a", "b");
        rig.at(1_000, () -> rig.cpus.wake(tasks.getFirst()));
        rig.at(2_000, () -> queue.wakeOne(rig.cpus));
        rig.run();
        assertThat(rig.trace.subList(2, 4)).containsExactly("a 0 1100", "b 0 2100");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void wakingAllWakesInOrder() {
        sleepers("a", "b", "c");
        rig.at(1_000, () -> queue.wakeAll(rig.cpus));
        rig.run();
        assertThat(rig.trace.subList(3, 6)).containsExactly("a 0 1100", "b 0 1110", "c 0 1120");
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void wakingAnEmptyQueueWakesNobody() {
        queue.wakeOne(rig.cpus);
        queue.wakeAll(rig.cpus);
        assertThat(rig.timeline.isEmpty()).isTrue();
        assertThat(queue.isEmpty()).isTrue();
    }

    private List<Task> sleepers(String... names) {
        return List.of(names).stream().map(this::sleeper).toList();
    }

    private Task sleeper(String name) {
        Rig.Script script = rig.task(name);
        return script.then(() -> {
                    queue.add(script.task());
                    return TaskBody.ASLEEP;
                })
                .start();
    }
}
