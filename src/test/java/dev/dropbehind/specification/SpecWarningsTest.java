package dev.dropbehind.specification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.JobError;
import dev.dropbehind.engine.Simulation;
import dev.dropbehind.engine.SimulationResult;
import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Warnings are true. */
class SpecWarningsTest {

    private static final String SMALL = "{'memory': {'ram': '64MiB', 'reserved': '16MiB'},"
            + " 'device': {'readBandwidth': '16MiB'}, 'jobs': [{'size': '1GiB', 'bs': '64k'}], 'duration': '2s'}";

    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void aSpecThatSaysNothingOddHasNoWarnings() {
        assertThat(SpecWarnings.of(spec("{}"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = "{'machine': {'hz': 1000}}")
    void whatIsSaidToChangeNothingChangesNoDigest(String patch) {
        SimulationSpec patched = spec(patch);

        assertThat(SpecWarnings.of(patched))
                .singleElement()
                .satisfies(warning -> assertThat(warning.detail()).contains("changes nothing"));
        assertThat(run(patched).digest()).isEqualTo(run(spec("{}")).digest());
    }

    @Test
    void aJobThatIsSaidToFailFails() {
        SimulationSpec refused = spec("{'kernel': {'epoch': 'E0'}, 'jobs': [{'size': '1GiB', 'ioMode': 'dontcache'}]}");

        assertThat(SpecWarnings.of(refused)).extracting(Warning::pointer).containsExactly("/jobs/0/ioMode");
        assertThat(run(refused).errors()).extracting(JobError::errno).containsExactly("EOPNOTSUPP");
    }

    @Test
    void aDirectJobWhoseCallsDoNotFitTheDevicesBlockIsSaidToFailAndDoes() {
        SimulationSpec odd = spec("{'jobs': [{'size': '1m', 'bs': 1000, 'ioMode': 'direct'}]}");

        assertThat(SpecWarnings.of(odd)).extracting(Warning::pointer).containsExactly("/jobs/0/bs");
        assertThat(run(odd).errors()).extracting(JobError::errno).containsExactly("EINVAL");
    }

    @Test
    void aToggleThatAnotherNeedsIsOnAndSaidSo() {
        SimulationSpec pulled = spec("{'kernel': {'epoch': 'E0', 'toggles': {'bdev.fopDontcache': true}}}");

        assertThat(SpecWarnings.of(pulled))
                .extracting(Warning::pointer)
                .containsExactly("/kernel/toggles/mm.rwfDontcache");
        assertThat(pulled.kernel().toggles().has(Toggle.MM_RWF_DONTCACHE)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'norandommap': true}                                                        | norandommap
            {'rw': 'read:64k'}                                                           | ioSize
            {'stonewall': true}                                                          | stonewall
            {'startdelay': '2s'}                                                         | startdelay
            {'nowait': true}                                                             | nowait
            {'rw': 'randread', 'fadviseDontneed': '1m'}                                  | fadviseDontneed
            {'sync': 'dsync'}                                                            | sync
            {'fsync': 8}                                                                 | fsync
            {'fdatasync': 8}                                                             | fdatasync
            {'endFsync': true}                                                           | endFsync
            {'rw': 'write', 'fsync': 4, 'fdatasync': 8}                                  | fdatasync
            {'rw': 'rw', 'existing': false}                                              | existing
            """)
    void aJobThatWillNotDoWhatItSaysIsWarnedOf(String job, String field) {
        assertThat(SpecWarnings.of(specOf("{'filename': 'f'}", job)))
                .extracting(Warning::pointer)
                .containsExactly("/jobs/0/" + field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'rw': 'randread', 'norandommap': true}",
                "{'rw': 'read:64k', 'ioSize': '512m'}",
                "{'rw': 'read:64k', 'timeBased': true}",
                "{'startdelay': '1s'}",
                "{'fadviseDontneed': '1m'}",
                "{'rw': 'randread', 'fadviseDontneed': '64k'}",
                "{'rw': 'write', 'fsync': 8, 'fdatasync': 12, 'endFsync': true}",
                "{'rw': 'rw'}",
                "{'rw': 'randwrite', 'norandommap': true}"
            })
    void aJobThatDoesWhatItSaysIsNot(String job) {
        assertThat(SpecWarnings.of(specOf("{'filename': 'f'}", job))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'model': 'nvme', 'flushLatency': '25us'} | false
            {'model': 'nvme', 'flushLatency': '0s'}   | true
            {'model': 'hdd'}                          | false
            {'model': 'ramdisk', 'readBandwidth': null} | true
            """)
    void syncedWritesOfADeviceWithoutAVolatileCacheAreSaidToFlushNothing(String device, boolean warned) {
        SimulationSpec writer =
                spec("{'device': " + device + ", 'jobs': [{'size': '1m', 'rw': 'write', 'sync': 'dsync'}]}");

        assertThat(SpecWarnings.of(writer).stream()
                        .anyMatch(warning -> warning.pointer().equals("/jobs/0/sync")))
                .isEqualTo(warned);
    }

    @Test
    void anActionBehindTheEndOfTheRunIsSaidNeverToBeDone() {
        assertThat(SpecWarnings.of(spec("{'actions': [{'at': '1s', 'do': 'sync'}, {'at': '2s', 'do': 'sync'}]}")))
                .extracting(Warning::pointer)
                .containsExactly("/actions/1/at");
    }

    @Test
    void aToggleThatAnotherTakesAwayIsOffAndSaidSo() {
        SimulationSpec patched = spec("{'kernel': {'toggles': {'iomap.completeInTaskDropbehind': true}}}");
        SimulationSpec unpatched =
                spec("{'kernel': {'epoch': 'E3', 'toggles': {'iomap.completeInTaskDropbehind': false}}}");

        assertThat(SpecWarnings.of(patched))
                .extracting(Warning::pointer)
                .containsExactlyInAnyOrder(
                        "/kernel/toggles/block.bioInAtomic",
                        "/kernel/toggles/block.completeInTask",
                        "/kernel/toggles/xfs.deferDontcacheIoend");
        assertThat(SpecWarnings.of(unpatched))
                .extracting(Warning::pointer)
                .containsExactly("/kernel/toggles/xfs.deferDontcacheIoend");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            f2fs | E1 | {'f2fs.fopDontcache': true}                                      | false | true
            f2fs | E1 | {'f2fs.fopDontcache': true, 'f2fs.postWriteWorkqueue': true}     | false | false
            f2fs | E1 | {'f2fs.dontcacheWriteUnsupported': true}                         | false | true
            xfs  | E1 | {}                                                               | true  | false
            xfs  | E1 | {'xfs.deferDontcacheIoend': false}                               | true  | true
            xfs  | E1 | {'xfs.deferDontcacheIoend': false}                               | false | false
            xfs  | E3 | {}                                                               | true  | false
            xfs  | E3 | {'block.deferVariant': 'v1'}                                     | true  | true
            ext4 | E3 | {'block.deferVariant': 'v2'}                                     | true  | false
            ext4 | E3 | {}                                                               | true  | true
            ext4 | E1 | {}                                                               | false | false
            bdev | E1 | {'bdev.fopDontcache': true}                                      | true  | true
            bdev | E3 | {}                                                               | true  | false
            bdev | E3 | {'buffer.completeInTaskDropbehind': false}                       | true  | true
            btrfs | E1 | {}                                                              | true  | false
            """)
    void dontcacheThatWillDropNothingOfWhatItWritesOrFailIsWarnedOf(
            String fileSystem, String epoch, String toggles, boolean existing, boolean stays) {
        SimulationSpec writer = spec("{'fileSystem': {'type': '" + fileSystem + "'}, 'kernel': {'epoch': '" + epoch
                + "', 'toggles': " + toggles + "}, 'jobs': [{'size': '1m', 'rw': 'write', 'ioMode': 'dontcache',"
                + " 'existing': " + existing + "}]}");

        assertThat(SpecWarnings.of(writer).stream()
                        .anyMatch(warning -> warning.pointer().equals("/jobs/0/ioMode")))
                .isEqualTo(stays);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'data': 'journal'        | {'ext4.iomapRead': true}                           | /fileSystem/data
            'data': 'ordered'        | {'ext4.mountOption': true}                         | /fileSystem/bufferedIomap
            'dioreadNolock': false   | {}                                                 | /jobs/0/ioMode
            'data': 'journal'        | {}                                                 | /jobs/0/ioMode
            """)
    void mountOptionsOfExt4ThatKeepItFromIomapOrFromDroppingAreWarnedOf(String mount, String toggles, String pointer) {
        SimulationSpec writer = spec("{'fileSystem': {'type': 'ext4', " + mount + "}, 'kernel': {'toggles': " + toggles
                + "}, 'jobs': [{'size': '1m', 'rw': 'write', 'ioMode': 'dontcache', 'existing': false}]}");

        assertThat(SpecWarnings.of(writer)).extracting(Warning::pointer).contains(pointer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'data': 'writeback'                              | {}
            'dioreadNolock': false, 'bufferedIomap': true    | {}
            'dioreadNolock': false, 'bufferedPath': 'iomap'  | {}
            'dioreadNolock': false                           | {'ext4.iomapWrite': true}
            """)
    void appendsOfExt4ThatAWorkerEntersAreNotSaidToStay(String mount, String toggles) {
        SimulationSpec writer = spec("{'fileSystem': {'type': 'ext4', " + mount + "}, 'kernel': {'toggles': " + toggles
                + "}, 'jobs': [{'size': '1m', 'rw': 'write', 'ioMode': 'dontcache', 'existing': false}]}");

        assertThat(SpecWarnings.of(writer)).extracting(Warning::pointer).doesNotContain("/jobs/0/ioMode");
    }

    @Test
    void aJobBehindOneThatNeverEndsIsSaidNeverToBeginAndDoesNot() {
        SimulationSpec behind = spec("{'jobs': [{'name': 'a', 'size': '1m', 'timeBased': true},"
                + " {'name': 'b', 'size': '1m', 'stonewall': true, 'ioMode': 'dontcache'}]}");

        assertThat(SpecWarnings.of(behind)).extracting(Warning::pointer).contains("/jobs/1/stonewall");
        assertThat(run(behind).errors()).isEmpty();
    }

    @Test
    void callsThatAreSaidToFailWithoutWaitingDo() {
        SimulationSpec cold = specOf("{}", "{'nowait': true}");
        SimulationSpec warmed = spec("{'jobs': [{'name': 'a', 'size': '1m', 'filename': 'f'},"
                + " {'name': 'b', 'size': '1m', 'filename': 'f', 'stonewall': true, 'nowait': true}]}");

        assertThat(run(cold).summary().value(Metric.NOWAIT_EAGAIN)).isEqualTo(16_384);
        assertThat(run(cold).summary().value(Metric.IOPS)).isZero();
        assertThat(SpecWarnings.of(warmed)).isEmpty();
        assertThat(run(warmed).summary().value(Metric.NOWAIT_EAGAIN)).isZero();
    }

    @Test
    void givingUpWhatDontcacheHasDroppedIsWarnedOf() {
        String dontcache = "{'kernel': {'toggles': {'f2fs.fopDontcache': true}}, 'jobs': [{'size': '8m', 'bs': '64k',"
                + " 'fadviseDontneed': '1m', 'ioMode': 'dontcache', 'dontcachePercent': ";

        SimulationSpec all = spec(dontcache + "100}]}");
        assertThat(SpecWarnings.of(all)).extracting(Warning::pointer).containsExactly("/jobs/0/fadviseDontneed");
        assertThat(run(all).summary().value(Metric.DONTNEED_DROPPED)).isZero();
        SimulationSpec half = spec(dontcache + "50}]}");
        assertThat(SpecWarnings.of(half)).isEmpty();
        assertThat(run(half).summary().value(Metric.DONTNEED_DROPPED)).isPositive();
    }

    private static SimulationSpec specOf(String first, String second) {
        JsonNode job =
                MergePatch.apply(json("{'size': '1GiB', 'bs': '64k'}"), MergePatch.apply(json(first), json(second)));
        return spec("{'jobs': [" + job + "]}");
    }

    private static SimulationResult run(SimulationSpec spec) {
        Simulation simulation = new Simulation(spec);
        simulation.advanceTo(Long.MAX_VALUE);
        return simulation.result();
    }

    private static SimulationSpec spec(String patch) {
        return SpecReader.read(MergePatch.apply(json(SMALL), json(patch)));
    }

    private static JsonNode json(String text) {
        return JSON.readTree(text.replace('\'', '"'));
    }
}
