package dev.dropbehind.platform;

import dev.dropbehind.specification.Excerpt;
import java.net.URI;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.reactive.resource.NoResourceFoundException;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.server.ContentTooLargeException;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebInputException;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DatabindException;

/**
 * What the framework refuses before a controller sees it, as problem details in our words: where the text stops being
 * JSON, which method, address or form there is instead. Outside the API it is left to the pages.
 */
abstract class FrameworkProblems extends ResponseEntityExceptionHandler {

    private static final String TYPE = "urn:dropbehind:problem:";
    private static final String API = "/api/";
    private static final Pattern DUPLICATE = Pattern.compile("^Duplicate property \"(.*)\" for ");

    private final ApiProperties limits;

    FrameworkProblems(ApiProperties limits) {
        this.limits = limits;
    }

    /** Returns a problem with a type of ours. */
    static ProblemDetail problem(HttpStatus status, String type, String title, @Nullable String detail) {
        ProblemDetail body = ProblemDetail.forStatusAndDetail(status, detail);
        body.setType(URI.create(TYPE + type));
        body.setTitle(title);
        return body;
    }

    /** Returns whether a request is for the API, not for a page. */
    static boolean isApi(ServerWebExchange exchange) {
        return exchange.getRequest().getPath().value().startsWith(API);
    }

    @Override
    protected Mono<ResponseEntity<Object>> handleServerWebInputException(
            ServerWebInputException problem, HttpHeaders headers, HttpStatusCode status, ServerWebExchange exchange) {
        ProblemDetail body = problem(HttpStatus.BAD_REQUEST, "malformed-json", "Not JSON", whyNotJson(problem));
        return handleExceptionInternal(problem, body, headers, status, exchange);
    }

    @Override
    protected Mono<ResponseEntity<Object>> handleMethodNotAllowedException(
            MethodNotAllowedException problem, HttpHeaders headers, HttpStatusCode status, ServerWebExchange exchange) {
        ProblemDetail body = problem(
                HttpStatus.METHOD_NOT_ALLOWED,
                "method-not-allowed",
                "No such method here",
                Excerpt.of(problem.getHttpMethod()) + " is not possible here; possible is "
                        + listed(problem.getSupportedMethods()) + ".");
        return handleExceptionInternal(problem, body, headers, status, exchange);
    }

    @Override
    protected Mono<ResponseEntity<Object>> handleUnsupportedMediaTypeStatusException(
            UnsupportedMediaTypeStatusException problem,
            HttpHeaders headers,
            HttpStatusCode status,
            ServerWebExchange exchange) {
        String sent = Optional.ofNullable(problem.getContentType())
                .map(type -> "The body is sent as " + Excerpt.of(type.toString()))
                .orElse("The body has no readable Content-Type");
        ProblemDetail body = problem(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "unsupported-media-type",
                "No such form of body",
                sent + "; send " + listed(problem.getSupportedMediaTypes()) + ".");
        return handleExceptionInternal(problem, body, headers, status, exchange);
    }

    @Override
    protected Mono<ResponseEntity<Object>> handleNotAcceptableStatusException(
            NotAcceptableStatusException problem,
            HttpHeaders headers,
            HttpStatusCode status,
            ServerWebExchange exchange) {
        ProblemDetail body = problem(
                HttpStatus.NOT_ACCEPTABLE,
                "not-acceptable",
                "No such form of answer",
                "The Accept header takes nothing of what there is: " + listed(problem.getSupportedMediaTypes()) + ".");
        return handleExceptionInternal(problem, body, headers, status, exchange);
    }

    @Override
    protected Mono<ResponseEntity<Object>> handleResponseStatusException(
            ResponseStatusException problem, HttpHeaders headers, HttpStatusCode status, ServerWebExchange exchange) {
        return switch (problem) {
            case ContentTooLargeException tooLarge ->
                handleExceptionInternal(problem, tooLarge(exchange), headers, status, exchange);
            case NoResourceFoundException missing ->
                handleExceptionInternal(problem, notFound(exchange), headers, status, exchange);
            default -> super.handleResponseStatusException(problem, headers, status, exchange);
        };
    }

    @Override
    protected Mono<ResponseEntity<Object>> handleExceptionInternal(
            Exception problem,
            @Nullable Object body,
            @Nullable HttpHeaders headers,
            HttpStatusCode status,
            ServerWebExchange exchange) {
        return isApi(exchange)
                ? super.handleExceptionInternal(problem, body, headers, status, exchange)
                : Mono.error(problem);
    }

    private ProblemDetail tooLarge(ServerWebExchange exchange) {
        long limit = limits.bodyLimit().toBytes();
        long length = exchange.getRequest().getHeaders().getContentLength();
        ProblemDetail body = problem(
                HttpStatus.CONTENT_TOO_LARGE,
                "too-large",
                "The body is too large",
                "The body has " + (length < 0 ? "more than " + limit : length) + " bytes; the limit bodyLimit is "
                        + limit + ".");
        body.setProperty("limit", "bodyLimit");
        body.setProperty("value", limit);
        return body;
    }

    private static ProblemDetail notFound(ServerWebExchange exchange) {
        return problem(
                HttpStatus.NOT_FOUND,
                "not-found",
                "No such address",
                "There is nothing at "
                        + Excerpt.of(exchange.getRequest().getPath().value()) + "; /v3/api-docs says what there is.");
    }

    private static String whyNotJson(ServerWebInputException problem) {
        if (!(NestedExceptionUtils.getMostSpecificCause(problem) instanceof JacksonException cause)) {
            return "The body is empty; send JSON.";
        }
        TokenStreamLocation at = cause.getLocation();
        String place = at == null ? "" : "Line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
        return place + Excerpt.of(reason(cause));
    }

    private static String reason(JacksonException cause) {
        if (cause instanceof StreamConstraintsException) {
            StreamReadConstraints limits = StreamReadConstraints.defaults();
            return "This is nested deeper than " + limits.getMaxNestingDepth() + ", or has a number of more than "
                    + limits.getMaxNumberLength() + " digits or a name of more than " + limits.getMaxNameLength()
                    + " characters.";
        }
        String message = String.valueOf(cause.getOriginalMessage());
        Matcher duplicate = DUPLICATE.matcher(message);
        if (duplicate.find()) {
            return "The name \"" + duplicate.group(1) + "\" is there twice.";
        }
        return cause instanceof DatabindException ? "Something follows after the end of the value." : message;
    }

    private static String listed(Collection<?> things) {
        return things.stream()
                .map(thing -> thing instanceof MediaType type ? type.toString() : String.valueOf(thing))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
