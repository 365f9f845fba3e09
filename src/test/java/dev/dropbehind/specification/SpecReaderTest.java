package dev.dropbehind.specification;

import static dev.dropbehind.specification.SpecFaults.assertFault;
import static dev.dropbehind.specification.SpecFaults.faultsOf;
import static dev.dropbehind.specification.SpecFaults.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.BadSector;
import dev.dropbehind.engine.spec.Cost;
import dev.dropbehind.engine.spec.DeviceSpec;
import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.FileSpec;
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

class SpecReaderTest {

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
    void theFirstTouchOfAPageIsATimeOfTheMachine() {
        SimulationSpec said = SpecReader.read(
                json("{'jobs': [" + JOB + "], 'machine': {'profile': 'vm-nvme', 'guestFirstTouchNanos': 800}}"));
        SimulationSpec profiles = SpecReader.read(json("{'jobs': [" + JOB + "], 'machine': {'profile': 'vm-nvme'}}"));

        assertThat(said.machine().costs().of(Cost.GUEST_FIRST_TOUCH)).isEqualTo(800);
        assertThat(said.machine().costs().fittedCosts()).isEmpty();
        assertThat(profiles.machine()).isEqualTo(Profile.VM_NVME.machine());
    }

    @Test
    void aDeviceOfAnotherModelStartsFromTheMachineThatIsKnownForIt() {
        SimulationSpec spec = SpecReader.read(json("{'jobs': [" + JOB + "], 'device': {'model': 'ufs'}}"));

        assertThat(spec.device()).isEqualTo(Profile.PHONE_UFS.device());
    }

    @Test
    void aMediumThatNoProfileHasStartsFromWhatIsUsual() {
        assertThat(device("{'model': 'ssd', 'readLatency': '90us'}"))
                .isInstanceOfSatisfying(DeviceSpec.Ssd.class, ssd -> {
                    assertThat(ssd.timing().readLatencyNanos()).isEqualTo(90_000);
                    assertThat(ssd.timing().readBytesPerSecond()).isEqualTo(550_000_000);
                });
        assertThat(device("{'model': 'hdd', 'rpm': 5400, 'capacity': '1t'}"))
                .isInstanceOfSatisfying(DeviceSpec.Hdd.class, hdd -> {
                    assertThat(hdd.timing().rpm()).isEqualTo(5400);
                    assertThat(hdd.timing().capacityBytes()).isEqualTo(1L << 40);
                    assertThat(hdd.timing().seekNanos()).isEqualTo(9_000_000);
                });
    }

    @Test
    void whatADeviceWritesAndWhereItFailsIsAsSaid() {
        DeviceSpec device = device("{'writeBandwidth': '1g', 'writeLatency': '9us', 'flushLatency': '2ms',"
                + " 'failures': [{'at': '5s', 'kind': 'ioError', 'sector': 2048}, {'sector': 7}]}");

        assertThat(device).isInstanceOfSatisfying(DeviceSpec.Nvme.class, nvme -> {
            assertThat(nvme.timing().writeBytesPerSecond()).isEqualTo(1L << 30);
            assertThat(nvme.timing().writeLatencyNanos()).isEqualTo(9_000);
            assertThat(nvme.timing().flushNanos()).isEqualTo(2_000_000);
        });
        assertThat(device.queue().badSectors())
                .containsExactly(new BadSector(5_000_000_000L, 2048), new BadSector(0, 7));
    }

    @Test
    void theFileOfALoopDeviceIsOnTheProfilesMediumUnlessAnotherIsSaid() {
        assertThat(device("{'model': 'loop'}"))
                .isInstanceOfSatisfying(
                        DeviceSpec.Loop.class, loop -> assertThat(loop.lower()).isEqualTo(Profile.SERVER.device()));
        assertThat(device("{'model': 'loop', 'lower': {'model': 'hdd', 'queueDepth': 4}}"))
                .isInstanceOfSatisfying(DeviceSpec.Loop.class, loop -> {
                    assertThat(loop.lower()).isInstanceOf(DeviceSpec.Hdd.class);
                    assertThat(loop.lower().queue().queueDepth()).isEqualTo(4);
                });
    }

