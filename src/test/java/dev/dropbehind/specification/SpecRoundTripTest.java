package dev.dropbehind.specification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.SimulationSpec;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class SpecRoundTripTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String FULL = """
            {
              "machine": { "profile": "phone-ufs", "cpus": 4, "hz": 1000, "guestFirstTouch": "801ns",
                           "preemption": "none" },
              "memory": { "ram": "8GiB", "reserved": "1GiB", "slab": "5MiB", "initiallyCached": "3k",
                          "cgroup": { "name": "a.b-c_1", "version": 2, "max": "244MiB", "high": 123456789,
                                      "reserved": "3MiB" },
                          "vm": { "dirtyRatio": 40, "dirtyBackgroundRatio": 0, "dirtyBytes": 8192,
                                  "dirtyBackgroundBytes": "4k", "dirtyExpireCentisecs": 0,
                                  "dirtyWritebackCentisecs": 100, "minFreeKbytes": 65536,
                                  "watermarkScaleFactor": 150 } },
              "device": { "model": "nvme", "logicalBlockSize": 512, "readBandwidth": 123456789,
                          "readLatency": "80001ns", "jitterPercent": 0, "queueDepth": 7, "parallelism": 3,
                          "completion": "softirq", "readAheadKb": 2560, "maxSectorsKb": 512,
                          "maxSegments": 99, "writeBandwidth": 987654321, "writeLatency": "10001ns",
                          "flushLatency": "1us",
                          "failures": [ { "at": "5s", "kind": "ioError", "sector": 2048 }, { "sector": 0 } ] },
              "fileSystem": { "type": "f2fs", "blockSize": 4096 },
              "kernel": { "epoch": "E3", "debugAtomicSleep": false,
                          "toggles": { "f2fs.fopDontcache": true, "mm.dontcacheKick": "inlineRange",
                                       "block.deferVariant": "v5" } },
              "jobs": [ { "name": "a", "bs": 47008, "numjobs": 32, "layout": "interleaved", "filename": "f",
                          "size": "1GiB", "fileSize": "2GiB", "ioMode": "dontcache", "runtime": "90s",
                          "timeBased": true, "rw": "read:8k", "offset": "1m", "ioSize": "2GiB",
                          "startdelay": "2s", "dontcachePercent": 40, "fadviseDontneed": "8m" },
                        { "name": "b", "size": 4096, "rw": "randread", "norandommap": true, "stonewall": true,
                          "fadviseHint": "random", "nowait": true },
                        { "name": "c", "size": "1m", "rw": "randrw", "rwmixread": 30, "filename": "b",
                          "sync": "sync", "fsync": 7, "fdatasync": 3, "endFsync": true, "existing": true },
                        { "name": "d", "size": "1m", "rw": "write:4k", "direct": true },
                        { "name": "e", "size": "1m", "rw": "rw", "existing": false },
                        { "name": "g", "size": "1m", "rw": "rw", "ioMode": "mmap" } ],
              "files": [ { "name": "f", "size": "2GiB", "fragment": "64k",
                           "extents": [ { "offset": 0, "length": "4m", "state": "hole" },
                                        { "offset": "8m", "length": "4k", "state": "unwritten" } ] },
                         { "name": "b" } ],
              "actions": [ { "at": "1ms", "do": "sync" }, { "at": "1ns", "do": "dropCaches" },
                           { "at": "1s", "do": "cpuOffline", "cpu": 3 },
                           { "at": "2s", "do": "cpuOnline", "cpu": 3 },
                           { "at": "1s", "do": "truncate", "file": "f", "size": "1GiB" },
                           { "at": "1s", "do": "setVm", "vm": { "dirtyBytes": "64m", "dirtyRatio": 5 } },
                           { "at": "1s", "do": "fadviseDontneed", "file": "f" },
                           { "at": "1s", "do": "mmapStore", "file": "f", "offset": 1, "length": 4097 },
                           { "at": "1s", "do": "zeroRange", "file": "f", "offset": 1, "length": 4097 },
                           { "at": "1s", "do": "defrag", "file": "f" },
                           { "at": "1s", "do": "readNormally", "file": "b" } ],
              "duration": "1500ms",
              "seed": 9007199254740991
            }
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                FULL,
                "{\"jobs\": [{\"size\": 4096}]}",
                "{\"jobs\": [{\"size\": 4096}], \"machine\": {\"profile\": \"phone-ufs\"}}",
                "{\"jobs\": [{\"size\": 4096}], \"machine\": {\"profile\": \"vm-nvme\"}}",
                "{\"jobs\": [{\"size\": 4096, \"rw\": \"write\"}]}",
                "{\"jobs\": [{\"size\": 4096, \"rw\": \"write\"}], \"fileSystem\": {\"type\": \"bdev\"}}",
                "{\"jobs\": [{\"size\": 4096, \"rw\": \"write\", \"filename\": \"f\"},"
                        + " {\"size\": 8192, \"rw\": \"randwrite\", \"filename\": \"f\"}]}",
                "{\"jobs\": [{\"size\": 4096}], \"kernel\": {\"toggles\": {\"block.readDefer\": true}}}",
                "{\"jobs\": [{\"size\": 4096}], \"kernel\": {\"toggles\":"
                        + " {\"iomap.completeInTaskDropbehind\": true}}}",
                "{\"jobs\": [{\"size\": 4096}], \"memory\": {\"cgroup\": {}}}",
                "{\"jobs\": [{\"size\": 4096}], \"fileSystem\": {\"type\": \"ext4\", \"data\": \"journal\"}}",
                "{\"jobs\": [{\"size\": 4096}], \"fileSystem\": {\"type\": \"nfsd\"}}",
                "{\"jobs\": [{\"size\": 4096}], \"machine\": {\"profile\": \"vm-nvme\"},"
                        + " \"fileSystem\": {\"type\": \"nfsd\"}}",
                "{\"jobs\": [{\"size\": 4096, \"ioMode\": \"direct\"}], \"fileSystem\": {\"type\": \"nfsd\","
                        + " \"export\": {\"type\": \"xfs\", \"blockSize\": \"16k\"}, \"ioCacheRead\": \"dontcache\","
                        + " \"ioCacheWrite\": \"direct\", \"threads\": 32, \"rsize\": \"64k\", \"wsize\": \"128k\","
                        + " \"latency\": \"10us\", \"dioMemAlign\": 512}}",
                "{\"jobs\": [{\"size\": 4096}], \"fileSystem\": {\"type\": \"ext4\", \"dioreadNolock\": false,"
                        + " \"bufferedIomap\": true}}",
                "{\"jobs\": [{\"size\": 4096}], \"fileSystem\": {\"type\": \"ext4\", \"bufferedPath\": \"iomap\","
                        + " \"largeFolios\": false}, \"kernel\": {\"toggles\": {\"ext4.zeroFlushFirst\": false}}}",
                "{\"jobs\": [{\"size\": 4096}], \"memory\": {\"cgroup\": {\"version\": 1, \"max\": 4096}}}",
                "{\"jobs\": [{\"size\": 4096}], \"device\": {\"model\": \"ramdisk\", \"readAheadKb\": 0}}",
                "{\"jobs\": [{\"size\": 4096}], \"device\": {\"model\": \"ssd\"}}",
                "{\"jobs\": [{\"size\": 4096}], \"device\": {\"model\": \"hdd\", \"seekTime\": \"8ms\","
                        + " \"trackSeekTime\": \"1ms\", \"rpm\": 5400, \"capacity\": \"1g\"}}",
                "{\"jobs\": [{\"size\": 4096}], \"device\": {\"model\": \"loop\"}}",
                "{\"jobs\": [{\"size\": 4096}], \"device\": {\"model\": \"loop\", \"maxSegments\": 7,"
                        + " \"lower\": {\"model\": \"hdd\", \"rpm\": 10000, \"maxSectorsKb\": 64,"
                        + " \"writeBandwidth\": \"100m\", \"failures\": [{\"sector\": 8}]}}}"
            })
    void whatIsWrittenReadsAsTheSameSpec(String text) {
        SimulationSpec spec = SpecReader.read(JSON.readTree(text));
        ObjectNode written = SpecWriter.write(spec);

        assertThat(SpecReader.read(written)).isEqualTo(spec);
        assertThat(SpecWriter.write(SpecReader.read(written))).isEqualTo(written);
    }

    /** Values of the wrong kind anywhere in a spec end in faults, never in an exception of another kind. */
    @Test
    void damagedSpecsHaveFaultsAndNothingWorse() {
        SplittableRandom random = new SplittableRandom(7);
        int refused = 0;
        for (int i = 0; i < 3000; i++) {
            ObjectNode spec = (ObjectNode) JSON.readTree(FULL);
            damage(spec, random);
            Faults faults = new Faults();
            boolean read = SpecReader.read(spec, "", faults).isPresent();
            assertThat(read).as("%s %s", spec, faults.all()).isEqualTo(faults.isEmpty());
            refused += read ? 0 : 1;
        }
        assertThat(refused).isGreaterThan(1000);
    }

    private static void damage(JsonNode node, SplittableRandom random) {
        JsonNode junk = junk(random);
        if (node instanceof ObjectNode object) {
            String name = pick(List.copyOf(object.propertyNames()), random);
            if (object.get(name).isContainer() && random.nextInt(4) > 0) {
                damage(object.get(name), random);
            } else {
                object.set(name, junk);
            }
        } else if (node instanceof ArrayNode array) {
            damage(array.get(random.nextInt(array.size())), random);
        }
    }

    private static JsonNode junk(SplittableRandom random) {
        String text = pick(
                List.of(
                        "0",
                        "-1",
                        "1",
                        "4096",
                        "1e300",
                        "9223372036854775807",
                        "99999999999999999999",
                        "1.5",
                        "true",
                        "null",
                        "\"\"",
                        "\"x\"",
                        "\"1GiB\"",
                        "\"8000000t\"",
                        "\"5s\"",
                        "\"cached\"",
                        "[]",
                        "{}",
                        "[1]",
                        "{\"a\": 1}"),
                random);
        return JSON.readTree(text);
    }

    private static <T> T pick(List<T> from, SplittableRandom random) {
        return from.get(random.nextInt(from.size()));
    }
}
