package dev.dropbehind.specification;

import static dev.dropbehind.specification.SpecFaults.assertFault;
import static dev.dropbehind.specification.SpecFaults.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What jobs say of their writes, and of files that are there before the run or new. */
class JobReaderTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'jobs': [{'size': '1m', 'rw': 'randtrim'}]}                         | /jobs/0/rw        | this version
            {'jobs': [{'size': '1m', 'rw': 'trim:4k'}]}                          | /jobs/0/rw        | one of randread
            {'jobs': [{'size': '1m', 'rw': 'wirte'}]}                            | /jobs/0/rw        | "write"
            {'jobs': [{'size': '1m', 'rw': 'write:'}]}                           | /jobs/0/rw        | "write:"
            {'jobs': [{'rw': 'write'}]}                                          | /jobs/0/size      | to write, like
            {'jobs': [{'rw': 'rw'}]}                                             | /jobs/0/size      | read and write
            {'jobs': [{'size': '1m', 'rwmixread': 70}]}                          | /jobs/0/rwmixread | goes with rw
            {'jobs': [{'size': '1m', 'rw': 'rw', 'rwmixread': 101}]}             | /jobs/0/rwmixread | 0 to 100
            {'jobs': [{'size': '1m', 'sync': 'odsync'}]}                         | /jobs/0/sync      | "dsync"
            {'jobs': [{'size': '1m', 'fsync': -1}]}                              | /jobs/0/fsync     | 0 to
            {'jobs': [{'size': '1m', 'fdatasync': true}]}                        | /jobs/0/fdatasync | whole number
            {'jobs': [{'size': '1m', 'endFsync': 1}]}                            | /jobs/0/endFsync  | true or false
            {'jobs': [{'size': '1m', 'direct': 1}]}                              | /jobs/0/direct    | true or false
            {'jobs': [{'size': '1m', 'direct': true, 'ioMode': 'dontcache'}]}    | /jobs/0/direct    | another thing
            {'jobs': [{'size': '1m', 'direct': false, 'ioMode': 'direct'}]}      | /jobs/0/direct    | another thing
            {'jobs': [{'size': '1m', 'existing': 'no'}]}                         | /jobs/0/existing  | true or false
            {'jobs': [{'size': '1m', 'rw': 'write', 'fileSize': '2m'}]}          | /jobs/0/fileSize  | is new
            {'jobs': [{'size': '1m', 'rw': 'write', 'nowait': true}]}            | /jobs/0/nowait    | this version
            {'jobs': [{'size': '1m', 'ioMode': 'mmap', 'nowait': true}]}         | /jobs/0/nowait    | no flag
            {'jobs': [{'size': '1m', 'ioMode': 'mmap', 'sync': 'dsync'}]}        | /jobs/0/sync      | fsync syncs
            {'jobs': [{'size': '1m', 'ioMode': 'mmap', 'rw': 'write'}]}          | /jobs/0/ioMode    | SIGBUS
            """)
    void faultsOfWritesNameTheirPlace(String spec, String pointer, String detail) {
        assertFault(spec, pointer, detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'ioMode': 'dontcache'}        | /jobs/0/ioMode
            {'ioMode': 'mmap'}             | /jobs/0/ioMode
            {'nowait': true}               | /jobs/0/nowait
            {'fadviseDontneed': '64k'}     | /jobs/0/fadviseDontneed
            """)
    void whatAnNfsClientWouldDoWithItsPageCacheIsRefused(String member, String pointer) {
        assertFault(
                "{'fileSystem': {'type': 'nfsd'}, 'jobs': [{'size': '1m', " + member.substring(1) + "]}",
                pointer,
                "page cache of an NFS client");
    }

    @Test
    void theThreadsOfAnNfsServerAreInNoCgroup() {
        assertFault(
                "{'fileSystem': {'type': 'nfsd'}, 'memory': {'cgroup': {}}, 'jobs': [{'size': '1m'}]}",
                "/memory/cgroup",
                "no cgroup");
    }

    @ParameterizedTest
    @CsvSource({
        "read, READ, 0",
        "write, WRITE, 0",
        "rw, READWRITE, 0",
        "readwrite, READWRITE, 0",
        "randread, RANDREAD, 0",
        "randwrite, RANDWRITE, 0",
        "randrw, RANDRW, 0",
        "write:8k, WRITE, 8192",
        "rw:4096, READWRITE, 4096"
    })
    void theKindsOfCallsHaveTheWordsOfFio(String word, JobSpec.Rw rw, long hole) {
        JobSpec job = job("{'size': '1m', 'rw': '" + word + "'}");

        assertThat(job.rw()).isEqualTo(rw);
        assertThat(job.pattern().holeBytes()).isEqualTo(hole);
    }

    @Test
    void writesSayWhenTheyMustBeOnTheDevice() {
        JobSpec job = job("{'size': '1m', 'rw': 'randrw', 'rwmixread': 70, 'sync': 'dsync', 'fsync': 32,"
                + " 'fdatasync': 8, 'endFsync': true}");

        assertThat(job.durability()).isEqualTo(new Durability(Durability.Sync.DSYNC, 32, 8, true));
        assertThat(job.pattern().rwmixread()).isEqualTo(70);
        assertThat(job("{'size': '1m', 'rw': 'rw'}").pattern().rwmixread()).isEqualTo(50);
        assertThat(job("{'size': '1m', 'rw': 'write'}").durability()).isEqualTo(Durability.NONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'direct': true}                     | DIRECT
            {'ioMode': 'direct'}                 | DIRECT
            {'ioMode': 'direct', 'direct': true} | DIRECT
            {'ioMode': 'mmap', 'direct': false}  | MMAP
            {'direct': false}                    | CACHED
            """)
    void directIsAnIoModeSaidInTwoWays(String said, IoMode mode) {
        assertThat(job(said.replace("}", ", 'size': '1m'}")).ioMode()).isEqualTo(mode);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'rw': 'write'}                                         | false
            {'rw': 'randwrite'}                                     | false
            {'rw': 'write', 'existing': true}                       | true
            {'rw': 'write', 'existing': true, 'fileSize': '2m'}     | true
            {'rw': 'write', 'fileSize': '1m'}                       | false
            {'rw': 'read'}                                          | true
            {'rw': 'rw'}                                            | true
            {'rw': 'rw', 'existing': false}                         | false
            """)
    void aFileIsThereBeforeTheRunWhereItIsReadOrSaidToBe(String said, boolean existing) {
        assertThat(job(said.replace("}", ", 'size': '1m', 'filename': 'f'}")).existing())
                .isEqualTo(existing);
    }

    @Test
    void aFileThatAnotherJobReadsOrThatIsListedOrIsADeviceIsThereBeforeTheRun() {
        String writer = "{'name': 'w', 'rw': 'write', 'size': '1m', 'filename': 'f'}";

        for (String spec : List.of(
                "{'jobs': [" + writer + ", {'name': 'r', 'size': '2m', 'filename': 'f'}]}",
                "{'jobs': [" + writer + "], 'files': [{'name': 'f'}]}",
                "{'jobs': [" + writer + "], 'fileSystem': {'type': 'bdev'}}")) {
            assertThat(SpecReader.read(json(spec)).jobs()).allMatch(JobSpec::existing);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            'fileSystem': {'type': 'bdev'}   | /jobs/0/existing | block device
            'files': [{'name': 'f'}]         | /jobs/0/existing | list of files
            'seed': 1                        | /jobs/1/existing | new in the run
            """)
    void whoSaysThatAFileIsNewContradictsNobody(String member, String pointer, String detail) {
        String jobs = "[{'name': 'a', 'rw': 'write', 'size': '1m', 'filename': 'f', 'existing': false},"
                + " {'name': 'b', 'size': '1m', 'filename': 'f', 'existing': true}]";

        assertFault("{'jobs': " + jobs + ", " + member + "}", pointer, detail);
    }

    private static JobSpec job(String text) {
        return SpecReader.read(json("{'jobs': [" + text + "]}")).jobs().getFirst();
    }
}
