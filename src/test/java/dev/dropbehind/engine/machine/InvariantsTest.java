package dev.dropbehind.engine.machine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.block.BlockSaboteur;
import dev.dropbehind.engine.cache.CacheSaboteur;
import dev.dropbehind.engine.cache.Dropbehind;
import dev.dropbehind.engine.cache.FolioBatch;
import dev.dropbehind.engine.cache.FolioFlags;
import dev.dropbehind.engine.cache.LargeFolios;
import dev.dropbehind.engine.cache.Mapping;
import dev.dropbehind.engine.cpu.Context;
import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.reclaim.Reclaim;
import dev.dropbehind.engine.reclaim.ReclaimSaboteur;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.time.Timeline;
import dev.dropbehind.testing.Bench;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each invariant, broken on purpose: exactly its check fails (decisions.md 36). */
class InvariantsTest {

    private final Bench bench = Bench.withPages(4096, 64, 32);
    private final CacheSaboteur saboteur = new CacheSaboteur(bench.cache());
    private final Mapping file = bench.file();
    private final Invariants invariants = bench.invariants();

    @BeforeEach
    void bringPagesIn() {
        bench.readIn(0, 93, false);
        bench.machine().runUntil(2_000_000);
        invariants.checkAll();
    }

    @Test
    void aBreachNamesWhatIsNeededToSeeItAgain() {
        bench.machine().counters().add(Counter.NR_FREE_PAGES, -7);

        assertThatThrownBy(invariants::checkAll)
                .isInstanceOf(InvariantBreach.class)
                .hasMessage(
                        "invariant 5 broken: Every page of memory is somewhere, and only there. Found: free, listed,"
                                + " cached, detached and reserved pages 4089, all 4096 (seed 1, at 2000000 ns,"
                                + " after event "
                                + bench.machine().timeline().executed() + ")");
    }

    @Test
    void identitiesAreAlsoCheckedByThemselves() {
        bench.machine().counters().add(Counter.NR_FREE_PAGES, -7);

        assertThatThrownBy(invariants::checkIdentities).hasMessageStartingWith("invariant 5 ");
    }

    @Test
    void walksAreNotMadeForIdentities() {
        saboteur.leak();

        assertThatCode(invariants::checkIdentities).doesNotThrowAnyException();
    }

    @Test
    void invariant1SeesAPageTheIndexHasForgotten() {
        saboteur.forget(file, 40);

        breaks(1);
    }

    @Test
    void invariant2SeesAFolioThatBeginsAtTheWrongPage() {
        saboteur.cachePair(file, 201);
        add(Counter.NR_FILE_PAGES, 2);
        add(Counter.NR_FREE_PAGES, -2);

        breaks(2);
    }

    @Test
    void invariant3SeesAMappingThatClaimsThePagesOfAnother() {
        saboteur.claim(file, 1);
        saboteur.claim(bench.cache().mappings().getFirst(), -1);

        breaks(3);
    }

    @Test
    void invariant4SeesMappingsThatHoldMoreThanIsCounted() {
        saboteur.claim(file, 1);

        breaks(4);
    }

    @Test
    void invariant5SeesAPageThatIsNowhere() {
        add(Counter.NR_FREE_PAGES, -1);

        breaks(5);
    }

    @Test
    void invariant6SeesFoliosNobodyKnows() {
        saboteur.leak();

        breaks(6);
    }

    @Test
    void invariant8SeesAFolioThatIsNeitherUpToDateNorBeingRead() {
        saboteur.clear(file, 0, FolioFlags.UPTODATE);

        breaks(8);
    }

    @Test
    void invariant8SeesAReaderOfWhatIsNotUpToDate() {
        FolioBatch batch = bench.lookUp(0, 31);
        saboteur.clear(file, 0, FolioFlags.UPTODATE);
        saboteur.set(file, 0, FolioFlags.LOCKED);

        breaks(8);
        bench.release(batch);
    }

