package dev.dropbehind.engine.writeback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cpu.Task;
import dev.dropbehind.engine.cpu.TaskBody;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact.Kind;
import dev.dropbehind.engine.time.EventPriority;
import dev.dropbehind.engine.writeback.WritebackRig.Told;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the flusher writes, in which order and how much of it (kernel-model §4.7). */
class FlusherTest {

    private static final long SECOND = WritebackRig.SECOND;

    private final WritebackRig rig = WritebackRig.of(1_000_000, 102_400);
    private final Mapping a = rig.newFile();
    private final Mapping b = rig.newFile();
    private final Mapping c = rig.newFile();

    /** A device without a share of the threshold is always over it; this one has one. */
    @BeforeEach
    void hasWrittenBefore() {
        rig.writeback.writebackEnded(1_000_000, false);
    }

    @Test
    void aDontcachePassWritesAsMuchAsIsMarkedRoundedUpToChunksOldestFileFirst() {
        dirtyAt(0, b, 700);
        dirtyAt(8_000_000, a, 50_000);
        dirtyAt(16_000_000, c, 500);
        rig.counters.add(Counter.WB_DONTCACHE_DIRTY, 3_000);

        rig.writeback.startDontcache();
        rig.runUntil(SECOND);

        // 700 of the oldest, then of the next what is left of 3000, in chunks of 1024; nothing of the youngest.
        assertThat(rig.device.order).containsExactly(b.id(), a.id());
        assertThat(rig.device.writtenOf).containsExactly(3 * 1024L, 700L, 0L);
        assertThat(rig.count(Counter.DONTCACHE_KICKS)).isEqualTo(1);
        assertThat(rig.told(Kind.FLUSHER_DONTCACHE)).hasSize(1);
    }

    @Test
    void aKickThatIsPendingIsNotGivenAgainAndOneWithoutDirtyFilesNotAtAll() {
        rig.writeback.startDontcache();
        assertThat(rig.count(Counter.DONTCACHE_KICKS)).isZero();

        rig.device.dirty(a, 100);
        rig.counters.add(Counter.WB_DONTCACHE_DIRTY, 100);
        rig.writeback.startDontcache();
        rig.writeback.startDontcache();
        assertThat(rig.count(Counter.DONTCACHE_KICKS)).isEqualTo(1);

        rig.runUntil(SECOND);
        rig.device.dirty(a, 100);
        rig.counters.add(Counter.WB_DONTCACHE_DIRTY, 100);
        rig.writeback.startDontcache();
        assertThat(rig.count(Counter.DONTCACHE_KICKS)).isEqualTo(2);
    }

    @Test
    void aPassWithNothingMarkedWritesNothing() {
        rig.device.dirty(a, 100);
        rig.writeback.startDontcache();
        rig.runUntil(SECOND);

        assertThat(rig.count(Counter.WB_WRITTEN)).isZero();
        assertThat(rig.told(Kind.FLUSHER_DONTCACHE)).isEmpty();
    }

    @Test
    void filesTakeTurnsByChunks() {
        dirtyAt(0, a, 30_000);
        dirtyAt(8_000_000, b, 30_000);

        rig.writeback.startAll(WritebackReason.VMSCAN);
        rig.runUntil(2 * SECOND);

        // Half a second at 25600 pages a second, 12800, and 1024 more rounded down to chunks: 13312 at a time.
        assertThat(rig.device.order.subList(0, 4)).containsExactly(a.id(), b.id(), a.id(), b.id());
        assertThat(rig.device.writtenOf).containsExactly(30_000L, 30_000L);
        assertThat(rig.told(Kind.FLUSHER_RECLAIM)).extracting(Told::pages).containsExactly(60_000L);
    }

