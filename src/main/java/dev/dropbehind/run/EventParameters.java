package dev.dropbehind.run;

import dev.dropbehind.engine.EventLog;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes the parameters that {@link EventQuery} reads. */
@Parameter(
        name = "from",
        in = ParameterIn.QUERY,
        description = "the earliest simulated time; nanoseconds as fromNanos; by default the begin",
        schema = @Schema(type = "string", example = "1.5s"))
@Parameter(
        name = "to",
        in = ParameterIn.QUERY,
        description = "the first simulated time that is too late; nanoseconds as toNanos; by default what is reached",
        schema = @Schema(type = "string", example = "2s"))
@Parameter(
        name = EventQuery.KIND,
        in = ParameterIn.QUERY,
        description = "a kind of event, or a group: bio, completion, readahead, syscall, folio, wait, reclaim; several"
                + " are any of them, none all",
        array = @ArraySchema(schema = @Schema(type = "string", example = "bio")))
@Parameter(
        name = "limit",
        in = ParameterIn.QUERY,
        description = "how many at most",
        schema =
                @Schema(
                        type = "integer",
                        minimum = "1",
                        maximum = "" + EventLog.MAX_ENTRIES,
                        defaultValue = "" + EventQuery.DEFAULT_LIMIT))
@Parameter(
        name = "after",
        in = ParameterIn.QUERY,
        description = "the next of the log before",
        schema = @Schema(type = "integer", minimum = "0"))
@Parameter(
        name = "format",
        in = ParameterIn.QUERY,
        description = "send this form, as a file; perfetto is a trace that ui.perfetto.dev opens",
        schema = @Schema(allowableValues = {"json", "ndjson", "perfetto"}))
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface EventParameters {}