    @Test
    void invariant9SeesADirtyFolio() {
        saboteur.set(file, 0, FolioFlags.DIRTY);

        breaks(9);
    }

    @Test
    void invariant9SeesAFolioUnderWriteback() {
        saboteur.set(file, 0, FolioFlags.WRITEBACK);

        breaks(9);
    }

    @Test
    void invariant9SeesWritebackOfWhatIsNotCached() {
        saboteur.markWritten(file, 5000);

        breaks(9);
    }

    @Test
    void invariant8SeesADirtyBlockThatHoldsNothing() {
        makeDirty(0);
        saboteur.clear(file, 0, FolioFlags.UPTODATE);

        breaks(8);
    }

    @Test
    void invariant10SeesADirtyPageThatNoFolioHas() {
        add(Counter.NR_FILE_DIRTY, 1);
        add(Counter.WB_RECLAIMABLE, 1);

        breaks(10);
    }

    @Test
    void invariant10SeesWritebackThatNoFolioHas() {
        for (Counter counter : List.of(Counter.NR_WRITEBACK, Counter.WB_WRITEBACK, Counter.WB_STARTED)) {
            add(counter, 1);
        }

        breaks(10);
    }

    @ParameterizedTest
    @EnumSource(names = {"WB_RECLAIMABLE", "NR_WRITEBACK"})
    void invariant11SeesWhatOnlyTheDeviceOrOnlyTheMachineCounts(Counter counter) {
        add(counter, 1);

        breaks(11);
    }

    @Test
    void invariant12SeesADirtyPageThatIsCountedAsMarked() {
        makeDirty(0);
        add(Counter.WB_DONTCACHE_DIRTY, 1);

        breaks(12);
    }

    @Test
    void invariant13SeesMoreMarkedThanDirty() {
        add(Counter.WB_DONTCACHE_DIRTY, 1);

        breaks(13);
    }

    @Test
    void invariant19SeesWritebackThatNeverEnds() {
        add(Counter.WB_STARTED, 1);

        breaks(19);
    }

    @ParameterizedTest
    @EnumSource(names = {"CGROUP_FILE_DIRTY", "CGROUP_FILE_WRITEBACK"})
    void invariant38SeesAGroupWithMoreDirtyThanItHas(Counter counter) {
        add(counter, 1);

        breaks(38);
    }

    @Test
    void invariant39SeesAWriterThatIsHeldTooLong() {
        add(Counter.THROTTLE_PAUSES, 1);
        add(Counter.THROTTLED_NANOS, 200_000_000);
        invariants.checkAll();
        add(Counter.THROTTLED_NANOS, 1);

        breaks(39);
    }

    @Test
    void invariant40SeesADirtyFileThatIsOnNoList() {
        saboteur.dirtySecretly(file, 0);
        add(Counter.NR_FILE_DIRTY, 1);
        add(Counter.WB_RECLAIMABLE, 1);

        breaks(40);
    }

    @Test
    void invariant42SeesWritesThatNobodyAskedFor() {
        add(Counter.DEVICE_WRITE_BYTES, 512);

        breaks(42);
    }

    @Test
    void invariant45SeesAWriterWithoutTheLockOfItsFile() {
        bench.machine().dirty().lock(file, 0);

        breaks(45);
    }

    @Test
    void invariant15SeesALockedFolioThatHasLeftTheCache() {
        FolioBatch batch = bench.lookUp(0, 31);
        int[] left = new int[1];
        bench.cache().forEach(batch, folio -> {
            bench.cache().remove(folio, 0);
            left[0] = folio;
        });
        saboteur.setRow(left[0], FolioFlags.LOCKED);

        breaks(15);
    }

    @Test
    void invariant18SeesABioThatWasNeverSubmitted() {
        BlockSaboteur.conjureBio(bench.machine().bios());

        breaks(18);
    }

