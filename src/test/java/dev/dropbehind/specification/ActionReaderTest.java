package dev.dropbehind.specification;

import static dev.dropbehind.specification.SpecFaults.assertFault;
import static dev.dropbehind.specification.SpecFaults.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.ActionSpec;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.VmSetting;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is done to a machine while it runs. */
class ActionReaderTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                          |           | at   | Say when
            {'at': '1s'}                                                |           | do   | Say what
            {'at': 5, 'do': 'sync'}                                     |           | at   | with a unit
            {'at': '1s', 'do': 'cpuOfline'}                             |           | do   | "cpuOffline"
            {'at': '1s', 'do': 'cpuOffline'}                            |           | cpu  | Say the cpu
            {'at': '1s', 'do': 'cpuOffline', 'cpu': 0}                  |           | cpu  | 1 to
            {'at': '1s', 'do': 'cpuOnline', 'cpu': 4}                   |           | cpu  | has 4 processors
            {'at': '1s', 'do': 'sync', 'cpu': 1}                        |           | cpu  | no field
            {'at': '1s', 'do': 'fadviseDontneed'}                       |           | file | Say the file
            {'at': '1s', 'do': 'fadviseDontneed', 'file': 'dota'}       |           | file | "data"
            {'at': '1s', 'do': 'truncate', 'file': 'data'}              |           | size | Say the size
            {'at': '1s', 'do': 'truncate', 'file': 'data', 'size': '5t'} |          | size | 0 to
            {'at': '1s', 'do': 'mmapStore', 'file': 'data', 'offset': '1m', 'length': 1} | | length | ends at 1048577
            {'at': '1s', 'do': 'readNormally', 'file': 'data', 'offset': '1m'} |    | offset | ends at 1048577
            {'at': '1s', 'do': 'readNormally', 'file': 'data', 'length': 0} |       | length | 1 to
            {'at': '1s', 'do': 'setVm'}                                 |           | vm   | Say what to set
            {'at': '1s', 'do': 'setVm', 'vm': 5}                        |           | vm   | object
            {'at': '1s', 'do': 'setVm', 'vm': {'dirtyRatio': 101}}      | /vm | dirtyRatio     | 0 to 100
            {'at': '1s', 'do': 'setVm', 'vm': {'dirtyBytes': 4096}}     | /vm | dirtyBytes     | no less than 8192
            {'at': '1s', 'do': 'setVm', 'vm': {'swappiness': 60}}       | /vm | swappiness     | no field
            """)
    void faultsOfActionsNameTheirPlace(String action, @Nullable String inside, String field, String detail) {
        assertFault(
                "{'machine': {'cpus': 4}, 'jobs': [{'size': '1m', 'filename': 'data'}], 'actions': [" + action + "]}",
                "/actions/0" + (inside == null ? "" : inside) + "/" + field,
                detail);
    }

    @Test
    void actionsSayWhenAndWhat() {
        SimulationSpec spec = SpecReader.read(json("{'jobs': [{'size': '1m', 'filename': 'data'}], 'actions': ["
                + "{'at': '18s', 'do': 'sync'}, {'atNanos': 5, 'do': 'dropCaches'},"
                + " {'at': '5s', 'do': 'cpuOffline', 'cpu': 3}, {'at': '6s', 'do': 'cpuOnline', 'cpu': 3},"
                + " {'at': '1s', 'do': 'truncate', 'file': 'data', 'size': '4k'},"
                + " {'at': '2s', 'do': 'setVm', 'vm': {'dirtyBytes': '64m', 'dirtyExpireCentisecs': 100}},"
                + " {'at': '3s', 'do': 'fadviseDontneed', 'file': 'data'},"
                + " {'at': '4s', 'do': 'mmapStore', 'file': 'data', 'offset': '4k', 'length': '8k'},"
                + " {'at': '5s', 'do': 'readNormally', 'file': 'data', 'offset': '4k'}]}"));

        assertThat(spec.actions())
                .containsExactly(
                        new ActionSpec.Sync(18_000_000_000L),
                        new ActionSpec.DropCaches(5),
                        new ActionSpec.CpuOffline(5_000_000_000L, 3),
                        new ActionSpec.CpuOnline(6_000_000_000L, 3),
                        new ActionSpec.Truncate(1_000_000_000L, "data", 4096),
                        new ActionSpec.SetVm(
                                2_000_000_000L,
                                Map.of(VmSetting.DIRTY_BYTES, 64L << 20, VmSetting.DIRTY_EXPIRE_CENTISECS, 100L)),
                        new ActionSpec.FadviseDontneed(3_000_000_000L, "data"),
                        new ActionSpec.MmapStore(4_000_000_000L, "data", 4096, 8192),
                        new ActionSpec.ReadNormally(5_000_000_000L, "data", 4096, (1 << 20) - 4096));
    }
}
