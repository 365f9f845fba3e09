package dev.dropbehind.platform;

import dev.dropbehind.lesson.LessonNotFoundException;
import dev.dropbehind.run.AssertionsFailedException;
import dev.dropbehind.run.BusyException;
import dev.dropbehind.run.IdempotencyException;
import dev.dropbehind.run.KernelFileNotFoundException;
import dev.dropbehind.run.RunConflictException;
import dev.dropbehind.run.RunNotFoundException;
import dev.dropbehind.run.VariantNotFoundException;
import dev.dropbehind.scenario.ScenarioNotFoundException;
import dev.dropbehind.specification.InvalidInputException;
import dev.dropbehind.validation.ValidationBusyException;
import dev.dropbehind.validation.ValidationNotFoundException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Turns exceptions into RFC 9457 problem details whose {@code type} is {@code urn:dropbehind:problem:} and a word that
 * stays (src/docs/problems.md).
 */
@RestControllerAdvice
class ApiProblems extends FrameworkProblems {

    private static final Logger LOG = LoggerFactory.getLogger(ApiProblems.class);

    ApiProblems(ApiProperties limits) {
        super(limits);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> invalid(InvalidInputException problem) {
        int count = problem.faults().size();
        ProblemDetail body = problem(
                HttpStatus.BAD_REQUEST,
                "invalid-input",
                "Invalid input",
                count == 1 ? "The request has one fault." : "The request has " + count + " faults.");
        body.setProperty("errors", problem.faults());
        return respond(body);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notFound(RunNotFoundException problem) {
        return respond(problem(HttpStatus.NOT_FOUND, "run-not-found", "No such run", problem.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notFound(ScenarioNotFoundException problem) {
        return respond(problem(HttpStatus.NOT_FOUND, "scenario-not-found", "No such scenario", problem.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notFound(LessonNotFoundException problem) {
        return respond(problem(HttpStatus.NOT_FOUND, "lesson-not-found", "No such lesson", problem.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notFound(ValidationNotFoundException problem) {
        return respond(
                problem(HttpStatus.NOT_FOUND, "validation-not-found", "No such validation", problem.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notFound(VariantNotFoundException problem) {
        return respond(problem(HttpStatus.NOT_FOUND, "variant-not-found", "No such variant", problem.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> notFound(KernelFileNotFoundException problem) {
        return respond(problem(HttpStatus.NOT_FOUND, "file-not-found", "No such file", problem.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> conflict(RunConflictException problem) {
        ProblemDetail body =
                problem(HttpStatus.CONFLICT, "run-conflict", "Not possible in this state", problem.getMessage());
        body.setProperty("runStatus", problem.status());
        return respond(body);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> failed(AssertionsFailedException problem) {
        ProblemDetail body = problem(
                HttpStatus.UNPROCESSABLE_CONTENT, "assertion-failed", "An assertion fails", problem.getMessage());
        body.setProperty("holds", false);
        body.setProperty("assertions", problem.assertions());
        return respond(body);
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> keyUsedTwice(IdempotencyException problem) {
        return respond(problem(
                HttpStatus.UNPROCESSABLE_CONTENT,
                "idempotency-key-reused",
                "The key came with another request",
                problem.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> busy(BusyException problem) {
        ProblemDetail body = problem(HttpStatus.TOO_MANY_REQUESTS, "busy", "A limit is reached", problem.getMessage());
        body.setProperty("limit", problem.limit());
        body.setProperty("value", problem.value());
        return later(body, problem.retryAfter());
    }

    @ExceptionHandler
    ResponseEntity<ProblemDetail> busy(ValidationBusyException problem) {
        ProblemDetail body = problem(HttpStatus.TOO_MANY_REQUESTS, "busy", "A limit is reached", problem.getMessage());
        body.setProperty("limit", "validationsAtATime");
        body.setProperty("value", 1);
        return later(body, problem.retryAfter());
    }

    @ExceptionHandler
    Mono<ResponseEntity<Object>> unexpected(RuntimeException problem, ServerWebExchange exchange) {
        if (!isApi(exchange)) {
            return Mono.error(problem);
        }
        LOG.error("{} failed", exchange.getRequest().getPath(), problem);
        ProblemDetail body = problem(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "internal",
                "Internal error",
                "The service failed; its log says why.");
        return Mono.just(ResponseEntity.internalServerError().body(body));
    }

    private static ResponseEntity<ProblemDetail> later(ProblemDetail body, Duration retryAfter) {
        return ResponseEntity.of(body)
                .header(HttpHeaders.RETRY_AFTER, Long.toString(retryAfter.toSeconds()))
                .build();
    }

    private static ResponseEntity<ProblemDetail> respond(ProblemDetail body) {
        return ResponseEntity.status(body.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(body);
    }
}
