package dev.dropbehind.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.machine.MachineBuilder;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Fact.Kind;
import dev.dropbehind.engine.measure.Trace;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.testing.Specs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A machine of 256 pages, 64 of them free (min 8, low 16, high 24), that reads a file of 96 pages. */
class SteppedSimulationTest {

    private static final long PAGE = 4096;

    @Test
    void theFactsOfAReadComeInTheOrderOfItsPath() {
        List<Moment> moments = all(tiny(IoMode.DONTCACHE));

        assertThat(moments.stream()
                        .flatMap(moment -> moment.facts().stream())
                        .map(Fact::kind)
                        .limit(13))
                .containsExactly(
                        Kind.CALL_BEGINS,
                        Kind.PAGE_MISSING,
                        Kind.WINDOW_AT_START,
                        Kind.FOLIOS_CREATED,
                        Kind.FOLIOS_MARKED_DROPBEHIND,
                        Kind.MARKER_SET,
                        Kind.BIO_SUBMITTED,
                        Kind.WAITS_FOR_READ,
                        Kind.BIO_ENDED,
                        Kind.FOLIOS_UPTODATE,
                        Kind.FOLIOS_FOUND,
                        Kind.COPIED,
                        Kind.DROPPED);
        assertThat(moments.getFirst().facts())
                .contains(
                        new Fact(Kind.CALL_BEGINS, "reader.0", 1, 0, 4 * PAGE),
                        new Fact(Kind.FOLIOS_CREATED, "reader.0", 1, 0, 8),
                        new Fact(Kind.MARKER_SET, "reader.0", 1, 4, 1));
    }

    @Test
    void whoActsIsSaid() {
        List<Fact> facts = facts(all(tiny(IoMode.CACHED)));

        assertThat(facts)
                .filteredOn(fact -> fact.kind() == Kind.FOLIOS_UPTODATE)
                .extracting(Fact::actor)
                .containsOnly("SOFTIRQ");
        assertThat(facts)
                .filteredOn(fact -> fact.kind() == Kind.RECLAIMED)
                .extracting(Fact::actor)
                .containsOnly("kswapd0");
        assertThat(facts)
                .filteredOn(fact -> fact.kind() == Kind.KSWAPD_WOKEN)
                .extracting(Fact::actor)
                .containsOnly("reader.0");
    }

    @Test
    void thePlainReadWakesKswapdAtTheLowWatermarkAndItSleepsAboveTheHighOne() {
        SteppedSimulation simulation = new SteppedSimulation(tiny(IoMode.CACHED));
        List<Fact> facts = facts(rest(simulation));

        assertThat(simulation.marks()).isEqualTo(new FreeMarks(8, 16, 24));
        assertThat(facts)
                .filteredOn(fact -> fact.kind() == Kind.KSWAPD_WOKEN)
                .isNotEmpty()
                .allSatisfy(fact -> assertThat(fact.count()).isLessThanOrEqualTo(16));
        assertThat(facts)
                .filteredOn(fact -> fact.kind() == Kind.KSWAPD_SLEEPS)
                .isNotEmpty()
                .allSatisfy(fact -> assertThat(fact.count()).isGreaterThan(24));
    }

