package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.MemorySpec;
import dev.dropbehind.engine.spec.VmSetting;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;

/**
 * Something that is done to the machine at some time of the run. cpuOffline and cpuOnline have cpu; truncate has file
 * and size; setVm has vm; fadviseDontneed and defrag have file; mmapStore, readNormally and zeroRange have file, offset
 * and length; sync and dropCaches have nothing else.
 *
 * @param at when, from the run's start
 * @param action what is done
 * @param cpu which processor; 0 never goes
 * @param file a file of the jobs
 * @param size the length of the file from then on
 * @param offset first byte
 * @param length how many bytes; to the end of the file where it is left out
 * @param vm what is written under /proc/sys/vm; what is left out stays
 */
@Schema(name = "Action")
public record ActionDocument(
        @Schema(requiredMode = RequiredMode.REQUIRED, example = "5s")
        String at,

        @Schema(
                name = "do",
                requiredMode = RequiredMode.REQUIRED,
                allowableValues = {
                    "cpuOffline",
                    "cpuOnline",
                    "defrag",
                    "dropCaches",
                    "fadviseDontneed",
                    "mmapStore",
                    "readNormally",
                    "setVm",
                    "sync",
                    "truncate",
                    "zeroRange"
                })
        String action,

        @Schema(minimum = "1", maximum = "1023", example = "3")
        Integer cpu,

        @Schema(minLength = 1, maxLength = JobReader.MAX_NAME)
        String file,

        @Schema(
                oneOf = {Long.class, String.class},
                minimum = "0",
                maximum = "" + JobSpec.MAX_FILE_BYTES,
                example = "0")
        Object size,

        @Schema(
                oneOf = {Long.class, String.class},
                minimum = "0",
                maximum = "" + JobSpec.MAX_FILE_BYTES,
                defaultValue = "0")
        Object offset,

        @Schema(
                oneOf = {Long.class, String.class},
                minimum = "1",
                maximum = "" + JobSpec.MAX_FILE_BYTES,
                example = "4MiB")
        Object length,

        VmChange vm) {

    /**
     * Values written under /proc/sys/vm; a ratio puts the bytes out of force that say the same, and they the ratio.
     *
     * @param dirtyRatio vm.dirty_ratio, per cent of available memory at which writers are held
     * @param dirtyBackgroundRatio vm.dirty_background_ratio, per cent at which the flusher begins
     * @param dirtyBytes vm.dirty_bytes
     * @param dirtyBackgroundBytes vm.dirty_background_bytes
     * @param dirtyExpireCentisecs vm.dirty_expire_centisecs, the age at which dirty data is written
     * @param dirtyWritebackCentisecs vm.dirty_writeback_centisecs, how often the flusher looks; 0 for never
     */
    @Schema(name = "VmChange")
    public record VmChange(
            @Schema(minimum = "0", maximum = "100", example = "5")
            Integer dirtyRatio,

            @Schema(minimum = "0", maximum = "100") Integer dirtyBackgroundRatio,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "0",
                    maximum = "" + MemorySpec.MAX_RAM_BYTES)
            Object dirtyBytes,

            @Schema(
                    oneOf = {Long.class, String.class},
                    minimum = "0",
                    maximum = "" + MemorySpec.MAX_RAM_BYTES)
            Object dirtyBackgroundBytes,

            @Schema(minimum = "0", maximum = "" + VmSetting.MAX_CENTISECS)
            Long dirtyExpireCentisecs,

            @Schema(minimum = "0", maximum = "" + VmSetting.MAX_CENTISECS)
            Long dirtyWritebackCentisecs) {}
}
