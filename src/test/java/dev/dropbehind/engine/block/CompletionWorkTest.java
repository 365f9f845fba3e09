package dev.dropbehind.engine.block;

import static dev.dropbehind.engine.block.CompletionRig.HOTPLUG_STEP;
import static dev.dropbehind.engine.block.CompletionRig.SLICE;
import static dev.dropbehind.engine.block.CompletionRig.TICK;
import static dev.dropbehind.engine.block.CompletionRig.WAKE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.device.Op;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.CostModel;
import dev.dropbehind.engine.spec.Deferral;
import dev.dropbehind.engine.spec.Preemption;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When and where bios end that ask for a worker (kernel-model §5.7, §5.8, §11.1 invariants 16 to 22). */
class CompletionWorkTest {

    private static final long ITEM = CostModel.priors().of(Cost.WORK_ITEM);
    private static final long FOLIO = CostModel.priors().of(Cost.END_WRITEBACK);
    private static final long SECOND = 1_000_000_000;

    private final CompletionRig rig = new CompletionRig(Deferral.V7);

    @Test
    void aFlaggedWriteThatCompletesInAnInterruptEndsInTheWorkerOfThatProcessor() {
        rig.interruptAt(1_000, 2, rig.flaggedWrite(7));
        rig.runUntil(SECOND);

        assertThat(rig.ended).containsExactly(new CompletionRig.Ended(7, 1_000 + WAKE + ITEM + FOLIO, Context.KWORKER));
        assertThat(rig.cpus.busyNanos(2)).isEqualTo(ITEM + FOLIO);
        assertThat(rig.count(Counter.BIOS_DEFERRED)).isEqualTo(1);
        assertThat(rig.count(Counter.DEFERRAL_NANOS)).isEqualTo(WAKE + ITEM + FOLIO);
        assertThat(rig.count(Counter.COMPLETION_WORKER_CPU_NANOS)).isEqualTo(ITEM + FOLIO);
        assertThat(rig.count(Counter.INTERRUPT_CPU_NANOS)).isZero();
        assertThat(rig.count(Counter.WRITE_BIOS_ENDED_IN_TASK)).isEqualTo(1);
        assertThat(rig.count(Counter.WRITE_BIOS_ENDED_IN_INTERRUPT)).isZero();
        assertThat(rig.bios.inFlight()).isZero();
    }

    @Test
    void aWriteWithoutTheFlagEndsInTheInterruptAndTakesItsTime() {
        rig.dropNanos = 400;
        rig.interruptAt(1_000, 2, rig.bio(Op.WRITE, 7, 4));
        rig.runUntil(SECOND);

        assertThat(rig.ended).containsExactly(new CompletionRig.Ended(7, 1_000, Context.HARDIRQ));
        assertThat(rig.count(Counter.BIOS_DEFERRED)).isZero();
        assertThat(rig.count(Counter.WRITE_BIOS_ENDED_IN_INTERRUPT)).isEqualTo(1);
        assertThat(rig.count(Counter.INTERRUPT_CPU_NANOS)).isEqualTo(400);
        assertThat(rig.cpus.busyNanos(2)).isEqualTo(400);
    }

    @Test
    void aFlaggedWriteThatCompletesInATaskEndsThereAndTheTaskPays() {
        rig.dropNanos = 400;
        int bio = rig.flaggedWrite(7);
        rig.inTask(() -> rig.work.end(bio, 0, Context.TASK));
        rig.runUntil(SECOND);

        assertThat(rig.contexts()).containsExactly(Context.TASK);
        assertThat(rig.count(Counter.BIOS_DEFERRED)).isZero();
        assertThat(rig.count(Counter.WRITE_BIOS_ENDED_IN_TASK)).isEqualTo(1);
        assertThat(rig.count(Counter.APPLICATION_CPU_NANOS)).isEqualTo(1 + FOLIO + 400);
    }

    @ParameterizedTest
    @EnumSource(names = {"NONE", "VOLUNTARY"})
    void aKernelThatDoesNotCountPreemptionDefersEvenWhatCompletesInATask(Preemption preemption) {
        CompletionRig blind = new CompletionRig(CompletionRules.of(Deferral.V7, preemption));
        int bio = blind.flaggedWrite(7);
        blind.inTask(() -> blind.work.end(bio, 0, Context.TASK));
        blind.runUntil(SECOND);

        assertThat(blind.contexts()).containsExactly(Context.KWORKER);
        assertThat(blind.count(Counter.BIOS_DEFERRED)).isEqualTo(1);
    }

