package dev.dropbehind.procfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.measure.Counter;
import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.engine.spec.CgroupSpec;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.Profile;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.testing.Specs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts written by hand from the kernel's layout, byte for byte (kernel-model §7.4 to §7.9). */
class KernelTextTest {

    private static final SimulationSpec MACHINE = Moments.machine(Specs.ufs(128, 32));
    private static final List<Sample> MEMORY = List.of(
            Moments.sample(1, Moments.FIGURES),
            Moments.sample(
                    2,
                    Map.of(
                            Counter.NR_FREE_PAGES, 4001L,
                            Counter.NR_FILE_PAGES, 8000L,
                            Counter.NR_BUFFER_PAGES, 100L,
                            Counter.NR_ACTIVE_FILE, 2001L,
                            Counter.NR_INACTIVE_FILE, 5500L,
                            Counter.NR_FILE_DIRTY, 41L)));
    private static final List<Sample> KSWAPD =
            List.of(kswapd(1, 0, 0), kswapd(2, 560_000_000, 7), kswapd(3, 660_000_000, 2));

    @ParameterizedTest
    @CsvSource({
        "proc/meminfo, meminfo",
        "proc/vmstat, vmstat",
        "proc/diskstats, diskstats",
        "sys/block/sda/stat, stat",
        "sys/fs/cgroup/memory.stat, memory.stat",
        "sys/fs/cgroup/io.stat, io.stat",
        "sys/kernel/debug/dropbehind/stats, dropbehind"
    })
    void aFileIsWrittenAsTheKernelWritesIt(String path, String golden) throws IOException {
        KernelFile file = KernelFiles.of(MACHINE).file(path).orElseThrow();

        assertThat(file.text(Moments.moment())).isEqualTo(golden(golden));
    }

    @ParameterizedTest
    @CsvSource({"stats, 'BdiDontcacheDirty:  '", "wb_stats, 'WbDontcacheDirty:  '"})
    void theFilesOfADeviceHaveTheRowOfThePatchWithItAndNotWithout(String name, String label) throws IOException {
        KernelFile file =
                KernelFiles.of(MACHINE).file("sys/kernel/debug/bdi/8:0/" + name).orElseThrow();
        String row = label + "        32 kB\n";

        assertThat(golden(name)).contains(row);
        assertThat(file.text(Moments.moment(Moments.withDontcacheDirty()))).isEqualTo(golden(name));
        assertThat(file.text(Moments.moment())).isEqualTo(golden(name).replace(row, ""));
    }

    @ParameterizedTest
    @CsvSource({"stats, 'BdiDontcacheDirty:  '", "wb_stats, 'WbDontcacheDirty:  '"})
    void aCounterThatHasGoneBelowNothingReadsAsNothing(String name, String label) {
        KernelFile file =
                KernelFiles.of(MACHINE).file("sys/kernel/debug/bdi/8:0/" + name).orElseThrow();
        Sample below = Moments.sample(1, Map.of(Counter.WB_DONTCACHE_DIRTY, -3L));

        assertThat(file.text(new Snapshot(Moments.withDontcacheDirty(), below))).contains(label + "         0 kB\n");
    }

