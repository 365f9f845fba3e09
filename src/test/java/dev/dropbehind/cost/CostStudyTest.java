package dev.dropbehind.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Ledger;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.scenario.ScenarioLoader;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CostStudyTest {

    private static final CostStudy STUDY =
            new CostStudy(ScenarioLoader.load().family("ext4-iomap-large-folio").orElseThrow());

    @Test
    void aWorkloadHasThreeSizesTheSmallestFirst() {
        assertThat(STUDY.workloads())
                .hasSize(13)
                .allSatisfy(one -> assertThat(one.rows())
                        .extracting(row -> row.key().get("block_size"))
                        .containsExactly("4K", "64K", "1M"));
        assertThat(STUDY.workloads())
                .extracting(Workload::id)
                .contains("write-cache-append", "write-nvme-overwrite-sync", "read-hole");
        assertThat(STUDY.workloads()).extracting(Workload::title).contains("Write, page cache, append");
    }

    @Test
    void everyGroupHasCostsAndTheNamesOfGroupsDiffer() {
        assertThat(Arrays.stream(Cost.values()).map(CostGroup::of)).contains(CostGroup.values());
        assertThat(Arrays.stream(CostGroup.values()).map(CostGroup::id)).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"write-cache-append", "write-cache-overwrite"})
    void whatACallPaidForIsAsLongAsTheRunSaysThatACallTakes(String id) {
        for (WorkloadCosts.Size size : STUDY.find(id).orElseThrow().sizes()) {
            for (WorkloadCosts.Path path : size.paths()) {
                double paid = Arrays.stream(CostGroup.values())
                        .mapToDouble(path.spending()::micros)
                        .sum();

                assertThat(paid)
                        .as("%s with %s", size.row().name(), path.variant().name())
                        .isCloseTo(1e6 / iops(path.variant().spec()), Percentage.withPercentage(1));
            }
        }
    }

    @Test
    void whatIsAskedForAgainIsNotSimulatedAgain() {
        assertThat(STUDY.find("write-cache-overwrite").orElseThrow())
                .isSameAs(STUDY.find("write-cache-overwrite").orElseThrow());
        assertThat(STUDY.find("write-cache")).isEmpty();
    }

    @Test
    void largeFoliosAreOneACallAndACallThatSyncsWaitsForItsDevice() {
        WorkloadCosts.Size size =
                STUDY.find("write-nvme-overwrite-sync").orElseThrow().sizes().get(1);
        List<Spending> spent =
                size.paths().stream().map(WorkloadCosts.Path::spending).toList();

        assertThat(size.bytes()).isEqualTo(64 << 10);
        assertThat(spent.getFirst().folios()).isCloseTo(16, within(0.5));
        assertThat(spent.getLast().folios()).isCloseTo(1, within(0.1));
        assertThat(spent).allSatisfy(one -> {
            assertThat(one.waitMicros()).isGreaterThan(1);
            assertThat(one.micros(Counter.INTERRUPT_CPU_NANOS)).isPositive();
        });
    }

    @Test
    void timeIsSharedAmongCallsAndWhatNobodyPaidForWasWaitedFor() {
        Ledger ledger = new Ledger();
        ledger.add(Counter.APPLICATION_CPU_NANOS, Cost.SYSCALL, 4, 1000);
        ledger.add(Counter.DIRECT_RECLAIM_CPU_NANOS, Cost.DIRECT_RECLAIM, 1, 5000);
        ledger.add(Counter.FLUSHER_CPU_NANOS, Cost.SYSCALL, 2, 3000);
        Spending spending = new Spending(2, 10_000, ledger);

        assertThat(spending.micros()).isEqualTo(5);
        assertThat(spending.micros(CostGroup.SYSCALL)).isEqualTo(0.5);
        assertThat(spending.micros(CostGroup.RECLAIM)).isEqualTo(2.5);
        assertThat(spending.waitMicros()).isEqualTo(2);
        assertThat(new Spending(2, 6_005, ledger).waitMicros()).isZero();
        assertThat(spending.units(Cost.SYSCALL)).isEqualTo(2);
        assertThat(spending.micros(Counter.FLUSHER_CPU_NANOS)).isEqualTo(1.5);
        assertThat(Spending.others()).contains(Counter.FLUSHER_CPU_NANOS).hasSize(5);
        assertThatThrownBy(() -> new Spending(0, 1, ledger)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Returns the calls of the second second. */
    private static double iops(SimulationSpec spec) {
        return new Simulation(spec).advanceTo(2_000_000_000L).getLast().value(Metric.IOPS);
    }
}