    @Test
    void invariant31SeesADropbehindFolioThatCountsAsUsed() {
        saboteur.set(file, 0, FolioFlags.DROPBEHIND | FolioFlags.REFERENCED);

        breaks(31);
    }

    @Test
    void invariant32SeesAnIndexThatNamesWhatIsNotCached() {
        saboteur.pretend(file, 5000, 0);

        breaks(32);
    }

    @Test
    void invariant31SeesADropbehindFolioThatIsActiveAndHasNotComeSo() {
        saboteur.set(file, 0, FolioFlags.DROPBEHIND | FolioFlags.ACTIVE);

        breaks(31);
    }

    @Test
    void invariant32SeesAShadowOfADrop() {
        saboteur.dropLeavingAShadow(file, 0);

        breaks(32);
    }

    @Test
    void invariant32SeesAPageThatReclaimTookWithoutAShadow() {
        for (Counter counter :
                List.of(Counter.PGSCAN_KSWAPD, Counter.PGSTEAL_KSWAPD, Counter.PGSCAN_FILE, Counter.PGSTEAL_FILE)) {
            add(counter, 1);
        }

        breaks(32);
    }

    @Test
    void invariant32SeesAShadowThatIsLost() {
        bench.relief().reclaim(93);
        invariants.checkAll();
        saboteur.forgetShadows(file, 0);

        breaks(32);
    }

    @Test
    void invariant33SeesPagesThatNobodyScanned() {
        add(Counter.PGSCAN_FILE, 1);

        breaks(33);
    }

    @Test
    void invariant33SeesMorePagesStolenThanScannedInAGroup() {
        add(Counter.CGROUP_PGSTEAL_KSWAPD, 1);

        breaks(33);
    }

    @Test
    void invariant37SeesAChargeForNothing() {
        add(Counter.CGROUP_USAGE_PAGES, 1);

        breaks(37);
    }

    @Test
    void invariant37SeesAFolioThatIsNotPaidFor() {
        saboteur.charge(file, 0, 1);

        breaks(37);
    }

    @Test
    void invariant37SeesAGroupBeyondItsLimit() {
        Bench limited = Bench.withCgroup(64L, null, 0);
        limited.readIn(0, 64, false);
        limited.check();
        LargeFolios.cache(limited, 128, 0);
        new CacheSaboteur(limited.cache()).charge(limited.file(), 128, 1);
        limited.machine().counters().add(Counter.CGROUP_USAGE_PAGES, 1);

        assertBreach(37, limited.invariants());
    }

    @Test
    void invariant33SeesMorePagesStolenThanScanned() {
        add(Counter.PGSTEAL_KSWAPD, 1);

        breaks(33);
    }

    @Test
    void invariant16SeesADropInAtomicContext() {
        bench.readIn(256, 8, true);
        FolioBatch batch = bench.lookUp(256, 264);
        new Dropbehind(
                        bench.cache(),
                        bench.machine().counters(),
                        bench.machine().till(),
                        false,
                        null)
                .afterRead(batch, Long.MAX_VALUE, 0, Context.HARDIRQ);
        bench.release(batch);

        breaks(16);
    }

    @Test
    void invariant33SeesMorePagesStolenThanScannedByTasks() {
        add(Counter.PGSTEAL_DIRECT, 1);

        breaks(33);
    }

    @Test
    void invariant34SeesAStateBelowZero() {
        add(Counter.WB_DONTCACHE_DIRTY, -1);

        breaks(34);
    }

    @Test
    void invariant35SeesKswapdAsleepBelowHigh() {
        Machine machine = bench.machine();
        Reclaim content = ReclaimSaboteur.contentWithOnePage(machine);
        long high = machine.zone().watermarks().high();
        int fill = (int) (machine.zone().freePages() - high + 1);
        bench.readIn(1000, fill, false);
        machine.runUntil(500_000_000);

        assertBreach(35, new Invariants(with(machine, machine.timeline(), content), 1));
    }

