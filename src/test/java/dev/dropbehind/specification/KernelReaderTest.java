package dev.dropbehind.specification;

import static dev.dropbehind.specification.SpecFaults.assertFault;
import static dev.dropbehind.specification.SpecFaults.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.Preemption;
import dev.dropbehind.engine.spec.SimulationSpec;
import dev.dropbehind.engine.spec.Toggle;
import dev.dropbehind.engine.spec.ToggleSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Epochs, and toggles that need, take away or are at one of several values. */
class KernelReaderTest {

    private static final String JOB = "{'size': '1GiB'}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            E3 | 'mm.rwfDontcache': false                           | mm.rwfDontcache          | bdev.fopDontcache
            E3 | 'block.completeInTask': false                      | block.completeInTask     | block.sentinel, block
            E1 | 'block.readDefer': true, 'block.bioInAtomic': false | block.bioInAtomic       | block.completeInTask
            E3 | 'xfs.deferDontcacheIoend': true                    | xfs.deferDontcacheIoend  | takes this away
            E1 | 'mm.dontcacheKick': 'flusherbit'                   | mm.dontcacheKick         | "flusherBit"
            E1 | 'mm.dontcacheKick': true                           | mm.dontcacheKick         | one of flusherBit
            E1 | 'block.deferVariant': 'v8'                         | block.deferVariant       | v6, v7
            E1 | 'block.sentinel': 'on'                             | block.sentinel           | true or false
            """)
    void faultsOfTogglesNameTheirPlace(String epoch, String toggles, String toggle, String detail) {
        String kernel = "{'epoch': '" + epoch + "', 'toggles': {" + toggles + "}}";

        assertFault("{'jobs': [" + JOB + "], 'kernel': " + kernel + "}", "/kernel/toggles/" + toggle, detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'epoch': 'E1'}                                                     | inlineRange | v7 | true
            {'epoch': 'E2'}                                                     | flusherBit  | v7 | true
            {'epoch': 'E3'}                                                     | flusherBit  | v7 | false
            {'epoch': 'E3', 'toggles': {'mm.dontcacheKick': 'inlineRange'}}     | inlineRange | v7 | false
            {'epoch': 'E3', 'toggles': {'block.deferVariant': 'v4'}}            | flusherBit  | v4 | false
            {'epoch': 'E3', 'toggles': {'iomap.completeInTaskDropbehind': false}} | flusherBit | v7 | true
            {'epoch': 'E1', 'toggles': {'iomap.completeInTaskDropbehind': true}}  | inlineRange | v7 | false
            """)
    void togglesHaveValuesAndTakeEachOtherAway(String kernel, String kick, String variant, boolean xfsDefers) {
        ToggleSet toggles = SpecReader.read(json("{'jobs': [" + JOB + "], 'kernel': " + kernel + "}"))
                .kernel()
                .toggles();

        assertThat(toggles.value(Toggle.MM_DONTCACHE_KICK)).isEqualTo(kick);
        assertThat(toggles.value(Toggle.BLOCK_DEFER_VARIANT)).isEqualTo(variant);
        assertThat(toggles.has(Toggle.XFS_DEFER_DONTCACHE_IOEND)).isEqualTo(xfsDefers);
    }

    @Test
    void whatAToggleNeedsIsPulledInThroughAllThatNeedsMore() {
        ToggleSet toggles = SpecReader.read(
                        json("{'jobs': [" + JOB + "], 'kernel': {'toggles': {'block.readDefer': true}}}"))
                .kernel()
                .toggles();

        assertThat(toggles.all())
                .contains(
                        Toggle.BUFFER_COMPLETE_IN_TASK_DROPBEHIND,
                        Toggle.BLOCK_COMPLETE_IN_TASK,
                        Toggle.BLOCK_BIO_IN_ATOMIC)
                .doesNotContain(Toggle.BLOCK_SENTINEL, Toggle.IOMAP_COMPLETE_IN_TASK_DROPBEHIND);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'bufferedPath': 'iomap'   | 'ext4.iomapRead': false     | ext4.iomapRead    | in all parts
            'bufferedPath': 'iomap'   | 'ext4.iomapAops': false     | ext4.iomapAops    | needed by what is on
            'bufferedPath': 'iomap'   | 'ext4.mountOption': true    | ext4.mountOption  | only fileSystem.bufferedIomap
            'bufferedIomap': true     | 'ext4.mountOption': false   | ext4.mountOption  | no mount option
            """)
    void whatTheFileSystemAsksForCannotBeOff(String fileSystem, String toggles, String toggle, String detail) {
        assertFault(
                "{'jobs': [" + JOB + "], 'fileSystem': {'type': 'ext4', " + fileSystem + "}, 'kernel': {'toggles': {"
                        + toggles + "}}}",
                "/kernel/toggles/" + toggle,
                detail);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'bufferedPath': 'iomap'                       | true  | true  | false
            'bufferedPath': 'iomap', 'largeFolios': false | true  | false | false
            'bufferedIomap': true                         | true  | false | true
            'largeFolios': true                           | false | false | false
            """)
    void thePathIomapAndItsMountOptionBringTheirToggles(
            String fileSystem, boolean reads, boolean largeFolio, boolean mountOption) {
        ToggleSet toggles = SpecReader.read(
                        json("{'jobs': [" + JOB + "], 'fileSystem': {'type': 'ext4', " + fileSystem + "}}"))
                .kernel()
                .toggles();

        assertThat(toggles.has(Toggle.EXT4_IOMAP_READ)).isEqualTo(reads);
        assertThat(toggles.has(Toggle.EXT4_LARGE_FOLIO)).isEqualTo(largeFolio);
        assertThat(toggles.has(Toggle.EXT4_MOUNT_OPTION)).isEqualTo(mountOption);
    }

    @Test
    void theKernelCountsPreemptionAndReportsSleepUnlessSaidOtherwise() {
        SimulationSpec plain = SpecReader.read(json("{'jobs': [" + JOB + "]}"));
        SimulationSpec said = SpecReader.read(json("{'jobs': [" + JOB
                + "], 'machine': {'preemption': 'voluntary'}, 'kernel': {'debugAtomicSleep': false}}"));

        assertThat(plain.machine().preemption()).isEqualTo(Preemption.DYNAMIC);
        assertThat(plain.kernel().debugAtomicSleep()).isTrue();
        assertThat(said.machine().preemption()).isEqualTo(Preemption.VOLUNTARY);
        assertThat(said.kernel().debugAtomicSleep()).isFalse();
    }
}
