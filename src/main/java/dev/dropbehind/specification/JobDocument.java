package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.JobSpec;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import org.jspecify.annotations.Nullable;

/**
 * A job in fio's words: tasks that read or write a file.
 *
 * @param name name in reports, unique among the jobs
 * @param rw what the calls do; rw and readwrite are the same; behind a colon, as in read:8k, what is skipped after each
 *     sequential call
 * @param bs bytes a call
 * @param numjobs how many tasks do the same
 * @param layout which part of the file each task uses: its own region, every numjobs-th record, or all the same
 * @param filename the file, common to all jobs that name it
 * @param size bytes of the range: of each task where the layout is sequential, of all together otherwise
 * @param fileSize length of the file where it is longer than what is used of it; a new one ends as long as what is
 *     written
 * @param ioMode how the calls treat the page cache
 * @param direct the same as ioMode direct
 * @param existing whether the file is on the device before the run; where it is left out, whether some job reads it,
 *     files names it, or it is a block device
 * @param runtime how long after its begin the job ends at the latest; null for no such limit
 * @param timeBased whether the job starts again when it is through
 * @param rwmixread how many of a hundred calls read, by chance; only with rw and randrw; null otherwise
 * @param norandommap whether random calls repeat records before all have been used
 * @param offset first byte of the range of all tasks in the file
 * @param ioSize bytes that each task moves in all, from the beginning of its range again where it is through; null for
 *     as much as its range holds
 * @param startdelay how long the job waits before it begins: from the run's start, or from when its stonewall fell
 * @param stonewall whether the job, and those behind it in the list, wait until all jobs before it have ended
 * @param fadviseHint what each task advises on the file when it opens it
 * @param fadviseDontneed after so many bytes a task gives up by POSIX_FADV_DONTNEED what it has moved since; 0 for
 *     never
 * @param dontcachePercent how many of a hundred calls carry RWF_DONTCACHE, by chance; only with ioMode dontcache; null
 *     for all of them
 * @param nowait whether reads carry RWF_NOWAIT; one that fails with EAGAIN does not end its job
 * @param sync what each write waits for: nothing, its data as with O_DSYNC, or the metadata too as with O_SYNC
 * @param fsync after so many writes a task calls fsync; 0 for never
 * @param fdatasync after so many writes a task calls fdatasync; 0 for never
 * @param endFsync whether a task calls fsync when it has written everything
 */
@Schema(name = "Job")
public record JobDocument(
        @Schema(minLength = 1, maxLength = JobReader.MAX_NAME)
        String name,

        @Schema(
                pattern = "(read|write|rw|readwrite)(:[0-9]+[A-Za-z]*)?|rand(read|write|rw)",
                defaultValue = "read",
                example = "randread")
        String rw,

        @Schema(
                oneOf = {Long.class, String.class},
                minimum = "1",
                maximum = "" + JobReader.MAX_CALL_BYTES,
                defaultValue = "" + JobReader.DEFAULT_BLOCK,
                example = "64k")
        Object bs,

        @Schema(minimum = "1", maximum = "" + JobSpec.MAX_NUMJOBS, defaultValue = "1")
        Integer numjobs,

        @Schema(
                allowableValues = {"interleaved", "sequential", "shared"},
                defaultValue = "shared")
        String layout,

        @Schema(minLength = 1, maxLength = JobReader.MAX_NAME)
        String filename,

        @Schema(
                requiredMode = RequiredMode.REQUIRED,
                oneOf = {Long.class, String.class},
                minimum = "1",
                maximum = "" + JobSpec.MAX_FILE_BYTES,
                example = "1GiB")
        Object size,

        @Schema(
                oneOf = {Long.class, String.class},
                minimum = "1",
                maximum = "" + JobSpec.MAX_FILE_BYTES)
        @Nullable
        Object fileSize,

        @Schema(
                allowableValues = {"cached", "direct", "dontcache", "mmap"},
                defaultValue = "cached")
        String ioMode,

        @Schema(defaultValue = "false") Boolean direct,
        Boolean existing,

        @Schema(example = "20s") @Nullable String runtime,
        @Schema(defaultValue = "false") Boolean timeBased,

        @Schema(minimum = "0", maximum = "100") @Nullable Integer rwmixread,

        @Schema(defaultValue = "false") Boolean norandommap,

        @Schema(
                oneOf = {Long.class, String.class},
                minimum = "0",
                maximum = "" + JobSpec.MAX_FILE_BYTES,
                defaultValue = "0")
        Object offset,

        @Schema(
                oneOf = {Long.class, String.class},
                minimum = "1",
                maximum = "" + JobSpec.MAX_IO_BYTES,
                example = "4GiB")
        @Nullable
        Object ioSize,

        @Schema(example = "2s", defaultValue = "0s") String startdelay,
        @Schema(defaultValue = "false") Boolean stonewall,

        @Schema(
                allowableValues = {"none", "normal", "random", "sequential"},
                defaultValue = "none")
        String fadviseHint,

        @Schema(
                oneOf = {Long.class, String.class},
                minimum = "0",
                maximum = "" + JobSpec.MAX_FILE_BYTES,
                defaultValue = "0",
                example = "8MiB")
        Object fadviseDontneed,

        @Schema(minimum = "0", maximum = "100") @Nullable Integer dontcachePercent,
        @Schema(defaultValue = "false") Boolean nowait,

        @Schema(
                allowableValues = {"dsync", "none", "sync"},
                defaultValue = "none")
        String sync,

        @Schema(minimum = "0", maximum = "" + Durability.MAX_EVERY, defaultValue = "0")
        Integer fsync,

        @Schema(minimum = "0", maximum = "" + Durability.MAX_EVERY, defaultValue = "0")
        Integer fdatasync,

        @Schema(defaultValue = "false") Boolean endFsync) {}
