package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.spec.Deferral;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How the designs of the block series differ under the same load (decisions.md 36, kernel-model §5.7). */
class DeferralDesignsTest {

    private static final long WRITES = 720;
    private static final long WRITTEN_FOLIOS = WRITES * 16;
    private static final Map<Deferral, DeferralKit> RUNS = new EnumMap<>(Deferral.class);

    /** A design, a later one, and what tells them apart: how its value changes from the one to the other. */
    @ParameterizedTest
    @CsvSource({
        "V1, V2, DROPBEHIND_DROPPED, grows",
        "V1, V3, DROPBEHIND_DROPPED, grows",
        "V1, V4, DROPBEHIND_DROPPED, grows",
        "V1, V5, DROPBEHIND_DROPPED, grows",
        "V1, V6, DROPBEHIND_DROPPED, grows",
        "V1, V7, DROPBEHIND_DROPPED, grows",
        "V2, V3, DROPBEHIND_SKIPPED, shrinks",
        "V2, V4, DROPBEHIND_SKIPPED, shrinks",
        "V2, V5, DROPBEHIND_SKIPPED, shrinks",
        "V2, V6, DROPBEHIND_SKIPPED, shrinks",
        "V2, V7, DROPBEHIND_SKIPPED, shrinks",
        "V3, V4, BIOS_DEFERRED, grows",
        "V3, V5, BIOS_DEFERRED, grows",
        "V3, V6, BIOS_DEFERRED, grows",
        "V3, V7, BIOS_DEFERRED, grows",
        "V4, V5, DEFERRAL_NANOS, grows",
        "V4, V6, DEFERRAL_NANOS, grows",
        "V4, V7, BIOS_DEFERRED, shrinks",
        "V5, V7, BIOS_DEFERRED, shrinks",
        "V6, V7, DEFERRAL_NANOS, shrinks"
    })
    void aCounterTellsEachDesignFromEachLaterOne(Deferral one, Deferral later, Counter counter, String way) {
        long before = run(one).count(counter);
        long after = run(later).count(counter);
        if ("grows".equals(way)) {
            assertThat(after).isGreaterThan(before);
        } else {
            assertThat(after).isLessThan(before);
        }
    }

    @Test
    void theOrderTellsTheListWithoutALockFromTheOneAfterIt() {
        assertThat(run(Deferral.V5).ended).isNotEqualTo(run(Deferral.V6).ended);
    }

    @ParameterizedTest
    @EnumSource(Deferral.class)
    void everyBioEndsOnceAndEveryFolioIsDroppedOrSkipped(Deferral design) {
        DeferralKit kit = run(design);
        assertThat(kit.ended).hasSize(800).doesNotHaveDuplicates();
        assertThat(kit.bios.inFlight()).isZero();
        assertThat(kit.count(Counter.DROPBEHIND_DROPPED) + kit.count(Counter.DROPBEHIND_SKIPPED))
                .isEqualTo(WRITTEN_FOLIOS);
        assertThat(kit.count(Counter.WRITE_BIOS_ENDED_IN_INTERRUPT) + kit.count(Counter.WRITE_BIOS_ENDED_IN_TASK))
                .isEqualTo(WRITES);
    }

    @ParameterizedTest
    @EnumSource(names = {"V4", "V5", "V6", "V7"})
    void designsThatDeferBiosDropEveryFolioAndNoneInAnInterrupt(Deferral design) {
        DeferralKit kit = run(design);
        assertThat(kit.count(Counter.DROPBEHIND_DROPPED)).isEqualTo(WRITTEN_FOLIOS);
        assertThat(kit.count(Counter.WRITE_BIOS_ENDED_IN_TASK)).isEqualTo(WRITES);
        assertThat(kit.count(Counter.BIOS_DEFERRED)).isEqualTo(design.defersReads() ? 800 : WRITES);
    }

    /** The sixth design may lose what arrives while a processor comes back; CompletionWorkTest shows it. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "V6")
    void nothingIsLostWhenAProcessorGoesAndComesBackUnderLoad(Deferral design) {
        DeferralKit kit = new DeferralKit(design);
        for (long at = 1_000_000; at < 8_000_000; at += 2_000_000) {
            kit.at(at, () -> kit.hotplug.offline(1)).at(at + 1_000_000, () -> kit.hotplug.online(1));
        }
        kit.run();
        assertThat(kit.ended)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 800).boxed().toList());
        assertThat(kit.bios.inFlight()).isZero();
        assertThat(kit.count(Counter.DROPBEHIND_DROPPED) + kit.count(Counter.DROPBEHIND_SKIPPED))
                .isEqualTo(WRITTEN_FOLIOS);
    }

    private static DeferralKit run(Deferral design) {
        return RUNS.computeIfAbsent(design, of -> new DeferralKit(of).run());
    }
}
