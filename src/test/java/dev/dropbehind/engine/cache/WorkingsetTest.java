package dev.dropbehind.engine.cache;

import static dev.dropbehind.engine.cache.FolioFlags.ACTIVE;
import static dev.dropbehind.engine.cache.FolioFlags.DROPBEHIND;
import static dev.dropbehind.engine.cache.FolioFlags.WORKINGSET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.memory.Cgroup;
import dev.dropbehind.testing.Bench;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shadows, the clock and who is judged active when read again (kernel-model §6.5). */
class WorkingsetTest {

    @ParameterizedTest
    @CsvSource({"100, 1, true", "100, 101, false", "64, 32, true"})
    void whatComesBackIsActiveWhereTheClockHasGoneNoFurtherThanTheActiveListIsLong(
            int activePages, int evictedSince, boolean active) {
        Bench bench = Bench.withPages(4096, activePages, 32);
        bench.readIn(0, 124, false);
        evict(bench, 0, 1, Cgroup.ROOT);
        evict(bench, 1, 1 + evictedSince, Cgroup.ROOT);

        bench.readIn(0, 1, false);

        assertThat(has(bench, 0, ACTIVE)).isEqualTo(active);
        assertThat(bench.count(Counter.WORKINGSET_REFAULT_FILE)).isEqualTo(1);
        assertThat(bench.count(Counter.WORKINGSET_ACTIVATE_FILE)).isEqualTo(active ? 1 : 0);
        assertThat(bench.count(Counter.WORKINGSET_RESTORE_FILE)).isZero();
        assertThat(bench.count(Counter.PGACTIVATE)).isZero();
    }

    @Test
    void activationsAdvanceTheClockToo() {
        Bench bench = Bench.withPages(4096, 40, 32);
        bench.readIn(0, 93, false);
        evict(bench, 0, 1, Cgroup.ROOT);
        for (int twice = 0; twice < 2; twice++) {
            FolioBatch batch = bench.lookUp(1, 32);
            bench.cache().markAccessed(batch, false);
            bench.release(batch);
        }
        assertThat(bench.count(Counter.PGACTIVATE)).isEqualTo(31);

        // 1 evicted and 31 activated since; 71 are active.
        bench.readIn(0, 1, false);
        assertThat(has(bench, 0, ACTIVE)).isTrue();

        evict(bench, 40, 41, Cgroup.ROOT);
        evict(bench, 41, 93, Cgroup.ROOT);
        bench.cache().drainBatch(0);
        evict(bench, 1, 20, Cgroup.ROOT);
        // 53 and 19 evicted since; 53 are active.
        bench.readIn(40, 1, false);
        assertThat(has(bench, 40, ACTIVE)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 32})
    void eachFolioIsJudgedByItselfAndNeighboursThatComeOutTheSameAreARow(int siblings) {
        Bench bench = Bench.withPages(4096, 20, siblings);
        bench.readIn(0, 31, false);
        evict(bench, 0, 31, Cgroup.ROOT);
        int rows = bench.cache().folios().liveRows();

        bench.readIn(0, 32, false);

        // The clock stands at 31 and goes on with each that is activated: page 11 was evicted at 11, 20 before.
        assertThat(has(bench, 10, ACTIVE)).isFalse();
        assertThat(has(bench, 11, ACTIVE)).isTrue();
        assertThat(has(bench, 30, ACTIVE)).isTrue();
        assertThat(has(bench, 31, ACTIVE)).isFalse();
        assertThat(bench.count(Counter.WORKINGSET_REFAULT_FILE)).isEqualTo(31);
        assertThat(bench.count(Counter.WORKINGSET_ACTIVATE_FILE)).isEqualTo(20);
        assertThat(bench.cache().folios().liveRows() - rows).isEqualTo(siblings == 1 ? 32 : 3);
    }

    @Test
    void whatWasActiveBeforeIsRestored() {
        Bench bench = Bench.withPages(4096, 64, 32);
        bench.readIn(0, 31, false);
        bench.cache().isolated().isolateInactive(0, 31);
        bench.cache().isolated().deactivate(bench.cache().isolated().firstIsolated());
        evict(bench, 0, 31, Cgroup.ROOT);

        bench.readIn(0, 31, false);

        assertThat(has(bench, 0, WORKINGSET)).isTrue();
        assertThat(bench.count(Counter.WORKINGSET_RESTORE_FILE)).isEqualTo(31);
    }

    @Test
    void aDropLeavesNoShadowAndNoRefault() {
        Bench bench = Bench.withPages(4096, 64, 32);
        bench.readIn(0, 31, true);
        FolioBatch batch = bench.lookUp(0, 31);
        bench.cache().forEach(batch, folio -> bench.cache().remove(folio, 0));
        bench.release(batch);

        bench.readIn(0, 31, true);

        assertThat(bench.count(Counter.WORKINGSET_REFAULT_FILE)).isZero();
        assertThat(bench.file().shadowPages()).isZero();
        bench.check();
    }

    @Test
    void aDropbehindFolioMayComeBackActive() {
        Bench bench = Bench.withPages(4096, 1000, 32);
        bench.readIn(0, 31, false);
        bench.relief().reclaim(32);
        assertThat(bench.file().shadowPages()).isEqualTo(31);

        bench.readIn(0, 31, true);

        assertThat(has(bench, 0, ACTIVE) && has(bench, 0, DROPBEHIND)).isTrue();
        bench.check();
    }