    @Test
    void allThatIsDirtyIsWrittenOnceHoweverOftenReclaimAsks() {
        rig.device.dirty(a, 100);
        rig.writeback.startAll(WritebackReason.VMSCAN);
        rig.writeback.startAll(WritebackReason.VMSCAN);
        rig.runUntil(SECOND);
        assertThat(rig.told(Kind.FLUSHER_RECLAIM)).hasSize(1);

        rig.device.dirty(a, 100);
        rig.writeback.startAll(WritebackReason.VMSCAN);
        rig.runUntil(2 * SECOND);
        assertThat(rig.told(Kind.FLUSHER_RECLAIM)).hasSize(2);
        assertThat(rig.count(Counter.WB_WRITTEN)).isEqualTo(200);
    }

    @Test
    void aCyclicPassGoesOnWhereTheLastEnded() {
        rig.device.dirty(a, 100_000);
        rig.counters.add(Counter.WB_DONTCACHE_DIRTY, 2_000);
        rig.writeback.startDontcache();
        rig.runUntil(SECOND);

        assertThat(a.writebackIndex()).isEqualTo(2048);
    }

    @Test
    void whoSyncsWaitsUntilAllIsSubmitted() {
        rig.device.dirty(a, 20_000);
        rig.device.dirty(b, 20_000);
        SyncWork[] work = new SyncWork[1];
        long[] doneAt = new long[1];
        Task[] waiter = new Task[1];
        waiter[0] = new Task("sync", Counter.APPLICATION_CPU_NANOS, () -> {
            if (work[0] == null) {
                work[0] = rig.writeback.sync();
            }
            if (!work[0].isDone()) {
                work[0].await(waiter[0]);
                return TaskBody.ASLEEP;
            }
            doneAt[0] = rig.timeline.now();
            return TaskBody.EXITED;
        });
        rig.cpus.start(waiter[0]);
        rig.runUntil(5 * SECOND);

        // 40000 pages at 102400 a second, less the 8192 that may be on their way.
        assertThat(doneAt[0]).isBetween(300_000_000L, 330_000_000L);
        assertThat(rig.count(Counter.NR_FILE_DIRTY)).isZero();
        assertThat(rig.told(Kind.FLUSHER_SYNC)).hasSize(1);
        assertThat(rig.writeback.hasDirtyInodes()).isFalse();
    }

    @Test
    void backgroundWorkMakesRoomForASync() {
        rig.device.dirty(a, 150_000);
        rig.writeback.wake();
        rig.runUntil(100_000_000);
        assertThat(rig.told(Kind.FLUSHER_BACKGROUND)).hasSize(1);

        rig.writeback.sync();
        rig.runUntil(400_000_000);

        assertThat(rig.told(Kind.FLUSHER_SYNC)).hasSize(1);
        assertThat(rig.count(Counter.NR_FILE_DIRTY)).isGreaterThan(100_000);
    }

    @Test
    void aFileIsOnOneListWhileItIsDirtyAndOnNoneWhenItIsClean() {
        rig.device.dirty(a, 100);
        assertThat(rig.count(Counter.WB_INODES_DIRTY)).isEqualTo(1);
        rig.device.dirty(a, 100);
        assertThat(rig.count(Counter.WB_INODES_DIRTY)).isEqualTo(1);
        assertThat(rig.writeback.isListed(a)).isTrue();

        rig.writeback.sync();
        rig.runUntil(SECOND);

        assertThat(rig.writeback.isListed(a)).isFalse();
        assertThat(rig.count(Counter.WB_INODES_DIRTY)
                        + rig.count(Counter.WB_INODES_IO)
                        + rig.count(Counter.WB_INODES_MORE_IO))
                .isZero();
    }

    @Test
    void itsTimeIsCountedAsTheFlushers() {
        rig.device.dirty(a, 1_000);
        rig.writeback.sync();
        rig.runUntil(SECOND);

        assertThat(rig.count(Counter.FLUSHER_CPU_NANOS)).isBetween(30_000L, 35_000L);
    }

    private void dirtyAt(long nanos, Mapping file, long pages) {
        rig.runUntil(nanos);
        if (rig.timeline.now() < nanos) {
            rig.timeline.schedule(nanos, EventPriority.TASK, _ -> {}, 0);
            rig.runUntil(nanos);
        }
        rig.device.dirty(file, pages);
    }
}
