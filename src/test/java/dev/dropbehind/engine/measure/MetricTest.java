package dev.dropbehind.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The names of a sample are a contract. */
class MetricTest {

    private static final String NAMES = """
            readMiBps writeMiBps iops kswapdCpuPercent directReclaimCpuPercent flusherCpuPercent
            completionWorkerCpuPercent interruptCpuPercent applicationCpuPercent bdiDontcacheDirtyKiB
            bdiReclaimableKiB bdiWritebackKiB dirtyKiB writebackKiB cachedKiB buffersKiB memFreeKiB
            activeFileKiB inactiveFileKiB cgroupFileKiB pgscanKswapd pgstealKswapd pgscanDirect
            pgstealDirect pgscanFile pgstealFile allocstall workingsetRefaultFile
            workingsetActivateFile deviceReadMiBps deviceWriteMiBps deviceReadRequests
            deviceWriteRequests deviceReads4kPerWrite throttledMillis dropbehindDropped
            dropbehindSkipped dontneedDropped nowaitEagain biosDeferred atomicSleepSplats
            latencyP50Micros latencyP99Micros latencyP999Micros latencyMaxMicros loopWorkerCpuPercent
            biosEndedInInterrupt biosEndedInTask deferralMicros dropbehindInAtomic dontcacheKicks
            journalCommits cgroupDirtyKiB cgroupWritebackKiB cgroupUsageKiB bdiWriteBandwidthMiBps
            cpuHangs extentsAllocated extentConversions extentRemaps
            """;

    @Test
    void everyNameOfTheContractExistsOnceAndInThatOrder() {
        assertThat(Arrays.stream(Metric.values()).map(Metric::id))
                .containsExactly(NAMES.strip().split("\\s+"));
    }

    @Test
    void everyMetricSaysItsUnitAndOneSentence() {
        assertThat(Metric.values()).allSatisfy(metric -> {
            assertThat(metric.unit()).isNotBlank();
            assertThat(metric.explanation()).endsWith(".");
        });
    }
}