    private static DeviceSpec device(String text) {
        return SpecReader.read(json("{'jobs': [" + JOB + "], 'device': " + text + "}"))
                .device();
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
                + " 'jobs': [{'bs': '8k', 'size': '4k', 'colour': 1}, {'rw': 'trim', 'size': '1m'}], 'duration': 5}");

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
            {'jobs': [{'size': '2m', 'fileSize': '1m', 'filename': 'f'}]}        | /jobs/0/fileSize  | are used
            {'jobs': [{'size': '9000000g'}]}                                     | /jobs/0/size      | 1 to
            {'jobs': [{'size': '1m', 'layout': 'shard'}]}                        | /jobs/0/layout    | "shared"
            {'jobs': [{'size': '1m', 'ioMode': 'uncached'}]}                     | /jobs/0/ioMode    | one of cached
            {'jobs': [{'size': '1m', 'rw': 'reed'}]}                             | /jobs/0/rw        | randwrite, read
            {'jobs': [{'size': '1m', 'block_size': 3}]}                          | /jobs/0/block_size| no field
            {'jobs': [{'size': '1m', 'rw': 'read:'}]}                            | /jobs/0/rw        | a size from 1
            {'jobs': [{'size': '1m', 'rw': 'read:-8k'}]}                         | /jobs/0/rw        | a size from 1
            {'jobs': [{'size': '1m', 'rw': 'randread:8'}]}                       | /jobs/0/rw        | one of randread
            {'jobs': [{'size': '1m', 'offset': '8k', 'fileSize': '1m'}]}         | /jobs/0/fileSize  | the first 1056768
            {'jobs': [{'size': '4t', 'offset': '8k'}]}                           | /jobs/0/size      | this needs
            {'jobs': [{'size': '1m', 'bs': '8k', 'ioSize': '4k'}]}               | /jobs/0/ioSize    | less than one
            {'jobs': [{'size': '1m', 'startdelay': 2}]}                          | /jobs/0/startdelay| with a unit
            {'jobs': [{'size': '1m', 'stonewall': 'yes'}]}                       | /jobs/0/stonewall | true or false
            {'jobs': [{'size': '1m', 'fadviseHint': 'willneed'}]}                | /jobs/0/fadviseHint | one of none
            {'jobs': [{'size': '1m', 'fadviseDontneed': -1}]}                    | /jobs/0/fadviseDontneed | 0 to
            {'jobs': [{'size': '1m', 'dontcachePercent': 50}]}                   | /jobs/0/dontcachePercent | goes with
            {'jobs': [{'size': '1m', 'nowait': 1}]}                              | /jobs/0/nowait    | true or false
            """)
    void faultsOfJobsNameTheirPlace(String spec, String pointer, String detail) {
        assertFault(spec, pointer, detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'profile': 'phone'}            | machine    | /machine/profile            | "phone-ufs"
            {'hz': 300}                     | machine    | /machine/hz                 | 100, 250 or 1000
            {'preemption': 'lazy'}          | machine    | /machine/preemption         | one of dynamic
            {'ram': '1k'}                   | memory     | /memory/ram                 | 1048576 to
            {'ram': '1g', 'reserved': '1g'} | memory     | /memory/reserved            | Nothing is free
            {'reserved': '1m', 'slab': '2m'} | memory    | /memory/slab                | part of reserved
            {'ram': '1g'}                   | memory     | /memory/ram                 | Nothing is free
            {'vm': {'dirtyRatio': 101}}     | memory     | /memory/vm/dirtyRatio       | 0 to 100
            {'vm': {'dirtyBackgroundRatio': -1}} | memory | /memory/vm/dirtyBackgroundRatio | 0 to 100
            {'vm': {'dirtyBytes': 8191}}    | memory     | /memory/vm/dirtyBytes       | refuses less than 8192
            {'vm': {'dirtyBytes': true}}    | memory     | /memory/vm/dirtyBytes       | bytes or a size
            {'vm': {'dirtyBackgroundBytes': -1}} | memory | /memory/vm/dirtyBackgroundBytes | 0 to
            {'vm': {'dirtyExpireCentisecs': 8640001}} | memory | /memory/vm/dirtyExpireCentisecs | 0 to 8640000
            {'vm': {'dirtyWritebackCentisecs': 'often'}} | memory | /memory/vm/dirtyWritebackCentisecs | whole
            {'vm': {'minFreeKbytes': 30000000}} | memory | /memory/vm/minFreeKbytes    | half
            {'vm': {'swappiness': 60}}      | memory     | /memory/vm/swappiness       | no field
            {'model': 'hdd', 'rpm': 0}      | device     | /device/rpm                 | 1 to
            {'model': 'hdd', 'readLatency': '1us'} | device | /device/readLatency     | no such parameter
            {'model': 'hdd', 'seekTime': '100us'} | device | /device/seekTime          | next track
            {'model': 'hdd', 'trackSeekTime': '1s'} | device | /device/trackSeekTime   | next track
            {'model': 'hdd', 'capacity': '512m'} | device | /device/capacity           | more than the disk holds
            {'model': 'ssd', 'queueDepth': 64} | device  | /device/queueDepth          | 1 to 32
            {'model': 'ssd', 'rpm': 7200}   | device     | /device/rpm                 | no such parameter
            {'model': 'loop', 'completion': 'hardirq'} | device | /device/completion   | no interrupt
            {'model': 'loop', 'readLatency': '1us'} | device | /device/readLatency     | no such parameter
            {'model': 'loop', 'lower': {'model': 'loop'}} | device | /device/lower/model | over a loop device
            {'model': 'loop', 'lower': {'model': 'hdd', 'capacity': '512m'}} | device | /device/lower/capacity | holds
            {'model': 'loop', 'lower': {'readAheadKb': 128}} | device | /device/lower/readAheadKb | as it is asked for
            {'model': 'loop', 'lower': {'rpm': 1}} | device | /device/lower/rpm        | no such parameter
            {'model': 'loop', 'lower': 5}   | device     | /device/lower               | object
            {'lower': {'model': 'ssd'}}     | device     | /device/lower               | no such parameter
            {'maxSegments': 0}              | device     | /device/maxSegments         | 1 to 65535
            {'model': 'floppy'}             | device     | /device/model               | one of
            {'logicalBlockSize': 1000}      | device     | /device/logicalBlockSize    | power of two
            {'logicalBlockSize': 16384}     | device     | /device/logicalBlockSize    | larger than a page
            {'completion': 'irq'}           | device     | /device/completion          | one of
            {'model': 'ramdisk', 'completion': 'hardirq'} | device | /device/completion | submitting task
            {'completion': 'task'}          | device     | /device/completion          | Only a ramdisk
            {'model': 'ramdisk', 'readLatency': '1us'}    | device | /device/readLatency | no such parameter
            {'writeBandwidth': 0}           | device     | /device/writeBandwidth      | 1 to
            {'writeLatency': '11s'}         | device     | /device/writeLatency        | 0s to 10s
            {'flushLatency': 5}             | device     | /device/flushLatency        | with a unit
            {'model': 'hdd', 'flushLatency': '1ms'} | device | /device/flushLatency    | no such parameter
            {'model': 'ramdisk', 'writeBandwidth': '1g'} | device | /device/writeBandwidth | no such parameter
            {'readLatency': 80}             | device     | /device/readLatency         | with a unit
            {'readLatency': '80us', 'readLatencyNanos': 80000} | device | /device/readLatencyNanos | once
            {'failures': [{'at': '5s'}]}    | device     | /device/failures/0/sector   | Say the sector
            {'failures': [{'sector': -1}]}  | device     | /device/failures/0/sector   | 0 to
            {'failures': [{'sector': 1, 'at': 5}]} | device | /device/failures/0/at    | with a unit
            {'failures': [{'sector': 1, 'kind': 'slow'}]} | device | /device/failures/0/kind | ioError
            {'failures': [{'sector': 1, 'page': 1}]} | device | /device/failures/0/page | no field
            {'failures': 5}                 | device     | /device/failures            | a list of at most 64
            {'model': 'loop', 'lower': {'failures': [{}]}} | device | /device/lower/failures/0/sector | Say the sector
            """)
    void faultsOfSectionsNameTheirPlace(String section, String name, String pointer, String detail) {
        assertFault("{'jobs': [" + JOB + "], '" + name + "': " + section + "}", pointer, detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'type': 'nfsd', 'export': {'type': 'bdev'}} | fileSystem | /fileSystem/export/type | one of btrfs, ext4
            {'type': 'nfsd', 'blockSize': 4096} | fileSystem | /fileSystem/blockSize   | say it in export
            {'type': 'nfsd', 'export': {'data': 'ordered'}} | fileSystem | /fileSystem/export/data | Only ext4
            {'type': 'nfsd', 'ioCacheRead': 'cached'} | fileSystem | /fileSystem/ioCacheRead | one of buffered
            {'type': 'nfsd', 'rsize': 5000} | fileSystem | /fileSystem/rsize           | multiple of 4096
            {'type': 'nfsd', 'wsize': '2MiB'} | fileSystem | /fileSystem/wsize         | 4096 to 1048576
            {'type': 'nfsd', 'threads': 0}  | fileSystem | /fileSystem/threads         | 1 to 256
            {'type': 'nfsd', 'dioMemAlign': 3} | fileSystem | /fileSystem/dioMemAlign  | power of two
            {'type': 'xfs', 'threads': 8}   | fileSystem | /fileSystem/threads         | type "nfsd"
            {'type': 'f3fs'}                | fileSystem | /fileSystem/type            | "f2fs"
            {'blockSize': 3}                | fileSystem | /fileSystem/blockSize       | 512 to 65536
            {'blockSize': 3000}             | fileSystem | /fileSystem/blockSize       | power of two
            {'type': 'ext4', 'blockSize': 8192}   | fileSystem | /fileSystem/blockSize | 1024 to 4096
            {'type': 'f2fs', 'largeFolios': true} | fileSystem | /fileSystem/largeFolios | single-page
            {'blockSize': '16k', 'largeFolios': false} | fileSystem | /fileSystem/largeFolios | larger than a page
            {'bufferedPath': 'bufferHeads'} | fileSystem | /fileSystem/bufferedPath    | xfs has no path
            {'data': 'ordered'}             | fileSystem | /fileSystem/data            | Only ext4
            {'dioreadNolock': true}         | fileSystem | /fileSystem/dioreadNolock   | Only ext4
            {'type': 'ext4', 'data': 'sorted'} | fileSystem | /fileSystem/data         | one of journal
            {'type': 'ext4', 'data': 'journal', 'bufferedPath': 'iomap'} | fileSystem | /fileSystem/data | iomap
            {'type': 'ext4', 'data': 'journal', 'bufferedIomap': true} | fileSystem | /fileSystem/data | iomap
            {'type': 'ext4', 'data': 'journal', 'largeFolios': true} | fileSystem | /fileSystem/largeFolios | single
            {'epoch': 'E9'}                 | kernel     | /kernel/epoch               | one of E0
            {'toggles': {'f2fs.fopDontcach': true}} | kernel | /kernel/toggles/f2fs.fopDontcach | "f2fs.fopDontcache"
            {'toggles': {'f2fs.fopDontcache': 1}}   | kernel | /kernel/toggles/f2fs.fopDontcache | true or false
            {'debugAtomicSleep': 'yes'}     | kernel     | /kernel/debugAtomicSleep    | true or false
            """)
    void faultsOfFileSystemAndKernelNameTheirPlace(String section, String name, String pointer, String detail) {
        assertFault("{'jobs': [" + JOB + "], '" + name + "': " + section + "}", pointer, detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5 | /memory/cgroup | object
            {'name': '../x'} | /memory/cgroup/name | letters
            {'name': 'io.stat'} | /memory/cgroup/name | no file
            {'version': 3} | /memory/cgroup/version | 1 to 2
            {'max': '1k'} | /memory/cgroup/max | 4096 to
            {'version': 1, 'high': '1m'} | /memory/cgroup/high | Only cgroups of version 2
            {'max': '1m', 'reserved': '2m'} | /memory/cgroup/reserved | more than max
            {'reserved': '3g'} | /memory/cgroup/reserved | part of reserved
            {'low': '1m'} | /memory/cgroup/low | no field
            """)
    void faultsOfTheCgroupNameTheirPlace(String cgroup, String pointer, String detail) {
        assertFault("{'jobs': [" + JOB + "], 'memory': {'cgroup': " + cgroup + "}}", pointer, detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'jobs': [{'size': '1m'}], 'seed': -1}                   | /seed     | 0 to
            {'jobs': [{'size': '1m'}], 'duration': '0s'}             | /duration | 1ns to 86400s
            {'jobs': [{'size': '1m'}], 'actions': {'do': 'sync'}}    | /actions  | list of at most 256
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                           | /files/0/name       | Say the name
            {'name': 'dota'}                             | /files/0/name       | "data"
            {'name': 'data', 'size': '2m'}               | /jobs/0/fileSize    | list of files says
            {'name': 'data', 'fragment': 5000}           | /files/0/fragment   | whole pages
            {'name': 'data', 'holes': []}                | /files/0/holes      | no field
            """)
    void faultsOfFilesNameTheirPlace(String file, String pointer, String detail) {
        assertFault(
                "{'jobs': [{'size': '1m', 'fileSize': '4m', 'filename': 'data'}], 'files': [" + file + "]}",
                pointer,
                detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'length': '4k', 'state': 'hole'}                 | offset | Say the offset
            {'offset': 1, 'length': '4k', 'state': 'hole'}    | offset | whole pages
            {'offset': 0, 'length': 5000, 'state': 'hole'}    | length | whole pages
            {'offset': 0, 'length': '4k', 'state': 'gap'}     | state  | one of hole
            {'offset': '4m', 'length': '4k', 'state': 'hole'} | length | file has
            """)
    void faultsOfExtentsNameTheirPlace(String extent, String field, String detail) {
        assertFault(
                "{'jobs': [{'size': '1m', 'fileSize': '4m', 'filename': 'data'}],"
                        + " 'files': [{'name': 'data', 'extents': [" + extent + "]}]}",
                "/files/0/extents/0/" + field,
                detail);
    }

    @Test
    void twoFilesOfOneNameAndExtentsThatOverlapAreFaults() {
        String extents = "[{'offset': '8k', 'length': '8k', 'state': 'hole'},"
                + " {'offset': '12k', 'length': '8k', 'state': 'unwritten'},"
                + " {'offset': 0, 'length': '4k', 'state': 'mapped'}]";
        List<Fault> faults = faultsOf("{'jobs': [{'size': '1m', 'filename': 'data'}],"
                + " 'files': [{'name': 'data', 'extents': " + extents + "}, {'name': 'data'}]}");

        assertThat(faults)
                .extracting(Fault::pointer)
                .containsExactlyInAnyOrder("/files/1/name", "/files/0/extents/1/offset", "/files/0/extents/2/offset");
    }

    @Test
    void aFileIsAsLongAsItOrItsJobsSay() {
        SimulationSpec byFile = SpecReader.read(
                json("{'jobs': [{'size': '1m', 'filename': 'data'}]," + " 'files': [{'name': 'data', 'size': '3m'}]}"));
        SimulationSpec byJob = SpecReader.read(json("{'jobs': [{'size': '1m', 'filename': 'data', 'offset': '1m'}],"
                + " 'files': [{'name': 'data', 'fragment': '64k'}]}"));

        assertThat(byFile.jobs().getFirst().fileSizeBytes()).isEqualTo(3L << 20);
        assertThat(byFile.files().getFirst().sizeBytes()).isEqualTo(3L << 20);
        assertThat(byJob.files().getFirst().sizeBytes()).isEqualTo(2L << 20);
    }

    @Test
    void thePartialLastPageOfAFileMayBeAnExtent() {
        SimulationSpec spec = SpecReader.read(json("{'jobs': [{'size': 5000, 'filename': 'data'}],"
                + " 'files': [{'name': 'data', 'extents': [{'offset': '4k', 'length': '4k', 'state': 'hole'}]}]}"));

        assertThat(spec.files().getFirst().extents())
                .containsExactly(new FileSpec.Extent(4096, 4096, FileSpec.State.HOLE));
    }

    @Test
    void whatIsNotSimulatedIsAcceptedWhereItSaysWhatHappensAnyway() {
        SimulationSpec plain = SpecReader.read(json("{'jobs': [" + JOB + "]}"));
        SimulationSpec wordy = SpecReader.read(json("{'jobs': [{'size': '1GiB', 'sync': 'none', 'fsync': 0,"
                + " 'fdatasync': 0, 'endFsync': false, 'direct': false, 'existing': true, 'fileSize': null}],"
                + " 'actions': [], 'memory': {'cgroup': null, 'vm': {'dirtyRatio': 20}},"
                + " 'kernel': {'interleaving': false, 'debugAtomicSleep': true}, 'device': {'failures': []}}"));

        assertThat(wordy).isEqualTo(plain);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "5", "'text'", "null", "true"})
    void aSpecIsAnObject(String spec) {
        assertFault(spec, "", "object");
    }
}
