package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ServiceTest
class KernelFilesApiTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String TEXT = "text/plain";

    @Autowired
    private WebTestClient client;

    private ApiClient api;

    @BeforeEach
    void connect() {
        api = new ApiClient(client);
    }

    @AfterEach
    void endAll() {
        api.endAll();
    }

    @Test
    void everyFileOfTheTreeCanBeReadOverHttp() {
        String fs = machineThatIsOver() + "/fs/";

        List<String> paths = walk(fs, "");

        assertThat(paths)
                .contains("proc/meminfo", "sys/kernel/debug/bdi/259:0/stats", "sys/block/nvme0n1/stat")
                .allSatisfy(path -> client.get()
                        .uri(fs + path)
                        .exchange()
                        .expectStatus()
                        .isOk()
                        .expectHeader()
                        .contentType("text/plain;charset=UTF-8"));
    }

    @Test
    void aFileIsThatOfTheSecondAskedForElseOfTheLast() {
        String variant = machineThatIsOver();
        String vmstat = variant + "/fs/proc/vmstat";

        assertThat(pgalloc(vmstat + "?second=2")).isGreaterThan(pgalloc(vmstat + "?second=1"));
        assertThat(api.text(vmstat, TEXT))
                .isEqualTo(api.text(vmstat + "?second=6", TEXT))
                .isNotEqualTo(api.text(vmstat + "?second=5", TEXT));
    }

    @Test
    void aFileSaysWhatTheSampleSays() {
        String variant = machineThatIsOver();
        String run = variant.substring(0, variant.indexOf("/variants"));
        JsonNode third = api.get(run + "/samples?variant=one").get(2);

        assertThat(api.text(variant + "/fs/proc/meminfo?second=3", TEXT))
                .contains(String.format(
                        "MemFree:        %8d kB%n",
                        third.at("/values/memFreeKiB").asLong()))
                .contains(String.format(
                        "Cached:         %8d kB%n",
                        third.at("/values/cachedKiB").asLong()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"proc", "proc/"})
    void aDirectoryAnswersItsListAsTextOrJson(String path) {
        String directory = machineThatIsOver() + "/fs/" + path;

        assertThat(api.text(directory, "*/*")).isEqualTo("diskstats\nmeminfo\nvmstat\n");
        client.get()
                .uri(directory)
                .accept(MediaType.APPLICATION_JSON)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"path\": \"proc/\", \"entries\": [{\"name\": \"diskstats\", \"kind\": \"file\"},"
                        + "{\"name\": \"meminfo\", \"kind\": \"file\"}, {\"name\": \"vmstat\", \"kind\": \"file\"}]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/fs", "/fs/"})
    void theRootListsItsDirectories(String root) {
        String directory = machineThatIsOver() + root;

        assertThat(api.text(directory, TEXT)).isEqualTo("proc/\nsys/\n");
        assertThat(api.text(directory, "application/json"))
                .isEqualTo(ApiClient.json("{'path':'','entries':[{'name':'proc','kind':'directory'},"
                        + "{'name':'sys','kind':'directory'}]}"));
    }

    @Test
    void beforeTheFirstSecondThereAreDirectoriesButNoFiles() {
        List.of(1, 2, 3).forEach(_ -> api.beginTwo("0.1"));
        String queued = api.beginTwo("0.1");
        String variant = "/api/v1/runs/" + queued + "/variants/two";

        assertThat(api.get("/api/v1/runs/" + queued).get("status").asString()).isEqualTo("QUEUED");
        assertThat(api.text(variant + "/fs/proc", TEXT)).contains("meminfo\n");
        refuses(variant + "/fs/proc/meminfo", 404, "file-not-found");
        refuses(variant + "/fs/proc/meminfo?second=1", 404, "file-not-found");
        assertThat(api.text(variant + "/sar", TEXT))
                .startsWith("00:00:00    kbmemfree")
                .hasLineCount(1);
        assertThat(api.text(variant + "/pidstat", TEXT))
                .startsWith("00:00:00      UID")
                .hasLineCount(1);
    }

    @Test
    void thereIsNoMeanWhileTheMachineRuns() {
        String run = "/api/v1/runs/" + api.beginTwo("0.1");

        assertThat(api.text(run + "/variants/one/sar", TEXT)).doesNotContain("Average");
        assertThat(api.text(run + "/variants/one/pidstat", TEXT)).doesNotContain("Average");
    }

    @Test
    void theRunSaysWhereTheFilesOfEachVariantAre() {
        String id = api.beginTwo("'max'");
        JsonNode links = api.over(id).at("/variants/1/links");

        assertThat(api.text(links.get("fs").asString(), TEXT)).isEqualTo("proc/\nsys/\n");
        assertThat(api.text(links.get("sar").asString(), TEXT)).contains("kbmemfree");
        assertThat(api.text(links.get("pidstat").asString(), TEXT)).contains("kswapd0");
        assertThat(links.get("sar").asString()).contains(id + "/variants/two/");
    }

    @Test
    void sarAndPidstatHaveALineForEachSecondAndTheMean() {
        String variant = machineThatIsOver();

        assertThat(api.text(variant + "/sar", TEXT).lines())
                .hasSize(8)
                .last()
                .asString()
                .startsWith("Average:   ");
        assertThat(api.text(variant + "/pidstat", TEXT).lines())
                .hasSize(10)
                .last()
                .asString()
                .startsWith("Average:        0        93    0.00");
    }

    @ParameterizedTest
    @CsvSource({
        "one/fs/proc/pressure/io, 404, file-not-found",
        "one/fs/proc/meminfo/, 404, file-not-found",
        "one/fs/../../../.., 404, file-not-found",
        "three/fs/proc/meminfo, 404, variant-not-found",
        "three/fs/, 404, variant-not-found",
        "three/sar, 404, variant-not-found",
        "three/pidstat, 404, variant-not-found",
        "one/fs/proc/meminfo?second=0, 400, invalid-input",
        "one/fs/proc/meminfo?second=7, 400, invalid-input",
        "one/fs/proc/meminfo?second=x, 400, invalid-input",
        "one/fs/proc/?second=7, 400, invalid-input",
        "one/fs/proc/meminfo?secund=1, 400, invalid-input",
        "one/sar?second=1, 400, invalid-input",
        "one/pidstat?second=1, 400, invalid-input"
    })
    void whatCannotBeAnsweredIsAProblem(String path, int status, String type) {
        String variant = machineThatIsOver();

        refuses(variant.substring(0, variant.lastIndexOf('/') + 1) + path, status, type);
    }

    @Test
    void aSecondOutOfRangeIsNamedWithTheRange() {
        client.get()
                .uri(machineThatIsOver() + "/fs/proc/meminfo?second=7")
                .exchange()
                .expectBody()
                .jsonPath("$.errors[0].pointer")
                .isEqualTo("?second")
                .jsonPath("$.errors[0].detail")
                .isEqualTo("This must be 1 to 6.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/fs/proc/meminfo", "/sar", "/pidstat"})
    void noRunIsNotFoundAndNoOtherFormThanTextIsThere(String path) {
        refuses("/api/v1/runs/000000000000/variants/one" + path, 404, "run-not-found");
        client.get()
                .uri(machineThatIsOver() + path)
                .accept(MediaType.IMAGE_PNG)
                .exchange()
                .expectStatus()
                .isEqualTo(406);
    }

    private void refuses(String uri, int status, String type) {
        ResponseSpec answer = client.get().uri(uri).accept(MediaType.TEXT_PLAIN).exchange();
        answer.expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:dropbehind:problem:" + type);
    }

    /** Runs two variants of six seconds to their end and returns the address of the first. */
    private String machineThatIsOver() {
        String id = api.beginTwo("'max'");
        api.over(id);
        return "/api/v1/runs/" + id + "/variants/one";
    }

    private List<String> walk(String fs, String directory) {
        List<String> paths = new ArrayList<>();
        for (JsonNode entry :
                JSON.readTree(api.text(fs + directory, "application/json")).get("entries")) {
            String path = directory + entry.get("name").asString();
            paths.addAll(entry.get("kind").asString().equals("directory") ? walk(fs, path + "/") : List.of(path));
        }
        return paths;
    }

    private long pgalloc(String uri) {
        return api.text(uri, TEXT)
                .lines()
                .filter(line -> line.startsWith("pgalloc_normal "))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }
}
