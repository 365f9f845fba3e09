package dev.dropbehind.validation;

import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
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
@RequestMapping("/api/v1/validations")
class ValidationController {

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

    private final ValidationService validations;

    ValidationController(ValidationService validations) {
        this.validations = validations;
    }

    @GetMapping
    List<ValidationView> all() {
        return validations.all().stream().map(ValidationView::of).toList();
    }

    @GetMapping("/{id}")
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

    @PostMapping("/{id}")
    ResponseEntity<ValidationView> recompute(@PathVariable String id) {
        ValidationView begun = ValidationView.of(validations.recompute(id));
        return ResponseEntity.accepted()
                .location(URI.create(begun.links().self()))
                .body(begun);
    }
}
