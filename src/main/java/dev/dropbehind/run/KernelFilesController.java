package dev.dropbehind.run;

import dev.dropbehind.engine.measure.Sample;
import dev.dropbehind.procfs.KernelFile;
import dev.dropbehind.procfs.KernelFiles;
import dev.dropbehind.procfs.Pidstat;
import dev.dropbehind.procfs.Sar;
import dev.dropbehind.procfs.Snapshot;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What the kernel and sysstat would print on the machine of a variant. */
@RestController
@Tag(name = "Kernel files")
@RequestMapping("/api/v1/runs/{id}/variants/{variant}")
class KernelFilesController {

    private static final List<MediaType> FILE_FORMS = List.of(MediaChoice.TEXT);
    private static final List<MediaType> DIRECTORY_FORMS = List.of(MediaChoice.TEXT, MediaType.APPLICATION_JSON);

    private final RunService runs;

    KernelFilesController(RunService runs) {
        this.runs = runs;
    }

    /**
     * What is in a directory.
     *
     * @param path where it is; it ends in a slash, that of the root is empty
     * @param entries what it has
     */
    record Directory(String path, List<Entry> entries) {}

    /**
     * Something in a directory.
     *
     * @param name its name there
     * @param kind {@code file} or {@code directory}
     */
    record Entry(String name, String kind) {}

    /**
     * A kernel file of the simulated machine, byte for byte in the kernel's layout, or the list of a directory.
     *
     * @param id the run
     * @param variant name of the variant
     * @param path the file or directory, for example proc/meminfo
     */
    @GetMapping("/fs/{*path}")
    @Parameter(
            name = "second",
            in = ParameterIn.QUERY,
            description = "as it is at the end of this simulated second; by default the last",
            schema = @Schema(type = "integer", minimum = "1"))
    @ApiResponse(
            responseCode = "200",
            description = "the file, or what is in the directory",
            content = {
                @Content(mediaType = "text/plain", schema = @Schema(type = "string")),
                @Content(mediaType = "application/json", schema = @Schema(implementation = Directory.class))
            })
    ResponseEntity<?> read(
            @PathVariable String id,
            @PathVariable String variant,
            @PathVariable String path,
            @RequestParam Map<String, String> query,
            ServerHttpRequest request) {
        Machine machine = machine(id, variant);
        int second = second(query, runs.lastSecond(machine.run().id(), variant));
        List<MediaType> accepted = request.getHeaders().getAccept();
        KernelFiles files = KernelFiles.of(machine.variant().spec());
        String place = path.isEmpty() ? KernelFiles.ROOT : path.substring(1);
        return files.file(place)
                .<ResponseEntity<?>>map(file -> answer(accepted, textOf(file, place, machine, second)))
                .orElseGet(() -> directory(files, place, accepted));
    }

    /**
     * What "sar -r 1" prints on the simulated machine.
     *
     * @param id the run
     * @param variant name of the variant
     */
    @GetMapping("/sar")
    @ApiResponse(
            responseCode = "200",
            description = "the text",
            content = @Content(mediaType = "text/plain", schema = @Schema(type = "string")))
    ResponseEntity<String> sar(
            @PathVariable String id,
            @PathVariable String variant,
            @RequestParam Map<String, String> query,
            ServerHttpRequest request) {
        refuseAll(query);
        Machine machine = machine(id, variant);
        String report = Sar.text(machine.variant().spec(), samples(machine), machine.isOver());
        return answer(request.getHeaders().getAccept(), report);
    }

    /**
     * What "pidstat 1" prints on the simulated machine.
     *
     * @param id the run
     * @param variant name of the variant
     */
    @GetMapping("/pidstat")
    @ApiResponse(
            responseCode = "200",
            description = "the text",
            content = @Content(mediaType = "text/plain", schema = @Schema(type = "string")))
    ResponseEntity<String> pidstat(
            @PathVariable String id,
            @PathVariable String variant,
            @RequestParam Map<String, String> query,
            ServerHttpRequest request) {
        refuseAll(query);
        Machine machine = machine(id, variant);
        String report = Pidstat.text(machine.variant().spec(), samples(machine), machine.isOver());
        return answer(request.getHeaders().getAccept(), report);
    }

    /** A variant of a run. */
    private record Machine(Run run, RunVariant variant) {

        /** Returns whether there will be no more samples. */
        boolean isOver() {
            return variant.over() || run.status().isOver();
        }
    }

    private Machine machine(String id, String name) {
        Run run = runs.get(RunController.idOf(id));
        RunVariant variant = run.variants().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new VariantNotFoundException(run, name));
        return new Machine(run, variant);
    }

    private List<Sample> samples(Machine machine) {
        return runs.samples(machine.run().id(), machine.variant().name());
    }

    private String textOf(KernelFile file, String path, Machine machine, int second) {
        Sample sample = runs.sample(machine.run().id(), machine.variant().name(), second)
                .orElseThrow(() -> KernelFileNotFoundException.tooEarly(path));
        return file.text(new Snapshot(machine.variant().spec(), sample));
    }

    private static ResponseEntity<?> directory(KernelFiles files, String place, List<MediaType> accepted) {
        String path = place.isEmpty() || place.endsWith("/") ? place : place + "/";
        List<KernelFiles.Entry> entries = files.list(path);
        if (entries.isEmpty()) {
            throw KernelFileNotFoundException.unknown(place);
        }
        MediaType form = MediaChoice.of(accepted, DIRECTORY_FORMS);
        Object body = form.equals(MediaChoice.TEXT) ? namesOf(entries) : view(path, entries);
        return ResponseEntity.ok().contentType(form).body(body);
    }

    private static String namesOf(List<KernelFiles.Entry> entries) {
        return entries.stream()
                .map(entry -> entry.name() + (entry.isDirectory() ? "/\n" : "\n"))
                .collect(Collectors.joining());
    }

    private static Directory view(String path, List<KernelFiles.Entry> entries) {
        return new Directory(
                path,
                entries.stream()
                        .map(entry -> new Entry(entry.name(), entry.isDirectory() ? "directory" : "file"))
                        .toList());
    }

    private static ResponseEntity<String> answer(List<MediaType> accepted, String text) {
        return ResponseEntity.ok()
                .contentType(MediaChoice.of(accepted, FILE_FORMS))
                .body(text);
    }

    private static int second(Map<String, String> query, int last) {
        Faults faults = new Faults();
        Fields fields = Fields.ofQuery(query, faults);
        long second = fields.whole("second", 1, Math.max(last, 1)).orElse((long) last);
        fields.refuseOthers();
        faults.throwIfAny();
        return (int) second;
    }

    private static void refuseAll(Map<String, String> query) {
        Faults faults = new Faults();
        Fields.ofQuery(query, faults).refuseOthers();
        faults.throwIfAny();
    }
}
