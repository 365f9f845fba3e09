package dev.dropbehind.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Durability.Sync;
import dev.dropbehind.engine.workload.SyncCadence.Due;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a task syncs, as fio does it. */
class SyncCadenceTest {

    @Test
    void aTaskThatIsToldNothingNeverSyncs() {
        SyncCadence cadence = new SyncCadence(Durability.NONE);

        assertThat(duesAfter(cadence, 5)).containsOnly(Due.NOTHING);
        assertThat(cadence.takeDueAtEnd()).isEqualTo(Due.NOTHING);
    }

    @Test
    void aSyncCallIsDueAfterEveryNthWriteAndOnlyOnce() {
        SyncCadence cadence = new SyncCadence(new Durability(Sync.NONE, 3, 0, false));

        assertThat(duesAfter(cadence, 6))
                .containsExactly(Due.NOTHING, Due.NOTHING, Due.FSYNC, Due.NOTHING, Due.NOTHING, Due.FSYNC);
        assertThat(cadence.takeDue()).isEqualTo(Due.NOTHING);
    }

    @Test
    void whereBothAreDueOnlyFsyncIsCalled() {
        SyncCadence cadence = new SyncCadence(new Durability(Sync.NONE, 4, 2, false));

        assertThat(duesAfter(cadence, 4)).containsExactly(Due.NOTHING, Due.FDATASYNC, Due.NOTHING, Due.FSYNC);
    }

    @Test
    void atTheEndASyncIsDueOnlyForWhatWasWrittenSinceTheLast() {
        SyncCadence unsynced = new SyncCadence(new Durability(Sync.NONE, 2, 0, true));
        duesAfter(unsynced, 3);
        SyncCadence synced = new SyncCadence(new Durability(Sync.NONE, 2, 0, true));
        duesAfter(synced, 2);

        assertThat(unsynced.takeDueAtEnd()).isEqualTo(Due.FSYNC);
        assertThat(unsynced.takeDueAtEnd()).isEqualTo(Due.NOTHING);
        assertThat(synced.takeDueAtEnd()).isEqualTo(Due.NOTHING);
    }

    @Test
    void behindTheLastWriteNothingIsDueButWhatTheEndAsksFor() {
        SyncCadence cadence = new SyncCadence(new Durability(Sync.NONE, 1, 0, false));
        cadence.wrote();

        assertThat(cadence.takeDueAtEnd()).isEqualTo(Due.NOTHING);
    }

    @Test
    void aTaskThatWroteNothingSyncsNothingAtItsEnd() {
        assertThat(new SyncCadence(new Durability(Sync.NONE, 0, 0, true)).takeDueAtEnd())
                .isEqualTo(Due.NOTHING);
    }

    private static List<Due> duesAfter(SyncCadence cadence, int writes) {
        List<Due> dues = new ArrayList<>();
        for (int i = 0; i < writes; i++) {
            cadence.wrote();
            dues.add(cadence.takeDue());
        }
        return dues;
    }
}