    @Test
    void theDontcacheReadDropsEveryPageAndNeverWakesKswapd() {
        List<Moment> moments = all(tiny(IoMode.DONTCACHE));
        List<Fact> facts = facts(moments);

        assertThat(facts.stream()
                        .filter(fact -> fact.kind() == Kind.DROPPED)
                        .mapToLong(Fact::count)
                        .sum())
                .isEqualTo(96);
        assertThat(facts).extracting(Fact::kind).doesNotContain(Kind.KSWAPD_WOKEN, Kind.RECLAIMED);
        assertThat(moments.getLast().folios()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(IoMode.class)
    void theMapHoldsWhatTheCountersCount(IoMode mode) {
        assertThat(all(tiny(mode)))
                .allSatisfy(moment -> assertThat(moment.folios().stream()
                                .mapToLong(FolioRun::pages)
                                .sum())
                        .isEqualTo(moment.counters().get(Counter.NR_FILE_PAGES)));
    }

    @ParameterizedTest
    @EnumSource(IoMode.class)
    void everyMomentButTheLastHasFactsAndTimeNeverGoesBack(IoMode mode) {
        List<Moment> moments = all(tiny(mode));

        assertThat(moments.subList(0, moments.size() - 1))
                .allSatisfy(moment -> assertThat(moment.facts()).isNotEmpty());
        assertThat(moments).extracting(Moment::nanos).isSorted();
        assertThat(moments.getLast().nanos()).isEqualTo(tiny(mode).durationNanos());
    }

    @ParameterizedTest
    @EnumSource(IoMode.class)
    void whoStepsAgainSeesTheSame(IoMode mode) {
        assertThat(all(tiny(mode))).isEqualTo(all(tiny(mode)));
    }

    @ParameterizedTest
    @EnumSource(IoMode.class)
    void steppingGivesTheCountersOfARunThatNobodyWatches(IoMode mode) {
        SimulationSpec spec = tiny(mode);
        Simulation unwatched = new Simulation(spec);
        var last = unwatched.advanceTo(Long.MAX_VALUE).getLast();

        assertThat(all(spec).getLast().counters().get(Counter.READ_BYTES)).isEqualTo(96 * PAGE);
        for (Counter counter : Counter.values()) {
            assertThat(last.counter(counter))
                    .as(counter.name())
                    .isEqualTo(all(spec).getLast().counters().get(counter));
        }
    }

    @Test
    void watchingDoesNotChangeTheDigest() {
        SimulationSpec spec = Specs.small()
                .job(Specs.readers("plain", IoMode.CACHED, 32 << 10, 2, Layout.SHARED, "data", 1L << 30))
                .job(Specs.readers("uncached", IoMode.DONTCACHE, 64 << 10, 2, Layout.INTERLEAVED, "other", 1L << 30))
                .duration(1_000_000_000)
                .spec();
        AtomicLong heard = new AtomicLong();
        Machine watched = MachineBuilder.build(spec, counting(heard));
        Machine unwatched = MachineBuilder.build(spec);

        assertThat(digest(watched, spec)).isEqualTo(digest(unwatched, spec));
        assertThat(heard.get()).isGreaterThan(100_000);
    }

    @Test
    void aMachineThatCannotBeSeenWholeIsRefused() {
        SimulationSpec spec = Specs.small()
                .pages(4097, 0, 0)
                .job(Specs.reader(IoMode.CACHED, 4 * PAGE, 96 * PAGE))
                .spec();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SteppedSimulation(spec))
                .withMessageContaining("4097 pages");
    }

    private static String digest(Machine machine, SimulationSpec spec) {
        machine.runUntil(spec.durationNanos());
        machine.sampler().take(spec.durationNanos());
        return machine.sampler().digest();
    }

    private static Trace counting(AtomicLong heard) {
        return new Trace() {
            @Override
            public void acts(String actor) {
                heard.incrementAndGet();
            }

            @Override
            public void note(Kind kind, int file, long first, long count) {
                heard.incrementAndGet();
            }
        };
    }

    private static List<Moment> all(SimulationSpec spec) {
        return rest(new SteppedSimulation(spec));
    }

    private static List<Moment> rest(SteppedSimulation simulation) {
        List<Moment> moments = new ArrayList<>();
        for (Optional<Moment> next = simulation.next(); next.isPresent(); next = simulation.next()) {
            moments.add(next.get());
        }
        return moments;
    }

    private static List<Fact> facts(List<Moment> moments) {
        return moments.stream().flatMap(moment -> moment.facts().stream()).toList();
    }

    private static SimulationSpec tiny(IoMode mode) {
        return Specs.small()
                .memory(new MemorySpec(256 * PAGE, 192 * PAGE, 0, 32L, 320))
                .device(Specs.ufs(32, 32))
                .job(Specs.reader(mode, 4 * PAGE, 96 * PAGE))
                .duration(10_000_000)
                .spec();
    }
}