    @Test
    void whatAnEndFunctionFindsToDoIsPaidByTheWorkerBeforeTheNextBioEnds() {
        rig.dropNanos = 10_000;
        rig.burstAt(1_000, 1, 0, 2);
        rig.runUntil(SECOND);

        long first = 1_000 + WAKE + ITEM + FOLIO;
        assertThat(rig.ended).extracting(CompletionRig.Ended::nanos).containsExactly(first, first + 10_000 + FOLIO);
        assertThat(rig.count(Counter.COMPLETION_WORKER_CPU_NANOS)).isEqualTo(ITEM + 2 * (FOLIO + 10_000));
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V6", "V7"})
    void biosOfOneProcessorEndInTheOrderInWhichTheyArrived(Deferral design) {
        CompletionRig any = new CompletionRig(design);
        any.burstAt(1_000, 1, 0, 50);
        any.burstAt(8_003_000, 1, 50, 50);
        any.runUntil(SECOND);

        assertThat(any.tags()).containsExactlyElementsOf(upTo(100));
    }

    @Test
    void theListWithoutALockIsWorkedOffFromItsNewestBio() {
        CompletionRig v5 = new CompletionRig(Deferral.V5);
        v5.burstAt(1_000, 1, 0, 4);
        v5.runUntil(SECOND);

        assertThat(v5.tags()).containsExactly(3L, 2L, 1L, 0L);
    }

    @Test
    void aBurstWakesTheWorkerOnce() {
        rig.burstAt(1_000, 1, 0, 100);
        rig.runUntil(SECOND);

        assertThat(rig.tags()).hasSize(100);
        assertThat(rig.count(Counter.CONTEXT_SWITCHES)).isEqualTo(1);
        assertThat(rig.count(Counter.COMPLETION_WORKER_CPU_NANOS)).isEqualTo(ITEM + 100 * FOLIO);
    }

    @Test
    void aBurstThatGoesOnWhileTheWorkerWorksStillWakesItOnce() {
        for (int i = 0; i < 100; i++) {
            rig.interruptAt(1_000 + i * FOLIO, 1, rig.flaggedWrite(i));
        }
        rig.runUntil(SECOND);

        assertThat(rig.tags()).containsExactlyElementsOf(upTo(100));
        assertThat(rig.count(Counter.CONTEXT_SWITCHES)).isEqualTo(1);
    }

    @Test
    void processorsWorkOffTheirListsSideBySide() {
        rig.burstAt(1_000, 1, 0, 10);
        rig.burstAt(1_000, 3, 100, 10);
        rig.runUntil(SECOND);

        assertThat(rig.cpus.busyNanos(1)).isEqualTo(ITEM + 10 * FOLIO);
        assertThat(rig.cpus.busyNanos(3)).isEqualTo(ITEM + 10 * FOLIO);
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5", "V6", "V7"})
    void aFlaggedReadIsDeferredAsAWriteIs(Deferral design) {
        assertThat(contextOfFlaggedRead(design)).isEqualTo(Context.KWORKER);
    }

    @ParameterizedTest
    @EnumSource(names = {"V5", "V6"})
    void aDelayedDesignEndsABioOneToTwoJiffiesLater(Deferral design) {
        for (int i = 0; i < 40; i++) {
            CompletionRig delayed = new CompletionRig(design);
            delayed.interruptAt(i * TICK / 40, 1, delayed.flaggedWrite(0));
            delayed.runUntil(SECOND);

            assertThat(delayed.count(Counter.DEFERRAL_NANOS)).isBetween(TICK, 2 * TICK + WAKE + ITEM + FOLIO);
        }
    }

    @Test
    void theFirstDesignOfBiosMakesRoomWhenItsSliceIsUpAndOthersWait() {
        assertThat(itemsOfALongBurst(Deferral.V4, true)).isGreaterThan(1);
        assertThat(itemsOfALongBurst(Deferral.V4, false)).isEqualTo(1);
        assertThat(itemsOfALongBurst(Deferral.V7, true)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"V6", "V7"})
    void anEndFunctionMayAskForTheWorkerItself(Deferral design) {
        CompletionRig any = new CompletionRig(design);
        any.asksForWorker = true;
        any.interruptAt(1_000, 0, any.bio(Op.READ, 7, 1));
        any.interruptAt(2_000, 0, any.bio(Op.WRITE, 8, 1));
        any.runUntil(SECOND);

        assertThat(any.tags()).containsExactly(7L, 8L);
        assertThat(any.contexts()).containsOnly(Context.KWORKER);
        assertThat(any.count(Counter.BIOS_DEFERRED)).isEqualTo(2);
        assertThat(any.count(Counter.BIOS_ENDED)).isEqualTo(2);
        assertThat(any.count(Counter.WRITE_BIOS_ENDED_IN_TASK)).isEqualTo(1);
        assertThat(any.count(Counter.WRITE_BIOS_ENDED_IN_INTERRUPT)).isZero();
        assertThat(any.bios.inFlight()).isZero();
    }

    @Test
    void anEndFunctionThatAsksInATaskGoesOn() {
        rig.asksForWorker = true;
        int bio = rig.bio(Op.WRITE, 7, 1);
        rig.inTask(() -> rig.work.end(bio, 0, Context.TASK));
        rig.runUntil(SECOND);

        assertThat(rig.contexts()).containsExactly(Context.TASK);
    }

    @Test
    void theSentinelKeepsABioFromBeingDeferredTwice() {
        CompletionRig blind = blind(true);
        blind.asksForWorker = true;
        blind.interruptAt(1_000, 0, blind.flaggedWrite(7));
        blind.interruptAt(1_000, 0, blind.bio(Op.WRITE, 8, 1));
        blind.runUntil(SECOND);

        assertThat(blind.tags()).containsExactly(7L, 8L);
        assertThat(blind.count(Counter.BIOS_DEFERRED)).isEqualTo(2);
        assertThat(blind.count(Counter.CPU_HANGS)).isZero();
    }

    @Test
    void withoutTheSentinelAWorkerThatIsTakenForAtomicDefersABioUntilThatCountsAsAHang() {
        CompletionRig blind = blind(false);
        blind.asksForWorker = true;
        blind.interruptAt(1_000, 0, blind.flaggedWrite(7));
        blind.runUntil(SECOND);

        assertThat(blind.tags()).containsExactly(7L);
        assertThat(blind.count(Counter.CPU_HANGS)).isEqualTo(1);
        assertThat(blind.count(Counter.BIOS_DEFERRED)).isEqualTo(1_001);
        assertThat(blind.count(Counter.BIOS_ENDED)).isEqualTo(1);
        assertThat(blind.bios.inFlight()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5", "V6", "V7"})
    void nothingIsLostWhenAProcessorGoesWhileBiosArrive(Deferral design) {
        CompletionRig any = new CompletionRig(design);
        any.at(1_000_000, () -> any.hotplug.offline(1));
        for (int i = 0; i < 200; i++) {
            int bio = any.flaggedWrite(i);
            any.at(i * 50_000L, () -> any.work.end(bio, any.cpus.interruptTarget(1), Context.HARDIRQ));
        }
        any.runUntil(SECOND);

        assertThat(any.tags()).containsExactlyInAnyOrderElementsOf(upTo(200));
        assertThat(any.contexts()).containsOnly(Context.KWORKER);
        assertThat(any.bios.inFlight()).isZero();
        assertThat(any.work.waitingBios(1)).isZero();
    }

    @Test
    void whatArrivesAfterTheWorkIsSwitchedOffIsEndedByWhoTakesTheProcessorDown() {
        rig.at(1_000_000, () -> rig.hotplug.offline(1));
        rig.burstAt(1_100_000, 1, 0, 3);
        rig.runUntil(HOTPLUG_STEP);
        assertThat(rig.tags()).isEmpty();
        assertThat(rig.work.waitingBios(1)).isEqualTo(3);

        rig.runUntil(SECOND);
        assertThat(rig.tags()).containsExactly(0L, 1L, 2L);
        assertThat(rig.ended)
                .extracting(CompletionRig.Ended::nanos)
                .allMatch(nanos -> nanos > 1_000_000 + HOTPLUG_STEP && nanos < 1_100_000 + HOTPLUG_STEP);
        assertThat(rig.count(Counter.COMPLETION_WORKER_CPU_NANOS)).isEqualTo(3 * FOLIO);
    }

    @Test
    void aWorkerInTheMiddleOfItsListIsWaitedFor() {
        rig.dropNanos = 1_000_000;
        rig.burstAt(1_000, 1, 0, 10);
        rig.at(2_000_000, () -> rig.hotplug.offline(1));
        rig.runUntil(9_000_000);
        assertThat(rig.cpus.isOnline(1)).isTrue();

        rig.runUntil(SECOND);
        assertThat(rig.tags()).containsExactlyElementsOf(upTo(10));
        assertThat(rig.cpus.isOnline(1)).isFalse();
    }

    @Test
    void whatArrivesBeforeTheWorkIsSwitchedOnIsFoundWhenTheProcessorIsBack() {
        bringBackWithEarlyBio(rig);
        rig.interruptAt(100_000_000, 1, rig.flaggedWrite(1));
        rig.runUntil(SECOND);

        assertThat(rig.tags()).containsExactly(0L, 1L);
        assertThat(rig.count(Counter.DEFERRAL_NANOS)).isLessThan(2 * HOTPLUG_STEP);
    }

    @Test
    void whereNobodyLooksThatBioAndAllAfterItWaitForEver() {
        CompletionRig v6 = new CompletionRig(Deferral.V6);
        bringBackWithEarlyBio(v6);
        v6.interruptAt(100_000_000, 1, v6.flaggedWrite(1));
        v6.runUntil(SECOND);

        assertThat(v6.tags()).isEmpty();
        assertThat(v6.work.waitingBios(1)).isEqualTo(2);
        assertThat(v6.bios.inFlight()).isEqualTo(2);
    }

    @Test
    void onlyADesignThatDefersBiosHasRules() {
        for (Deferral design : List.of(Deferral.NONE, Deferral.V1, Deferral.V2, Deferral.V3)) {
            assertThatIllegalArgumentException().isThrownBy(() -> CompletionRules.of(design, Preemption.FULL));
        }
    }

    @Test
    void aBioThatHasEndedCannotEndAgain() {
        int bio = rig.bio(Op.WRITE, 7, 1);
        rig.bios.end(bio, 0, Context.TASK);
        assertThatThrownBy(() -> rig.bios.end(bio, 0, Context.TASK)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whereBiosEndAtOnceTheInterruptPaysForWhatTheirEndFunctionsDo() {
        BilledCompletion atOnce =
                new BilledCompletion(new CompletionAtOnce(rig.bios, rig.counters), rig.cpus, rig.bill);
        rig.dropNanos = 400;
        int bio = rig.flaggedWrite(7);
        rig.at(1_000, () -> atOnce.end(bio, 3, Context.SOFTIRQ));
        rig.runUntil(SECOND);

        assertThat(rig.contexts()).containsExactly(Context.SOFTIRQ);
        assertThat(rig.cpus.busyNanos(3)).isEqualTo(400);
        assertThat(rig.bill.isOwing()).isFalse();
    }

    private static Context contextOfFlaggedRead(Deferral design) {
        CompletionRig any = new CompletionRig(design);
        int bio = any.bio(Op.READ, 7, 1);
        any.bios.completeInTask(bio);
        any.interruptAt(1_000, 1, bio);
        any.runUntil(SECOND);
        return any.contexts().getFirst();
    }

    /** Returns how many work items it took to end bios for three slices. */
    private static long itemsOfALongBurst(Deferral design, boolean othersWait) {
        CompletionRig any = new CompletionRig(design);
        int count = 30;
        any.dropNanos = SLICE / 10;
        if (othersWait) {
            any.startHog(1);
        }
        any.burstAt(1_000, 1, 0, count);
        any.runUntil(SECOND);
        assertThat(any.tags()).containsExactlyElementsOf(upTo(count));
        long work = any.count(Counter.COMPLETION_WORKER_CPU_NANOS) - count * (FOLIO + any.dropNanos);
        long switches = othersWait ? any.count(Counter.CONTEXT_SWITCHES) / 2 : 0;
        return (work - switches * 1_200) / ITEM;
    }

    private static CompletionRig blind(boolean sentinel) {
        return new CompletionRig(new CompletionRules(Deferral.V7, Preemption.NONE, sentinel, true));
    }

    /** A bio arrives on a processor that is coming back and whose work is not yet switched on. */
    private static void bringBackWithEarlyBio(CompletionRig any) {
        any.at(1_000_000, () -> any.hotplug.offline(1));
        any.at(40_000_000, () -> any.hotplug.online(1));
        any.interruptAt(42_000_000, 1, any.flaggedWrite(0));
        any.runUntil(41_000_000);
        assertThat(any.cpus.isOnline(1)).isTrue();
    }

    private static List<Long> upTo(long end) {
        return LongStream.range(0, end).boxed().toList();
    }
}
