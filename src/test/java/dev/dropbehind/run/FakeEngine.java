package dev.dropbehind.run;

import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Counters;
import dev.dropbehind.engine.measure.Ledger;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.measure.Sampler;
import dev.dropbehind.engine.spec.Cost;
import java.util.List;
import java.util.function.IntConsumer;

/** A machine that reads as many MiB as the second it is in, and does at each second what a test wants. */
final class FakeEngine implements Engine {

    private final int seconds;
    private final IntConsumer eachSecond;
    private final Counters counters = new Counters();
    private final Sampler sampler = new Sampler(counters);
    private int second;

    FakeEngine(int seconds, IntConsumer eachSecond) {
        this.seconds = seconds;
        this.eachSecond = eachSecond;
    }

    @Override
    public List<Sample> advanceTo(long nanos) {
        long ends = (second + 1) * 1_000_000_000L;
        if (nanos < ends) {
            return List.of();
        }
        if (nanos > ends) {
            throw new IllegalStateException("asked for " + nanos + " in second " + second);
        }
        second++;
        eachSecond.accept(second);
        counters.add(Counter.READ_BYTES, (long) second << 20);
        return List.of(sampler.take(nanos));
    }

    @Override
    public boolean isOver() {
        return second >= seconds;
    }

    @Override
    public SimulationResult result() {
        Ledger ledger = new Ledger();
        ledger.add(Counter.APPLICATION_CPU_NANOS, Cost.COPY, 1000L * second, 100L * second);
        ledger.add(Counter.KSWAPD_CPU_NANOS, Cost.RECLAIM_FOLIO, second, 450L * second);
        return new SimulationResult(
                second * 1_000_000_000L,
                counters.get(Counter.READ_BYTES),
                0,
                second,
                sampler.summary(),
                List.of(),
                List.of(),
                null,
                10L * second,
                ledger,
                sampler.digest());
    }
}
