package dev.dropbehind.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.engine.measure.Fact.Kind;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.testing.Specs;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class EventLogTest {

    private static final Set<Kind> ALL = EnumSet.allOf(Kind.class);
    private static final Set<Kind> DEVICE_READS = EnumSet.of(Kind.BIO_SUBMITTED);

    static Stream<SimulationSpec> readsOfAllKinds() {
        return Stream.of(
                reads(Specs.ufs(128, 32), IoMode.CACHED, Layout.SEQUENTIAL, 32 << 10),
                reads(Specs.ufs(128, 32), IoMode.DONTCACHE, Layout.INTERLEAVED, 8 << 10),
                reads(Specs.ufs(0, 32), IoMode.CACHED, Layout.SHARED, 16 << 10),
                reads(Specs.nvme(64, 2), IoMode.DONTCACHE, Layout.SHARED, 256 << 10),
                reads(Specs.nvme(1280, 64), IoMode.CACHED, Layout.SEQUENTIAL, 1 << 20),
                reads(Specs.ramDisk(), IoMode.CACHED, Layout.INTERLEAVED, 64 << 10),
                largeFolios(4096, 64 << 10),
                largeFolios(4096, 1 << 20),
                largeFolios(64 << 10, 32 << 10));
    }

    @ParameterizedTest
    @MethodSource("readsOfAllKinds")
    void theDeviceReadsOfTheLogAreTheBytesTheCountersCount(SimulationSpec spec) {
        long counted = new Simulation(spec).advanceTo(Long.MAX_VALUE).getLast().counter(Counter.DEVICE_READ_BYTES);

        assertThat(counted).isPositive();
        assertThat(pages(whole(spec, DEVICE_READS))).isEqualTo(counted / Pages.SIZE);
        assertThat(pages(whole(spec, EnumSet.of(Kind.BIO_ENDED)))).isEqualTo(counted / Pages.SIZE);
    }

    @ParameterizedTest
    @MethodSource("readsOfAllKinds")
    void everyDeviceReadHasTheCallAndTheRuleThatLedToIt(SimulationSpec spec) {
        assertThat(whole(spec, DEVICE_READS)).isNotEmpty().allSatisfy(entry -> {
            LogEntry.Call call = call(entry);
            LogEntry.Cause cause = Objects.requireNonNull(entry.cause());
            assertThat(cause.rule().isRule()).isTrue();
            // The marker is on a folio, which may begin before the call.
            long slack = spec.fileSystem().largeFolios() ? 1 << FileSystemSpec.MAX_ORDER : 1;
            assertThat(cause.page())
                    .isGreaterThan(call.offset() / Pages.SIZE - slack)
                    .isLessThanOrEqualTo((call.offset() + call.length() - 1) / Pages.SIZE);
        });
    }

    @ParameterizedTest
    @MethodSource("readsOfAllKinds")
    void whoListensDoesNotChangeTheMachine(SimulationSpec spec) {
        EventLog log = new EventLog(spec, new EventLog.Query(0, Long.MAX_VALUE, ALL, 0, EventLog.MAX_ENTRIES));
        log.simulation().advanceTo(Long.MAX_VALUE);
        Simulation unheard = new Simulation(spec);
        unheard.advanceTo(Long.MAX_VALUE);

        assertThat(log.entries()).isNotEmpty();
        assertThat(log.simulation().result().digest())
                .isEqualTo(unheard.result().digest());
    }

    @Test
    void aStreamOfReadsIsExplainedByStartAndMarkers() {
        List<LogEntry> reads = whole(tiny(IoMode.CACHED), DEVICE_READS);

        assertThat(reads.getFirst().fact()).isEqualTo(new Fact(Kind.BIO_SUBMITTED, "reader.0", 1, 0, 8));
        assertThat(reads.getFirst().cause()).isEqualTo(new LogEntry.Cause(Kind.WINDOW_AT_START, 0));
        assertThat(reads.getFirst().call())
                .isEqualTo(new LogEntry.Call(1, call(reads.getFirst()).beganNanos(), 0, 16 << 10));
        assertThat(reads.get(1).cause()).isEqualTo(new LogEntry.Cause(Kind.WINDOW_AT_MARKER, 4));
        assertThat(call(reads.get(1)).number()).isEqualTo(2);
        assertThat(call(reads.get(1)).offset()).isEqualTo(16 << 10);
    }

    @Test
    void withoutReadAheadEachPageIsItsOwnCause() {
        SimulationSpec spec = reads(Specs.ufs(0, 32), IoMode.CACHED, Layout.SEQUENTIAL, 16 << 10);

        assertThat(whole(spec, DEVICE_READS))
                .allSatisfy(entry -> assertThat(entry.cause())
                        .isEqualTo(new LogEntry.Cause(
                                Kind.WINDOW_FORCED, entry.fact().first())));
    }

    @ParameterizedTest
    @EnumSource(IoMode.class)
    void aLogHasTheFactsInTheOrderOfThoseWhoStep(IoMode mode) {
        List<Fact> stepped = new ArrayList<>();
        SteppedSimulation simulation = new SteppedSimulation(tiny(mode));
        for (var next = simulation.next(); next.isPresent(); next = simulation.next()) {
            stepped.addAll(next.get().facts());
        }

        assertThat(whole(tiny(mode), ALL)).extracting(LogEntry::fact).isEqualTo(stepped);
    }

    @Test
    void twoHalvesAreTheWhole() {
        SimulationSpec spec = tiny(IoMode.CACHED);
        List<LogEntry> whole = whole(spec, ALL);
        long middle = whole.get(whole.size() / 2).nanos();
        List<LogEntry> halves =
                new ArrayList<>(log(spec, query(0, middle, 0, 5000)).entries());
        halves.addAll(log(spec, query(middle, Long.MAX_VALUE, 0, 5000)).entries());

        assertThat(halves).isEqualTo(whole);
    }

    @Test
    void aLogThatIsFullSaysSoAndGoesOnBehindItsLastFact() {
        SimulationSpec spec = tiny(IoMode.DONTCACHE);
        List<LogEntry> whole = whole(spec, ALL);
        List<LogEntry> pages = new ArrayList<>();
        boolean more = true;
        while (more) {
            EventLog page = log(
                    spec,
                    query(
                            0,
                            Long.MAX_VALUE,
                            pages.isEmpty() ? 0 : pages.getLast().number(),
                            100));
            assertThat(page.entries()).hasSizeLessThanOrEqualTo(100);
            pages.addAll(page.entries());
            more = page.isTruncated();
        }

        assertThat(pages).hasSizeGreaterThan(200).isEqualTo(whole);
    }

    @Test
    void aLogThatHoldsExactlyWhatThereIsIsNotTruncated() {
        SimulationSpec spec = tiny(IoMode.CACHED);
        int all = whole(spec, ALL).size();

        assertThat(log(spec, query(0, Long.MAX_VALUE, 0, all)).isTruncated()).isFalse();
        assertThat(log(spec, query(0, Long.MAX_VALUE, 0, all - 1)).isTruncated())
                .isTrue();
    }

    @Test
    void aLogThatBeginsLateKnowsTheCallsOfBefore() {
        SimulationSpec spec = tiny(IoMode.CACHED);
        List<LogEntry> whole = whole(spec, ALL);
        LogEntry waits = whole.stream()
                .filter(entry -> entry.fact().kind() == Kind.WAITS_FOR_READ)
                .skip(3)
                .findFirst()
                .orElseThrow();

        List<LogEntry> late =
                log(spec, query(waits.nanos(), Long.MAX_VALUE, 0, 5000)).entries();

        assertThat(late).contains(waits);
        assertThat(call(waits).beganNanos()).isLessThan(waits.nanos());
    }

    @Test
    void aBlockReadBackForAWriteKnowsWhoWroteToItAndHowItWent() {
        LogEntry read = only(sharers(Epoch.E3), Kind.EDGES_READ);
        LogEntry.Edge edge = Objects.requireNonNull(read.edge());

        assertThat(read.fact().actor()).isEqualTo("second.0");
        assertThat(read.fact().first()).isEqualTo(1);
        assertThat(edge.writer()).isEqualTo("first.0");
        assertThat(edge.offset()).isZero();
        assertThat(edge.length()).isEqualTo(6000);
        assertThat(edge.gone()).isEqualTo(Kind.DROPPED);
        assertThat(edge.goneNanos()).isBetween(edge.nanos(), read.nanos());
    }

    @Test
    void anEdgeThatTwoWritesShareSaysWhyItStaysAndWhenItGoes() {
        List<LogEntry> entries = whole(
                sharers(Epoch.E4), EnumSet.of(Kind.EDGES_READ, Kind.EDGE_KEPT, Kind.EDGE_CLAIMED, Kind.EDGE_DROPPED));

        assertThat(entries)
                .extracting(
                        entry -> entry.fact().kind(),
                        entry -> entry.fact().actor(),
                        entry -> entry.fact().first())
                .containsExactly(
                        tuple(Kind.EDGE_KEPT, "first.0", 1L),
                        tuple(Kind.EDGE_CLAIMED, "second.0", 1L),
                        tuple(Kind.EDGE_KEPT, "second.0", 2L),
                        tuple(Kind.EDGE_DROPPED, "second.0", 1L));
    }

    @Test
    void aBlockThatNobodyHasWrittenToIsReadForAWriteWithoutACause() {
        SimulationSpec spec = Specs.small()
                .fileSystem(FileSystemSpec.Type.XFS)
                .job(Specs.writer(IoMode.CACHED, 1000, 1000, true))
                .spec();

        assertThat(only(spec, Kind.EDGES_READ).edge()).isNull();
    }

    private static LogEntry only(SimulationSpec spec, Kind kind) {
        List<LogEntry> entries = whole(spec, EnumSet.of(kind));
        assertThat(entries).hasSize(1);
        return entries.getFirst();
    }

    /** Two records of 6000 bytes that share page 1, each made durable before the next begins. */
    private static SimulationSpec sharers(Epoch epoch) {
        Durability each = new Durability(Durability.Sync.DSYNC, 0, 0, false);
        return Specs.small()
                .fileSystem(FileSystemSpec.Type.XFS)
                .device(Specs.nvme(1280, 64))
                .epoch(epoch)
                .job(record("first", 0, each))
                .job(record("second", 6000, each).with(new JobSpec.Start(0, true)))
                .spec();
    }

    private static JobSpec record(String name, long offset, Durability durability) {
        return new JobSpec(name, Rw.WRITE, 6000, 1, Layout.SHARED, "data", 6000, 12_000, IoMode.DONTCACHE, null, false)
                .with(Rw.WRITE, new JobSpec.Pattern(0, false, offset, null))
                .with(durability);
    }

    @Test
    void whoIsInNoCallHasNone() {
        assertThat(whole(tiny(IoMode.CACHED), ALL))
                .filteredOn(entry -> !entry.fact().actor().equals("reader.0"))
                .isNotEmpty()
                .allSatisfy(entry -> {
                    assertThat(entry.call()).isNull();
                    assertThat(entry.cause()).isNull();
                });
    }

    @Test
    void aLogIsBounded() {
        assertThatIllegalArgumentException().isThrownBy(() -> query(0, 1, 0, EventLog.MAX_ENTRIES + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> query(0, 1, 0, 0));
    }

    @Test
    void theFilesOfAMachineCarryTheNumbersThatFactsName() {
        SimulationSpec spec = Specs.small()
                .job(Specs.readers("one", IoMode.CACHED, 4096, 1, Layout.SHARED, "first", 1 << 20))
                .job(Specs.readers("two", IoMode.CACHED, 4096, 1, Layout.SHARED, "second", 2 << 20))
                .job(Specs.readers("three", IoMode.CACHED, 4096, 1, Layout.SHARED, "first", 1 << 20))
                .duration(1_000_000_000)
                .spec();
        Simulation simulation = new Simulation(spec);
        simulation.advanceTo(Long.MAX_VALUE);

        assertThat(simulation.files())
                .containsExactly(new CachedFile(1, "first", 256, 256), new CachedFile(2, "second", 512, 512));
        assertThat(simulation.folios(simulation.files().get(1), 0, 10_000).stream()
                        .mapToInt(FolioRun::pages)
                        .sum())
                .isEqualTo(512);
    }

    @Test
    void aMapThatIsCutGoesOnBehindItsLastRun() {
        Simulation simulation = new Simulation(tiny(IoMode.CACHED));
        CachedFile file = simulation.files().getFirst();
        while (simulation.folios(file, 0, 1000).size() < 3 && !simulation.isOver()) {
            simulation.advanceTo(simulation.nowNanos() + 10_000);
        }
        List<FolioRun> whole = simulation.folios(file, 0, 1000);
        FolioRun first = simulation.folios(file, 0, 1).getFirst();

        assertThat(whole).hasSizeGreaterThan(2);
        assertThat(simulation.folios(file, first.firstPage() + first.pages(), 1000))
                .isEqualTo(whole.subList(1, whole.size()));
    }

    private static LogEntry.Call call(LogEntry entry) {
        return Objects.requireNonNull(entry.call());
    }

    private static List<LogEntry> whole(SimulationSpec spec, Set<Kind> kinds) {
        EventLog log = log(spec, new EventLog.Query(0, Long.MAX_VALUE, kinds, 0, EventLog.MAX_ENTRIES));
        assertThat(log.isTruncated()).isFalse();
        return log.entries();
    }

    private static EventLog log(SimulationSpec spec, EventLog.Query query) {
        EventLog log = new EventLog(spec, query);
        while (log.goOn()) {}
        return log;
    }

    private static EventLog.Query query(long from, long to, long after, int limit) {
        return new EventLog.Query(from, to, ALL, after, limit);
    }

    private static long pages(List<LogEntry> entries) {
        return entries.stream().mapToLong(entry -> entry.fact().count()).sum();
    }

    /** Two tasks and a memory of 2048 pages, so that pages go and come back; all jobs end. */
    private static SimulationSpec reads(DeviceSpec device, IoMode mode, Layout layout, int blockSize) {
        return Specs.small()
                .pages(2048, 256, 0)
                .device(device)
                .job(Specs.readers("reader", mode, blockSize, 2, layout, "data", 12 << 20))
                .duration(5_000_000_000L)
                .spec();
    }

    private static SimulationSpec largeFolios(int fileBlockSize, int blockSize) {
        return Specs.small()
                .pages(2048, 256, 0)
                .fileSystem(new FileSystemSpec(
                        FileSystemSpec.Type.XFS, fileBlockSize, true, FileSystemSpec.BufferedPath.IOMAP))
                .device(Specs.nvme(1280, 64))
                .job(Specs.readers("reader", IoMode.CACHED, blockSize, 2, Layout.SEQUENTIAL, "data", 12 << 20))
                .duration(5_000_000_000L)
                .spec();
    }

    private static SimulationSpec tiny(IoMode mode) {
        return Specs.small()
                .pages(256, 192, 0)
                .device(Specs.ufs(32, 32))
                .job(Specs.reader(mode, 16 << 10, 384 << 10))
                .duration(10_000_000)
                .spec();
    }
}
