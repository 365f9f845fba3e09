package dev.dropbehind.validation;

import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** The validations over HTTP. */
@RestController
@Tag(name = "Validations")
@RequestMapping("/api/v1/validations")
class ValidationController {

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private final ValidationService validations;

    ValidationController(ValidationService validations) {
        this.validations = validations;
    }

    /** All validations: published figures with ours beside them, the worst first, and scores by role. */
    @GetMapping
    List<ValidationView> all() {
        return validations.all().stream().map(ValidationView::of).toList();
    }

    /**
     * One validation as it stands, or as it is when it has been computed.
     *
     * @param id name of the validation
     */
    @GetMapping("/{id}")
    @Parameter(
            name = "wait",
            in = ParameterIn.QUERY,
            description = "answer when it has been computed, or after this time",
            schema = @Schema(type = "string", example = "30s"))
    Mono<ValidationView> one(@PathVariable String id, @RequestParam Map<String, String> query) {
        Faults faults = new Faults();
        Fields fields = Fields.ofQuery(query, faults);
        Optional<Duration> wait =
                fields.nanos("wait", 0, LONGEST_WAIT.toNanos()).map(Duration::ofNanos);
        fields.refuseOthers();
        faults.throwIfAny();
        Mono<Standing> now = Mono.fromSupplier(() -> validations.get(id));
        return wait.map(time -> Mono.fromFuture(validations.whenComputed(id)).timeout(time, now))
                .orElse(now)
                .map(ValidationView::of);
    }

    /**
     * Simulates a validation anew. One is computed at a time.
     *
     * @param id name of the validation
     */
    @PostMapping("/{id}")
    @ApiResponse(
            responseCode = "202",
            description = "the validation, being computed",
            headers = @Header(name = "Location", description = "address of the validation"))
    @ApiResponse(responseCode = "429", description = "another one is being computed")
    ResponseEntity<ValidationView> recompute(@PathVariable String id) {
        ValidationView begun = ValidationView.of(validations.recompute(id));
        return ResponseEntity.accepted()
                .location(URI.create(begun.links().self()))
                .body(begun);
    }
}
