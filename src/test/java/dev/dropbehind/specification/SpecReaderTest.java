package dev.dropbehind.specification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SpecReaderTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String JOB = "{'size': '1GiB'}";

    @Test
    void whatIsNotSaidIsTheProfilesOrTheKernelsDefault() {
        SimulationSpec spec = SpecReader.read(json("{'jobs': [{'size': '1GiB'}]}"));

        assertThat(spec.machine()).isEqualTo(Profile.SERVER.machine());
        assertThat(spec.memory()).isEqualTo(Profile.SERVER.memory());
        assertThat(spec.device()).isEqualTo(Profile.SERVER.device());
        assertThat(spec.kernel().epoch()).isEqualTo(Epoch.E1);
        assertThat(spec.kernel().toggles().has(Toggle.F2FS_FOP_DONTCACHE)).isFalse();
        assertThat(spec.jobs().getFirst().blockSizeBytes()).isEqualTo(4096);
        assertThat(spec.jobs().getFirst().layout()).isEqualTo(Layout.SHARED);
        assertThat(spec.durationNanos()).isEqualTo(20_000_000_000L);
        assertThat(spec.seed()).isEqualTo(SpecReader.DEFAULT_SEED);
    }

    @Test
    void sizesAndTimesHaveUnits() {
        SimulationSpec spec = SpecReader.read(json("{'jobs': [{'size': '56GiB', 'bs': '32k', 'runtime': '250ms'}],"
                + " 'memory': {'ram': '11621300k'}, 'durationNanos': 1500000000,"
                + " 'machine': {'profile': 'phone-ufs'}, 'device': {'readLatency': '90us', 'readBandwidth': '2g'}}"));

        assertThat(spec.jobs().getFirst().sizeBytes()).isEqualTo(56L << 30);
        assertThat(spec.jobs().getFirst().blockSizeBytes()).isEqualTo(32_768);
        assertThat(spec.jobs().getFirst().runtimeNanos()).isEqualTo(250_000_000L);
        assertThat(spec.memory().ramBytes()).isEqualTo(11_621_300L << 10);
        assertThat(spec.durationNanos()).isEqualTo(1_500_000_000L);
        assertThat(spec.device()).isInstanceOfSatisfying(DeviceSpec.Ufs.class, ufs -> {
            assertThat(ufs.timing().readLatencyNanos()).isEqualTo(90_000);
            assertThat(ufs.timing().readBytesPerSecond()).isEqualTo(2L << 30);
        });
    }

    @Test
    void aDeviceOfAnotherModelStartsFromTheMachineThatIsKnownForIt() {
        SimulationSpec spec = SpecReader.read(json("{'jobs': [" + JOB + "], 'device': {'model': 'ufs'}}"));

        assertThat(spec.device()).isEqualTo(Profile.PHONE_UFS.device());
    }

    @Test
    void jobsOfOneFileAgreeOnItsLength() {
        SimulationSpec spec = SpecReader.read(json("{'jobs': [{'name': 'a', 'size': '1m', 'filename': 'f'},"
                + " {'name': 'b', 'size': '1m', 'filename': 'f', 'numjobs': 3, 'layout': 'sequential',"
                + " 'ioMode': 'dontcache'}]}"));

        assertThat(spec.jobs()).extracting(job -> job.fileSizeBytes()).containsExactly(3L << 20, 3L << 20);
        assertThat(spec.jobs().getLast().ioMode()).isEqualTo(IoMode.DONTCACHE);
    }

    @Test
    void allFaultsAreNamedAtOnce() {
        List<Fault> faults = faultsOf("{'machine': {'cpus': 0, 'hertz': 250}, 'memory': {'ram': 'big'},"
                + " 'jobs': [{'bs': '8k', 'size': '4k', 'colour': 1}, {'rw': 'write', 'size': '1m'}], 'duration': 5}");

        assertThat(faults)
                .extracting(Fault::pointer)
                .containsExactlyInAnyOrder(
                        "/machine/cpus",
                        "/machine/hertz",
                        "/memory/ram",
                        "/jobs/0/size",
                        "/jobs/0/colour",
                        "/jobs/1/rw",
                        "/duration");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'jobs': []}                                                         | /jobs             | at least one
            {'jobs': 5}                                                          | /jobs             | list
            {'jobs': ['x']}                                                      | /jobs/0           | object
            {'jobs': [{}]}                                                       | /jobs/0/size      | how much
            {'jobs': [{'size': '1m', 'bs': 0}]}                                  | /jobs/0/bs        | 1 to
            {'jobs': [{'size': '1m', 'bs': 2.5}]}                                | /jobs/0/bs        | bytes or a size
            {'jobs': [{'size': '1m', 'bs': '64 parsecs'}]}                       | /jobs/0/bs        | bytes or a size
            {'jobs': [{'size': '1m', 'timeBased': 'yes'}]}                       | /jobs/0/timeBased | true or false
            {'jobs': [{'size': '1m', 'numjobs': 2}]}                             | /jobs/0/filename  | Name the file
            {'jobs': [{'size': '1m', 'fileSize': '512k'}]}                       | /jobs/0/fileSize  | has 524288 bytes
            {'jobs': [{'size': '2m', 'fileSize': '1m', 'filename': 'f'}]}        | /jobs/0/fileSize  | are read
            {'jobs': [{'size': '9000000g'}]}                                     | /jobs/0/size      | 1 to
            {'jobs': [{'size': '1m', 'layout': 'shard'}]}                        | /jobs/0/layout    | "shared"
            {'jobs': [{'size': '1m', 'ioMode': 'direct'}]}                       | /jobs/0/ioMode    | this version
            {'jobs': [{'size': '1m', 'rw': 'write'}]}                            | /jobs/0/rw        | this version
            {'jobs': [{'size': '1m', 'rw': 'reed'}]}                             | /jobs/0/rw        | must be read
            {'jobs': [{'size': '1m', 'fsync': 32}]}                              | /jobs/0/fsync     | this version
            {'jobs': [{'size': '1m', 'direct': true}]}                           | /jobs/0/direct    | this version
            {'jobs': [{'size': '1m', 'existing': false}]}                        | /jobs/0/existing  | exist
            {'jobs': [{'size': '1m', 'block_size': 3}]}                          | /jobs/0/block_size| no field
            """)
    void faultsOfJobsNameTheirPlace(String spec, String pointer, String detail) {
        assertFault(spec, pointer, detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'profile': 'phone'}            | machine    | /machine/profile            | "phone-ufs"
            {'hz': 300}                     | machine    | /machine/hz                 | 100, 250 or 1000
            {'preemption': 'full'}          | machine    | /machine/preemption         | this version
            {'ram': '1k'}                   | memory     | /memory/ram                 | 1048576 to
            {'ram': '1g', 'reserved': '1g'} | memory     | /memory/reserved            | Nothing is free
            {'reserved': '1m', 'slab': '2m'} | memory    | /memory/slab                | part of reserved
            {'ram': '1g'}                   | memory     | /memory/ram                 | Nothing is free
            {'cgroup': 5}                   | memory     | /memory/cgroup              | object
            {'cgroup': {'name': '../x'}}    | memory     | /memory/cgroup/name         | letters
            {'cgroup': {'name': 'io.stat'}} | memory     | /memory/cgroup/name         | no file
            {'cgroup': {'version': 3}}      | memory     | /memory/cgroup/version      | 1 to 2
            {'cgroup': {'max': '1k'}}       | memory     | /memory/cgroup/max          | 4096 to
            {'cgroup': {'version': 1, 'high': '1m'}} | memory | /memory/cgroup/high    | Only cgroups of version 2
            {'cgroup': {'max': '1m', 'reserved': '2m'}} | memory | /memory/cgroup/reserved | more than max
            {'cgroup': {'reserved': '3g'}}  | memory     | /memory/cgroup/reserved     | part of reserved
            {'cgroup': {'low': '1m'}}       | memory     | /memory/cgroup/low          | no field
            {'vm': {'dirtyRatio': 40}}      | memory     | /memory/vm/dirtyRatio       | say 20
            {'vm': {'minFreeKbytes': 30000000}} | memory | /memory/vm/minFreeKbytes    | half
            {'vm': {'swappiness': 60}}      | memory     | /memory/vm/swappiness       | no field
            {'model': 'hdd'}                | device     | /device/model               | this version
            {'model': 'floppy'}             | device     | /device/model               | one of
            {'logicalBlockSize': 1000}      | device     | /device/logicalBlockSize    | power of two
            {'logicalBlockSize': 16384}     | device     | /device/logicalBlockSize    | larger than a page
            {'completion': 'irq'}           | device     | /device/completion          | one of
            {'model': 'ramdisk', 'completion': 'hardirq'} | device | /device/completion | submitting task
            {'completion': 'task'}          | device     | /device/completion          | Only a ramdisk
            {'model': 'ramdisk', 'readLatency': '1us'}    | device | /device/readLatency | no such parameter
            {'writeBandwidth': '2GiB'}      | device     | /device/writeBandwidth      | this version
            {'readLatency': 80}             | device     | /device/readLatency         | with a unit
            {'readLatency': '80us', 'readLatencyNanos': 80000} | device | /device/readLatencyNanos | once
            {'failures': [{'at': '5s'}]}    | device     | /device/failures            | this version
            {'type': 'xfs'}                 | fileSystem | /fileSystem/type            | this version
            {'type': 'f3fs'}                | fileSystem | /fileSystem/type            | "f2fs"
            {'blockSize': 3}                | fileSystem | /fileSystem/blockSize       | 4096
            {'largeFolios': true}           | fileSystem | /fileSystem/largeFolios     | this version
            {'bufferedPath': 'iomap'}       | fileSystem | /fileSystem/bufferedPath    | one buffered path
            {'epoch': 'E9'}                 | kernel     | /kernel/epoch               | one of E0
            {'toggles': {'f2fs.fopDontcach': true}} | kernel | /kernel/toggles/f2fs.fopDontcach | "f2fs.fopDontcache"
            {'toggles': {'f2fs.fopDontcache': 1}}   | kernel | /kernel/toggles/f2fs.fopDontcache | true or false
            {'interleaving': true}          | kernel     | /kernel/interleaving        | this version
            """)
    void faultsOfSectionsNameTheirPlace(String section, String name, String pointer, String detail) {
        assertFault("{'jobs': [" + JOB + "], '" + name + "': " + section + "}", pointer, detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'jobs': [{'size': '1m'}], 'seed': -1}                   | /seed     | 0 to
            {'jobs': [{'size': '1m'}], 'duration': '0s'}             | /duration | 1ns to 86400s
            {'jobs': [{'size': '1m'}], 'actions': [{'do': 'sync'}]}  | /actions  | this version
            {'jobs': [{'size': '1m'}], 'sed': 1}                     | /sed      | "seed"
            {'jobs': [{'size': '1m'}], 'machine': 'big'}             | /machine  | object
            """)
    void faultsOfTheWholeNameTheirPlace(String spec, String pointer, String detail) {
        assertFault(spec, pointer, detail);
    }

    @Test
    void twoJobsOfOneNameAndTwoLengthsOfOneFileAreFaults() {
        List<Fault> faults = faultsOf("{'jobs': [{'name': 'a', 'filename': 'f', 'size': '1m', 'fileSize': '2m'},"
                + " {'name': 'a', 'filename': 'f', 'size': '1m', 'fileSize': '3m'}]}");

        assertThat(faults).extracting(Fault::pointer).containsExactly("/jobs/1/name", "/jobs/1/fileSize");
    }

    @Test
    void whatIsNotSimulatedIsAcceptedWhereItSaysWhatHappensAnyway() {
        SimulationSpec plain = SpecReader.read(json("{'jobs': [" + JOB + "]}"));
        SimulationSpec wordy = SpecReader.read(json("{'jobs': [{'size': '1GiB', 'sync': 'none', 'fsync': 0,"
                + " 'direct': false, 'existing': true, 'fileSize': null}], 'actions': [], 'memory': {'cgroup': null,"
                + " 'vm': {'dirtyRatio': 20}}, 'kernel': {'interleaving': false}, 'device': {'failures': []}}"));

        assertThat(wordy).isEqualTo(plain);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "5", "'text'", "null", "true"})
    void aSpecIsAnObject(String spec) {
        assertFault(spec, "", "object");
    }

    private static void assertFault(String spec, String pointer, String detail) {
        List<Fault> faults = faultsOf(spec);
        assertThat(faults).as("faults of %s", spec).anySatisfy(fault -> {
            assertThat(fault.pointer()).isEqualTo(pointer);
            assertThat(fault.detail()).contains(detail).matches("(?s).*[.?]");
        });
    }

    private static List<Fault> faultsOf(String spec) {
        Faults faults = new Faults();
        assertThat(SpecReader.read(json(spec), "", faults)).isEmpty();
        assertThatThrownBy(() -> SpecReader.read(json(spec))).isInstanceOf(InvalidInputException.class);
        return faults.all();
    }

    private static JsonNode json(String text) {
        return JSON.readTree(text.replace('\'', '"'));
    }
}
