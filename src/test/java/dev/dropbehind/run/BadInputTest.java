package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.BodyContentSpec;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import reactor.core.publisher.Flux;

/** Whatever is sent, the answer is a problem detail in our words, and the service goes on. */
@ServiceTest
class BadInputTest {

    private static final int TEN_MEGABYTES = 10 << 20;

    @Autowired
    private WebTestClient client;

    @AfterEach
    void theServiceIsUnharmed() {
        client.get().uri("/actuator/health/readiness").exchange().expectStatus().isOk();
    }

    @Test
    void aSpecWithTenFaultsIsAnsweredTen() {
        problem(
                        post("{'variants': [{'name': 'x', 'spec': {"
                                + "'machine': {'cpus': 0, 'hz': 99}, 'memory': {'ram': '1EiB', 'reserved': -1},"
                                + "'fileSystem': {'blockSize': 3}, 'kernel': {'toggles': {'f2fs.fop': true}},"
                                + "'jobs': [{}], 'duration': 5, 'seed': 'x', 'speed': 1}}]}"),
                        400,
                        "invalid-input")
                .jsonPath("$.detail")
                .isEqualTo("The request has 10 faults.")
                .jsonPath("$.errors[*].pointer")
                .value((List<String> pointers) -> assertThat(pointers)
                        .extracting(pointer -> pointer.replace("/variants/0/spec", ""))
                        .containsExactlyInAnyOrder(
                                "/machine/cpus",
                                "/machine/hz",
                                "/memory/ram",
                                "/memory/reserved",
                                "/fileSystem/blockSize",
                                "/kernel/toggles/f2fs.fop",
                                "/jobs/0/size",
                                "/duration",
                                "/seed",
                                "/speed"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            'memory': {'ram': '1EiB'}                     | /memory/ram
            'memory': {'ram': 1152921504606846976}        | /memory/ram
            'memory': {'ram': 1e400}                      | /memory/ram
            'memory': {'ram': 'NaN'}                      | /memory/ram
            'memory': {'ram': 99999999999999999999999999} | /memory/ram
            'memory': {'reserved': -4096}                 | /memory/reserved
            'machine': {'cpus': 0}                        | /machine/cpus
            'machine': {'cpus': '8'}                      | /machine/cpus
            'machine': {'cpus': [8]}                      | /machine/cpus
            'machine': {'cpus': true}                     | /machine/cpus
            'machine': []                                 | /machine
            'fileSystem': {'blockSize': 3}                | /fileSystem/blockSize
            'kernel': {'toggles': {'mm.unheard': true}}   | /kernel/toggles/mm.unheard
            'kernel': {'toggles': []}                     | /kernel/toggles
            'duration': '-1s'                             | /duration
            'duration': 'Infinity'                        | /duration
            'unheard': 1                                  | /unheard
            'jobs': []                                    | /jobs
            'jobs': [{'size': 0}]                         | /jobs/0/size
            'jobs': [{'size': -1}]                        | /jobs/0/size
            'jobs': [{'size': '1m', 'bs': '2m'}]          | /jobs/0/size
            'jobs': [{'size': '1m', 'offset': '5t'}]      | /jobs/0/offset
            'jobs': [{'size': '1m', 'runtime': '0s'}]     | /jobs/0/runtime
            'jobs': [{'size': 1, 'bs': 1, 'numjobs': 2, 'filename': 'f', 'layout': 'interleaved'}] | /jobs/0/numjobs
            'jobs': [{'size': '1m', 'name': 'a\\u0000b'}] | /jobs/0/name
            'jobs': [{'size': '1m', 'name': '\\ud800'}]   | /jobs/0/name
            """)
    void aValueThatCannotBeIsAFaultAtItsPlace(String member, String pointer) {
        String jobs = member.contains("jobs") ? "" : ", 'jobs': [{'size': '1m'}]";
        problem(post("{'variants': [{'name': 'x', 'spec': {" + member + jobs + "}}]}"), 400, "invalid-input")
                .jsonPath("$.errors[*].pointer")
                .value((List<String> found) -> assertThat(found).containsExactly("/variants/0/spec" + pointer));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a\\u0007': 1}",
                "{'title': '\\udfff\\ud800'}",
                "{'labels': {'a': '\\udc00'}}",
                "{'scenario': '\\u0000'}",
                "{'pace': 1e400}",
                "{'seed': 1e400}",
                "null",
                "17",
                "'text'"
            })
    void textsThatCannotBeWrittenDownAreRefusedAndNotRepeated(String body) {
        problem(post(body), 400, "invalid-input");
    }

    @Test
    void aNameThatIsHalfOfASurrogatePairIsNoJson() {
        problem(post("{'\\ud800': 1}"), 400, "malformed-json");
    }

    @Test
    void numbersOfHundredsOfDigitsAreRefused() {
        String digits = "9".repeat(400);
        problem(post("{'pace': " + digits + ", 'seed': " + digits + "}"), 400, "invalid-input");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/runs", "/api/v1/specs"})
    void hundredThousandJobsAreOneFaultThatDoesNotRepeatThem(String uri) {
        String jobs = "{},".repeat(100_000);
        problem(
                        post(
                                uri,
                                "{'variants': [{'name': 'x', 'spec': {'jobs': [" + jobs.substring(0, jobs.length() - 1)
                                        + "]}}]}"),
                        400,
                        "invalid-input")
                .jsonPath("$.errors[0].pointer")
                .isEqualTo("/variants/0/spec/jobs")
                .jsonPath("$.errors[0].value")
                .value((String value) -> assertThat(value.length()).isLessThan(300));
    }

    @Test
    void tenThousandUnknownFieldsAreTwoHundredFaults() {
        StringBuilder body = new StringBuilder("{'a': 1");
        for (int i = 0; i < 10_000; i++) {
            body.append(", 'b").append(i).append("': 1");
        }
        problem(post(body + "}"), 400, "invalid-input")
                .jsonPath("$.errors.length()")
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'scenario': 'f2fs',         | Line 1, column
            {'scenario' 'f2fs'}          | Line 1, column 13
            {'seed': NaN}                | Line 1, column
            {'seed': 01}                 | Line 1, column
            {'a': 1, 'a': 2}             | The name "a" is there twice.
            nonsense                     | Line 1, column
            {'seed': 1} {'seed': 2}      | Something follows after the end of the value.
            """)
    void aTextThatIsNoJsonIsRefusedWithItsPlace(String body, String detail) {
        problem(post(body), 400, "malformed-json")
                .jsonPath("$.detail")
                .value((String found) -> assertThat(found).contains(detail).doesNotContain("tools.jackson"));
    }

    @Test
    void anEmptyBodyIsCalledEmpty() {
        problem(post(""), 400, "malformed-json").jsonPath("$.detail").isEqualTo("The body is empty; send JSON.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void aTextThatIsNestedTooDeeplyIsRefusedAsSuch(String nested) {
        problem(post(nested.repeat(10_000)), 400, "malformed-json")
                .jsonPath("$.detail")
                .value((String detail) -> assertThat(detail).contains("nested deeper than 500"));
    }

    @Test
    void aBodyOfTenMegabytesIsRefusedWithTheLimit() {
        problem(post("/api/v1/runs", "x".repeat(TEN_MEGABYTES)), 413, "too-large")
                .jsonPath("$.detail")
                .isEqualTo("The body has 10485760 bytes; the limit bodyLimit is 1048576.")
                .jsonPath("$.limit")
                .isEqualTo("bodyLimit")
                .jsonPath("$.value")
                .isEqualTo(1 << 20);
    }

    @Test
    void aBodyOfUnknownLengthIsRefusedOnceItIsTooLong() {
        byte[] piece = " ".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        Flux<DataBuffer> pieces =
                Flux.range(0, TEN_MEGABYTES >> 16).map(i -> DefaultDataBufferFactory.sharedInstance.wrap(piece));

        ResponseSpec answer = client.post()
                .uri("/api/v1/specs")
                .contentType(MediaType.APPLICATION_JSON)
                .body(pieces, DataBuffer.class)
                .exchange();

        problem(answer, 413, "too-large")
                .jsonPath("$.detail")
                .isEqualTo("The body has more than 1048576 bytes; the limit bodyLimit is 1048576.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/xml", "multipart/form-data"})
    void anotherFormOfBodyIsRefusedWithWhatIsTaken(String form) {
        ResponseSpec answer = client.post()
                .uri("/api/v1/runs")
                .header(HttpHeaders.CONTENT_TYPE, form)
                .bodyValue("{}".getBytes(StandardCharsets.UTF_8))
                .exchange();

        problem(answer, 415, "unsupported-media-type")
                .jsonPath("$.detail")
                .value((String detail) -> assertThat(detail).contains("application/json"));
    }

    @ParameterizedTest
    @CsvSource({"PUT, /api/v1/runs, GET", "PATCH, /api/v1/runs/000000000000, GET", "GET, /api/v1/specs, POST"})
    void aMethodThatIsNotPossibleIsRefusedWithThoseThatAre(String method, String uri, String possible) {
        ResponseSpec answer = client.method(HttpMethod.valueOf(method)).uri(uri).exchange();
        answer.expectHeader()
                .value(HttpHeaders.ALLOW, allow -> assertThat(allow).contains(possible));

        problem(answer, 405, "method-not-allowed")
                .jsonPath("$.detail")
                .value((String detail) -> assertThat(detail).startsWith(method).contains(possible));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/nothing", "/api/v2/runs", "/api/v1/runs/000000000000/nothing", "/api/v1/runs/"})
    void anAddressWithNothingIsNotFound(String uri) {
        problem(client.get().uri(uri).exchange(), 404, "not-found");
    }

    @Test
    void anAnswerInNoFormThatThereIsIsRefused() {
        problem(
                client.get()
                        .uri("/api/v1/scenarios")
                        .header(HttpHeaders.ACCEPT, "image/png")
                        .exchange(),
                406,
                "not-acceptable");
    }

    private ResponseSpec post(String body) {
        return post("/api/v1/runs", body);
    }

    private ResponseSpec post(String uri, String body) {
        return client.post()
                .uri(uri)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(ApiClient.json(body).getBytes(StandardCharsets.UTF_8))
                .exchange();
    }

    /** Checks what all problems have in common. */
    private static BodyContentSpec problem(ResponseSpec answer, int status, String type) {
        return answer.expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:dropbehind:problem:" + type)
                .jsonPath("$.status")
                .isEqualTo(status)
                .jsonPath("$.title")
                .isNotEmpty()
                .jsonPath("$.trace")
                .doesNotExist();
    }
}
