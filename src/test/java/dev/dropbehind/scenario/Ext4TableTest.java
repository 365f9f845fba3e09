package dev.dropbehind.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.machine.Machine;
import dev.dropbehind.engine.machine.MachineBuilder;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.SimulationSpec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is counted exactly of the ext4 table (fidelity.md): folios by path, journal commits by fsync. */
class Ext4TableTest {

    private static final ScenarioCatalogue SCENARIOS = ScenarioLoader.load();
    private static final long NANOS = 50_000_000;
    private static final long TICKS = 50;

    @ParameterizedTest
    @CsvSource({
        "write-cache-append-4k, buffer-head, 1",
        "write-cache-append-4k, iomap-large-folio, 1",
        "write-cache-append-64k, buffer-head, 16",
        "write-cache-append-64k, iomap, 16",
        "write-cache-append-64k, iomap-large-folio, 1",
        "write-cache-append-1m, buffer-head, 256",
        "write-cache-append-1m, iomap, 256",
        "write-cache-append-1m, iomap-large-folio, 1"
    })
    void aCallThatAppendsMakesAFolioAPageOrOneInAll(String row, String variant, long folios) {
        Simulation simulation = new Simulation(spec(row, variant).withDuration(NANOS));
        simulation.advanceTo(Long.MAX_VALUE);
        long made = simulation.result().ledger().units(Counter.APPLICATION_CPU_NANOS, Cost.INDEX_INSERT);

        long calls = simulation.result().bytesWritten() / callBytes(row, variant);
        assertThat(calls).isPositive();
        assertThat(made).isBetween(calls * folios, (calls + 1) * folios);
    }

    @ParameterizedTest
    @ValueSource(strings = {"buffer-head", "iomap", "iomap-large-folio"})
    void eachFsyncOfWhatWasAppendedCommitsTheJournalOnce(String variant) {
        Machine machine = ran("write-ramdisk-append-sync-64k", variant);

        long syncs = machine.counters().get(Counter.SYNC_CALLS);
        assertThat(syncs).isPositive();
        assertThat(machine.counters().get(Counter.JOURNAL_COMMITS)).isBetween(syncs, syncs + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"buffer-head", "iomap", "iomap-large-folio"})
    void fsyncsOfWhatWasWrittenOverCommitATimeOfModificationATick(String variant) {
        Machine machine = ran("write-ramdisk-overwrite-sync-64k", variant);

        assertThat(machine.counters().get(Counter.SYNC_CALLS)).isGreaterThan(10 * TICKS);
        assertThat(machine.counters().get(Counter.JOURNAL_COMMITS)).isBetween(TICKS - 1, TICKS + 1);
    }

    private static long callBytes(String row, String variant) {
        return spec(row, variant).jobs().getFirst().blockSizeBytes();
    }

    private static Machine ran(String row, String variant) {
        Machine machine = MachineBuilder.build(spec(row, variant).withDuration(NANOS));
        machine.runUntil(NANOS);
        return machine;
    }

    private static SimulationSpec spec(String row, String variant) {
        return SCENARIOS
                .find("ext4-iomap-large-folio-" + row)
                .orElseThrow()
                .variant(variant)
                .orElseThrow()
                .spec();
    }
}
