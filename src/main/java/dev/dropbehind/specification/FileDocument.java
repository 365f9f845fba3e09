package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import java.util.List;

/**
 * How a file that is there before the run lies on the device. What no extent names is mapped.
 *
 * @param name its name, as jobs name it
 * @param size its length; as jobs say or need where it is left out
 * @param extents parts of it, ascending, whole pages
 * @param fragment what is mapped lies in pieces of at most so many bytes, apart from each other, whole pages; 0 for one
 *     piece
 */
@Schema(name = "File")
public record FileDocument(
        @Schema(requiredMode = RequiredMode.REQUIRED, minLength = 1, maxLength = JobReader.MAX_NAME)
        String name,

        @Schema(
                oneOf = {Long.class, String.class},
                minimum = "1",
                maximum = "" + JobSpec.MAX_FILE_BYTES,
                example = "1GiB")
        Object size,

        @ArraySchema(maxItems = FileSpec.MAX_EXTENTS) List<Extent> extents,

        @Schema(
                oneOf = {Long.class, String.class},
                minimum = "0",
                maximum = "" + JobSpec.MAX_FILE_BYTES,
                defaultValue = "0",
                example = "1MiB")
        Object fragment) {

    /**
     * A part of a file.
     *
     * @param offset first byte, at the beginning of a page
     * @param length its length, whole pages
     * @param state what is there: data, no blocks, or blocks that were never written
     */
    @Schema(name = "Extent")
    public record Extent(
            @Schema(
                    requiredMode = RequiredMode.REQUIRED,
                    oneOf = {Long.class, String.class},
                    minimum = "0",
                    maximum = "" + JobSpec.MAX_FILE_BYTES,
                    example = "0")
            Object offset,

            @Schema(
                    requiredMode = RequiredMode.REQUIRED,
                    oneOf = {Long.class, String.class},
                    minimum = "" + Pages.SIZE,
                    maximum = "" + JobSpec.MAX_FILE_BYTES,
                    example = "4MiB")
            Object length,

            @Schema(
                    requiredMode = RequiredMode.REQUIRED,
                    allowableValues = {"hole", "mapped", "unwritten"})
            String state) {}
}
