package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Ledger;
import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.testing.Specs;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All CPU time of tasks and interrupts is in the ledger, under the account that the counters have it under. */
class PaidTimeTest {

    private static final long SEEDS = 200;
    private static final long FILE = 8 << 20;
    private static final int MOMENTS = 50;

    /** What takes no processor, so that nobody pays for it. */
    private static final Set<Cost> ONLY_PASS = EnumSet.of(Cost.TASK_WAKE, Cost.CPU_HOTPLUG);

    /** What is paid in parts too, or for longer than its units take. */
    private static final Set<Cost> IN_PARTS = EnumSet.of(Cost.CLEAR_PAGE, Cost.PCP_REFILL, Cost.LOCK_BOUNCE);

    static LongStream seeds() {
        return LongStream.rangeClosed(1, SEEDS);
    }

    /** Returns machines whose jobs come to their end, so that in the end nobody owes anything. */
    static Stream<SimulationSpec> kinds() {
        Specs deferring = Specs.small()
                .fileSystem(FileSystemSpec.Type.XFS)
                .patch(Toggle.BLOCK_COMPLETE_IN_TASK)
                .patch(Toggle.IOMAP_COMPLETE_IN_TASK_DROPBEHIND)
                .job(Specs.writer(IoMode.DONTCACHE, 64 << 10, FILE, true));
        return Stream.of(
                        reads(IoMode.CACHED),
                        reads(IoMode.DONTCACHE),
                        reads(IoMode.DIRECT),
                        reads(IoMode.MMAP),
                        reads(IoMode.CACHED).cgroup(2, 256L, null, 0),
                        reads(IoMode.CACHED).cgroup(1, 256L, null, 0),
                        reads(IoMode.DONTCACHE).fileSystem(FileSystemSpec.Type.BTRFS),
                        syncs(FileSystemSpec.Type.XFS, Specs.nvme(1280, 32)),
                        syncs(FileSystemSpec.Type.EXT4, Specs.hdd(32)),
                        syncs(FileSystemSpec.Type.BDEV, Specs.ssd()),
                        syncs(FileSystemSpec.Type.XFS, Specs.ramDisk()),
                        syncs(FileSystemSpec.Type.EXT4, Specs.loop(Specs.ssd())),
                        deferring)
                .map(specs -> specs.duration(RandomSpecs.SETTLED_NANOS).spec());
    }

    private static Specs reads(IoMode mode) {
        return Specs.small()
                .fileSystem(FileSystemSpec.Type.XFS)
                .pages(1024, 0, 300)
                .job(Specs.reader(mode, 64 << 10, FILE));
    }

    private static Specs syncs(FileSystemSpec.Type type, DeviceSpec device) {
        return Specs.small()
                .fileSystem(type)
                .device(device)
                .pages(1024, 0, 300)
                .job(Specs.writer(
                        IoMode.CACHED,
                        5000,
                        FILE,
                        type == FileSystemSpec.Type.BDEV,
                        new Durability(Durability.Sync.NONE, 100, 0, false)))
                .action(new ActionSpec.DropCaches(1_000_000));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void onceNobodyOwesAnythingEachAccountHasPaidWhatItsCounterSays(SimulationSpec spec) {
        Machine machine = MachineBuilder.build(spec);
        machine.runUntil(spec.durationNanos());
        assertThat(machine.workload().isOver()).isTrue();
        assertSettled(machine);
        assertThat(ledger(machine).nanos(Counter.APPLICATION_CPU_NANOS)).isPositive();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anAccountIsNeverBehindItsCounterAndAnInterruptOwesNothing(long seed) {
        SimulationSpec spec = RandomSpecs.of(seed);
        Machine machine = MachineBuilder.build(spec);
        for (int moment = 1; moment <= MOMENTS; moment++) {
            machine.runUntil(moment * 60_000L);
            for (Counter account : Ledger.ACCOUNTS) {
                assertThat(ledger(machine).nanos(account))
                        .as(account.name())
                        .isGreaterThanOrEqualTo(machine.counters().get(account));
            }
            assertThat(ledger(machine).nanos(Counter.INTERRUPT_CPU_NANOS))
                    .isEqualTo(machine.counters().get(Counter.INTERRUPT_CPU_NANOS));
        }
        if (spec.durationNanos() == RandomSpecs.SETTLED_NANOS) {
            machine.runUntil(spec.durationNanos());
            assertSettled(machine);
        }
    }

    @Test
    void everyCostAndEveryAccountIsPaidSomewhereAndUnitsTimesCostIsWhatWasPaid() {
        Set<Cost> paid = EnumSet.noneOf(Cost.class);
        Set<Counter> payers = EnumSet.noneOf(Counter.class);
        Stream.concat(kinds(), seeds().mapToObj(RandomSpecs::of)).forEach(spec -> {
            Machine machine = MachineBuilder.build(spec);
            machine.runUntil(3_000_000);
            for (Counter account : Ledger.ACCOUNTS) {
                for (Cost cost : Cost.values()) {
                    note(machine, account, cost, spec, paid, payers);
                }
            }
        });
        assertThat(paid).isEqualTo(EnumSet.complementOf(EnumSet.copyOf(ONLY_PASS)));
        assertThat(payers).containsExactlyInAnyOrderElementsOf(Ledger.ACCOUNTS);
    }

    @Test
    void aResultSaysHowOftenEachCostWasPaid() {
        Simulation simulation = new Simulation(
                Specs.small().job(Specs.reader(IoMode.CACHED, 64 << 10, FILE)).spec());
        simulation.advanceTo(Long.MAX_VALUE);
        Ledger ledger = simulation.result().ledger();
        assertThat(ledger.units(Counter.APPLICATION_CPU_NANOS, Cost.SYSCALL))
                .isEqualTo(simulation.result().syscalls());
        assertThat(ledger.units(Counter.APPLICATION_CPU_NANOS, Cost.COPY)).isEqualTo(FILE);
        assertThat(ledger.units(Counter.INTERRUPT_CPU_NANOS, Cost.END_READ))
                .isEqualTo(ledger.units(Counter.APPLICATION_CPU_NANOS, Cost.INDEX_INSERT));
        assertThat(simulation.result().ledger()).isEqualTo(ledger).isNotSameAs(ledger);
    }

    private static void note(
            Machine machine, Counter account, Cost cost, SimulationSpec spec, Set<Cost> paid, Set<Counter> payers) {
        long units = ledger(machine).units(account, cost);
        if (units > 0) {
            paid.add(cost);
            payers.add(account);
        }
        if (cost.unit().startsWith("ns ") && !IN_PARTS.contains(cost)) {
            assertThat(ledger(machine).nanos(account, cost))
                    .as(cost.name())
                    .isEqualTo(units * spec.machine().costs().of(cost));
        }
    }

    private static void assertSettled(Machine machine) {
        for (Counter account : Ledger.ACCOUNTS) {
            assertThat(ledger(machine).nanos(account))
                    .as(account.name())
                    .isEqualTo(machine.counters().get(account));
        }
    }

    private static Ledger ledger(Machine machine) {
        return machine.till().ledger();
    }
}