    @ParameterizedTest
    @CsvSource({
        "2, sys/fs/cgroup/job/memory.stat, job.memory.stat",
        "2, sys/fs/cgroup/job/memory.events, job.memory.events",
        "1, sys/fs/cgroup/memory/job/memory.stat, job.memory.stat.v1"
    })
    void aFileOfAGroupIsWrittenAsTheKernelWritesIt(int version, String path, String golden) throws IOException {
        assertThat(fileOfGroup(new CgroupSpec("job", version, 8L << 20, null, 4L << 20), path))
                .isEqualTo(golden(golden));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "2, 8388608, 4194305, sys/fs/cgroup/job/memory.max, 8388608",
                "2, 8388608, 4194305, sys/fs/cgroup/job/memory.high, 4194304",
                "2, -, -, sys/fs/cgroup/job/memory.max, max",
                "2, -, -, sys/fs/cgroup/job/memory.high, max",
                "2, 8388608, -, sys/fs/cgroup/job/memory.current, 6406144",
                "1, 8388609, -, sys/fs/cgroup/memory/job/memory.limit_in_bytes, 8388608",
                "1, -, -, sys/fs/cgroup/memory/job/memory.limit_in_bytes, 9223372036854771712",
                "1, 8388608, -, sys/fs/cgroup/memory/job/memory.usage_in_bytes, 6406144"
            })
    void limitsOfAGroupAreWholePages(int version, Long max, Long high, String path, String text) {
        assertThat(fileOfGroup(new CgroupSpec("job", version, max, high, 0), path))
                .isEqualTo(text + "\n");
    }

    private static String fileOfGroup(CgroupSpec group, String path) {
        SimulationSpec machine = Moments.machine(group);
        return KernelFiles.of(machine).file(path).orElseThrow().text(Moments.moment(machine));
    }

    @Test
    void sarEndsWithTheMean() throws IOException {
        assertThat(Sar.text(MACHINE, MEMORY, true)).isEqualTo(golden("sar"));
    }

    @Test
    void sarHasNoMeanWhileTheMachineRuns() throws IOException {
        assertThat(Sar.text(MACHINE, MEMORY, false)).isEqualTo(golden("sar").replaceFirst("Average:.*\n", ""));
    }

    @Test
    void sarHasItsHeadingBeforeTheFirstSecond() throws IOException {
        String heading = golden("sar").lines().findFirst().orElseThrow() + "\n";

        assertThat(Sar.text(MACHINE, List.of(), false)).isEqualTo(heading);
        assertThat(Sar.text(MACHINE, List.of(), true)).isEqualTo(heading);
    }

    @Test
    void pidstatDividesByTheLengthOfTheSecondAndOfTheRun() throws IOException {
        assertThat(Pidstat.text(MACHINE, KSWAPD, true)).isEqualTo(golden("pidstat"));
    }

    @Test
    void pidstatHasNoMeanWhileTheMachineRuns() throws IOException {
        String rows = golden("pidstat").substring(0, golden("pidstat").indexOf("\n\n") + 1);

        assertThat(Pidstat.text(MACHINE, KSWAPD, false)).isEqualTo(rows);
        assertThat(Pidstat.text(MACHINE, List.of(), true))
                .isEqualTo(rows.lines().findFirst().orElseThrow() + "\n");
    }

    @Test
    void pidstatPrintsTheLinesOfTheMessage() {
        assertThat(Pidstat.text(MACHINE, KSWAPD, false))
                .contains("      UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command\n")
                .contains("        0        93    0.00   56.00    0.00    0.00   56.00     7  kswapd0\n");
    }

    @Test
    void sarPrintsThePhoneOfTheMessageAsItWasAtTheStart() {
        Sample start = Moments.sample(
                1,
                Map.of(
                        Counter.NR_FREE_PAGES, 6_404_648L / 4,
                        Counter.NR_FILE_PAGES, (1_898_092L + 512) / 4,
                        Counter.NR_BUFFER_PAGES, 512L / 4));
        SimulationSpec phone = Specs.small()
                .memory(Profile.PHONE_UFS.memory())
                .job(Specs.reader(IoMode.CACHED, 4096, 4096))
                .spec();

        String row = Sar.text(phone, List.of(start), false).lines().toList().getLast();
        assertThat(row.split(" +", -1))
                .startsWith("00:00:01", "6404648")
                .containsSubsequence("2719384", "23.40", "512", "1898092");
    }

    @Test
    void decimalsAreRoundedAsCDoes() {
        assertThat(Sysstat.twoDecimals(0.125)).isEqualTo("0.12");
        assertThat(Sysstat.twoDecimals(0.375)).isEqualTo("0.38");
        assertThat(Sysstat.twoDecimals(1.005)).isEqualTo("1.00");
        assertThat(Sysstat.twoDecimals(100)).isEqualTo("100.00");
    }

    private static Sample kswapd(int second, long cpuNanos, long cpu) {
        return Moments.sample(second, Map.of(Counter.KSWAPD_CPU_NANOS, cpuNanos, Counter.KSWAPD_LAST_CPU, cpu));
    }

    private static String golden(String name) throws IOException {
        try (InputStream text = KernelTextTest.class.getResourceAsStream("/procfs/" + name)) {
            assertThat(text).as(name).isNotNull();
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