    @Test
    void aGroupsOwnClockJudgesWhatWasTakenForItsLimit() {
        Bench bench = Bench.withCgroup(4000L, null, 0);
        bench.readIn(0, 93, false);
        evict(bench, 0, 1, bench.machine().cgroup().number());
        evict(bench, 31, 62, Cgroup.ROOT);

        // The root's clock has gone on by 31 since, the group's by the one page alone; nothing is active.
        bench.readIn(0, 1, false);
        assertThat(has(bench, 0, ACTIVE)).isFalse();
        activate(bench, 1, 31);
        evict(bench, 62, 63, bench.machine().cgroup().number());
        evict(bench, 63, 93, Cgroup.ROOT);
        bench.readIn(62, 1, false);

        assertThat(has(bench, 62, ACTIVE)).isTrue();
        assertThat(bench.count(Counter.CGROUP_WORKINGSET_REFAULT_FILE)).isEqualTo(2);
        assertThat(bench.count(Counter.CGROUP_WORKINGSET_ACTIVATE_FILE)).isEqualTo(1);
    }

    @Test
    void aLargeFolioLeavesAShadowOnAllItsPages() {
        Bench bench = Bench.empty();
        int folio = LargeFolios.cache(bench, 64, 6);
        bench.cache().evict(folio, Cgroup.ROOT, 0);

        assertThat(bench.file().shadowPages()).isEqualTo(64);
        bench.readIn(70, 1, false);
        assertThat(bench.count(Counter.WORKINGSET_REFAULT_FILE)).isEqualTo(1);
        assertThat(bench.file().shadowPages()).isEqualTo(63);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5})
    void aLargeFolioIsJudgedAsOneByTheLastShadowOnItsPages(int between) {
        Bench bench = Bench.withPages(4096, 20, 32);
        bench.readIn(0, 62, false);
        evict(bench, 0, 1, Cgroup.ROOT);
        evict(bench, 31, 46 + between, Cgroup.ROOT);
        evict(bench, 2, 3, Cgroup.ROOT);
        evict(bench, 46 + between, 61, Cgroup.ROOT);
        Mapping file = bench.file();

        int flags = bench.cache().workingset().refault(file, 0, 4, Cgroup.ROOT);

        // Of page 0 the clock has gone on by 32, of page 2 by 16 less what was evicted in between.
        assertThat(flags).isEqualTo(ACTIVE);
        assertThat(bench.count(Counter.WORKINGSET_REFAULT_FILE)).isEqualTo(4);
        assertThat(bench.count(Counter.WORKINGSET_ACTIVATE_FILE)).isEqualTo(4);
    }

    @Test
    void whatIsSaidNotToBeNeededHasNoShadowEither() {
        Bench bench = Bench.withPages(4096, 0, 32);
        bench.readIn(0, 256, false);
        evict(bench, 0, 200, Cgroup.ROOT);

        bench.cache().forgetShadows(bench.file(), 10, 150);

        assertThat(bench.file().shadowPages()).isEqualTo(60);
        assertThat(bench.file().nextShadow(10, 256)).isEqualTo(150);
        assertThat(bench.count(Counter.WORKINGSET_NODES)).isEqualTo(2);
        bench.cache().forgetShadows(bench.file(), 0, 256);
        assertThat(bench.file().shadowPages()).isZero();
        assertThat(bench.count(Counter.WORKINGSET_NODES)).isZero();
        assertThat(bench.cache().workingset().forgottenPages()).isEqualTo(200);
    }

    @Test
    void leavesOfShadowsAreForgottenFromTheOldestOnceThereAreTooMany() {
        Bench bench = Bench.withPages(4096, 0, 32);
        bench.readIn(0, 1024, false);
        evict(bench, 64, 1024, Cgroup.ROOT);
        assertThat(bench.count(Counter.WORKINGSET_NODES)).isEqualTo(15);

        bench.cache().shrinkShadows();

        // 64 pages are cached: eight leaves may stay.
        assertThat(bench.count(Counter.WORKINGSET_NODES)).isEqualTo(8);
        assertThat(bench.count(Counter.WORKINGSET_NODERECLAIM)).isEqualTo(7);
        assertThat(bench.file().nextShadow(0, 1024)).isEqualTo(8 * 64);
        assertThat(bench.file().shadowPages()).isEqualTo(8 * 64);
        bench.readIn(64, 31, false);
        assertThat(bench.count(Counter.WORKINGSET_REFAULT_FILE)).isZero();
    }

    private static void activate(Bench bench, int first, int end) {
        for (int twice = 0; twice < 2; twice++) {
            FolioBatch batch = bench.lookUp(first, end);
            bench.cache().markAccessed(batch, false);
            bench.release(batch);
        }
    }

    private static void evict(Bench bench, int first, int end, int target) {
        for (int page = first; page < end; page++) {
            FolioBatch batch = bench.lookUp(page, page + 1);
            bench.release(batch);
            bench.cache().evict(bench.file().folioAt(page), target, 0);
        }
    }

    private static boolean has(Bench bench, int page, int flag) {
        return bench.cache().folios().hasAny(bench.file().folioAt(page), flag);
    }
}
