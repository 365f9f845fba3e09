package dev.dropbehind.engine.machine;

import dev.dropbehind.engine.cache.Interleaving;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.time.Random64;
import dev.dropbehind.engine.time.Seeds;
import dev.dropbehind.engine.time.Timeline;

/**
 * Has the second half of a verb happen as an event of its own, at a time drawn from the run's seed: before what the
 * verb costs has passed, and so before the task that began it goes on.
 */
final class Interleaved implements Interleaving {

    private final Timeline timeline;
    private final Random64 moments;
    private final CostModel costs;

    Interleaved(Timeline timeline, Seeds seeds, CostModel costs) {
        this.timeline = timeline;
        this.costs = costs;
        moments = seeds.of("interleaving");
    }

    @Override
    public void later(Cost cost, int folios, Runnable secondHalf) {
        long nanos = moments.between(0, costs.of(cost) * folios);
        timeline.schedule(timeline.now() + nanos, EventPriority.TASK, _ -> secondHalf.run(), 0);
    }
}