    @Test
    void invariant36SeesPagesThatAreListedTwice() {
        add(Counter.NR_INACTIVE_FILE, 1);

        breaks(36);
    }

    @Test
    void invariant41SeesAnEventTakenBack() {
        add(Counter.PGALLOC, -1);

        breaks(41);
    }

    @Test
    void invariant42SeesPagesAskedForAndNeverRead() {
        add(Counter.READAHEAD_PAGES, 1);

        breaks(42);
    }

    @Test
    void invariant43SeesADeviceBusyForLongerThanTimeHasPassed() {
        add(Counter.DEVICE_BUSY_NANOS, 2_000_001);
        add(Counter.DEVICE_READ_NANOS, 2_000_001);

        breaks(43);
    }

    @Test
    void invariant43SeesADeviceThatIsBusyWithNoRequest() {
        add(Counter.DEVICE_BUSY_NANOS, 1);

        breaks(43);
    }

    @Test
    void invariant43CountsTheTimeOfWritesAndFlushes() {
        add(Counter.DEVICE_BUSY_NANOS, 3);
        add(Counter.DEVICE_WRITE_NANOS, 2);
        breaks(43);

        add(Counter.DEVICE_FLUSH_NANOS, 1);
        invariants.checkIdentities();
    }

    @Test
    void invariant44SeesARequestThatIsLost() {
        add(Counter.BIO_SPLITS, 1);

        breaks(44);
    }

    @ParameterizedTest
    @EnumSource(names = {"DEVICE_WRITE_REQUESTS", "DEVICE_FLUSH_REQUESTS", "FLUSHES_NOT_NEEDED"})
    void invariant44SeesWritesAndFlushesOfNoBio(Counter counter) {
        add(counter, 1);

        breaks(44);
    }

    @Test
    void invariant46SeesAMarkerOnManyFolios() {
        add(Counter.READAHEAD_MARKED_WINDOWS, 1);
        saboteur.set(file, 0, FolioFlags.READAHEAD);

        breaks(46);
    }

    @Test
    void invariant46SeesMoreMarkersThanWindows() {
        bench.cache().setReadaheadMarker(file, 0);

        breaks(46);
    }

    @Test
    void invariant47SeesAFolioBehindTheEndOfItsFile() {
        bench.readIn(file.filePages(), 1, false);

        breaks(47);
    }

    @Test
    void invariant52SeesAProcessorBusyForLongerThanTimeHasPassed() {
        Machine machine = bench.machine();
        machine.cpus().interrupt(0, 1000);
        machine.runUntil(machine.timeline().now() + 5000);

        assertBreach(52, new Invariants(with(machine, new Timeline(), machine.reclaim()), 1));
    }

    private void makeDirty(int page) {
        bench.machine().dirty().markDirty(file, (long) page * Pages.SECTORS, (page + 1L) * Pages.SECTORS);
    }

    private void add(Counter counter, long amount) {
        bench.machine().counters().add(counter, amount);
    }

    private void breaks(int number) {
        assertBreach(number, invariants);
    }

    private static void assertBreach(int number, Invariants checks) {
        assertThatThrownBy(checks::checkAll)
                .isInstanceOf(InvariantBreach.class)
                .hasMessageStartingWith("invariant " + number + " broken: ");
    }

    private static Machine with(Machine machine, Timeline timeline, Reclaim reclaim) {
        return new Machine(
                timeline,
                machine.till(),
                machine.counters(),
                machine.sampler(),
                machine.marks(),
                machine.cpus(),
                machine.zone(),
                machine.allocator(),
                machine.cgroup(),
                machine.cache(),
                machine.dirty(),
                machine.writeback(),
                reclaim,
                machine.bios(),
                machine.fileSystem(),
                machine.workload(),
                machine.files(),
                machine.totalPages(),
                machine.reservedPages());
    }
}
