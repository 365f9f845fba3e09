package dev.dropbehind.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What can be taken away from the page of a run: files, a picture, its address, the request that runs it again. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@TestInstance(Lifecycle.PER_CLASS)
class RunPageExportIT {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int SAMPLES = 62;
    private static final int MANY_COLOURS = 100;

    @LocalServerPort
    private int port;

    private Chromium chromium;
    private Api api;
    private String finished;

    @BeforeAll
    void runTheExperiment() {
        chromium = Chromium.start();
        api = new Api(port);
        finished = api.start("\"max\"");
        api.awaitEnd(finished);
    }

    @AfterAll
    void closeTheBrowser() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @Test
    void everyFormOfTheSamplesIsAFileWithAllOfThem() throws IOException {
        try (Viewer viewer = open("")) {
            List<String> csv = Files.readAllLines(download(viewer, "CSV", "-samples.csv"));
            assertThat(csv).hasSize(SAMPLES + 1);
            assertThat(csv.getFirst()).startsWith("variant,second,readMiBps,");
            List<String> lines = Files.readAllLines(download(viewer, "NDJSON", "-samples.ndjson"));
            assertThat(lines).hasSize(SAMPLES);
            assertThat(JSON.readTree(lines.getLast())).isEqualTo(sample(SAMPLES - 1));
            JsonNode all = JSON.readTree(download(viewer, "JSON", "-samples.json"));
            assertThat(all).isEqualTo(api.samples(finished));
            assertThat(Files.readString(download(viewer, "Text", "-table.txt")))
                    .isEqualTo(viewer.part("table").textContent());
        }
    }

    @ParameterizedTest
    @EnumSource(Screen.class)
    void theOpenMenuFitsEveryScreen(Screen screen) {
        try (Viewer viewer = Viewer.on(chromium.browser(), screen).open(address(""))) {
            viewer.awaitEnd();
            viewer.page().keyboard().press("e");
            assertThat(viewer.page().locator(".menu-items")).isVisible();
            viewer.checkPage();
            viewer.page().keyboard().press("Escape");
            assertThat(viewer.page().locator(".menu-items")).isHidden();
        }
    }

    @Test
    void thePictureShowsTheCharts() throws IOException {
        try (Viewer viewer = open("?range=5-12&theme=light")) {
            BufferedImage picture = ImageIO.read(download(viewer, "PNG", ".png").toFile());
            assertThat(picture.getWidth()).isGreaterThan(2 * 1300);
            assertThat(picture.getHeight()).isGreaterThan(2 * 900);
            for (int third = 0; third < 3; third++) {
                int width = picture.getWidth() / 3;
                assertThat(colours(picture.getSubimage(third * width, 0, width, picture.getHeight())))
                        .isGreaterThan(MANY_COLOURS);
            }
        }
    }

    @Test
    void sharingCopiesTheAddressOfTheView() {
        try (Viewer viewer = open("?tab=table&range=5-12")) {
            Page page = viewer.page();
            page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
            page.keyboard().press("ArrowLeft");
            page.keyboard().press("s");
            assertThat(viewer.part("share")).hasText("Copied");
            assertThat(page.evaluate("() => navigator.clipboard.readText()"))
                    .isEqualTo(address("?tab=table&range=5-12&t=30"));
            assertThat(viewer.part("share")).hasText("Share");
        }
    }

    @Test
    void theRequestOfThePageRunsTheSameAgain() {
        try (Viewer viewer = open("?tab=spec")) {
            assertThat(viewer.part("curl")).containsText("curl -s -X POST http://localhost:" + port + "/api/v1/runs");
            ObjectNode body = (ObjectNode) JSON.readTree(viewer.part("body").inputValue());
            assertThat(body.get("scenario").asString()).isEqualTo("f2fs-uncached-read");
            String again = api.submit(body.put("pace", "max").toString());
            assertThat(api.awaitEnd(again).at("/variants/0/digest"))
                    .isEqualTo(api.get("/runs/" + finished).at("/variants/0/digest"));
        }
    }

    @Test
    void aChangedRequestRunsAndAWrongOneNamesItsFaults() {
        try (Viewer viewer = open("?tab=spec")) {
            Page page = viewer.page();
            viewer.part("body").fill("{\"scenario\": \"f2fs-uncached-read\", \"overrides\": {\"duration\": \"0s\"}}");
            viewer.part("send").click();
            assertThat(viewer.part("faults")).containsText("/overrides/duration");
            viewer.part("body").fill("{\"scenario\":");
            assertThat(viewer.part("send")).isDisabled();
            viewer.part("body").fill("{\"scenario\": \"f2fs-uncached-read\", \"overrides\": {\"duration\": \"2s\"}}");
            viewer.part("send").click();
            page.waitForURL(address -> address.contains("/runs/") && !address.contains(finished));
            viewer.awaitEnd();
            assertThat(viewer.part("elapsed")).hasText("2 s of 2 s simulated");
            String changed = page.locator("main").getAttribute("data-run");
            viewer.part("again").locator("button").click();
            page.waitForURL(address -> address.contains("/runs/") && !address.contains(changed));
            assertThat(viewer.part("elapsed")).containsText("of 2 s simulated");
        }
    }

    private Path download(Viewer viewer, String entry, String end) {
        viewer.page().keyboard().press("e");
        Download download = viewer.page()
                .waitForDownload(() -> viewer.page()
                        .locator(".menu-items > *:has(b:text-is('" + entry + "'))")
                        .click());
        assertThat(download.suggestedFilename()).contains(finished).endsWith(end);
        assertThat(viewer.page().locator(".menu-items")).isHidden();
        return download.path();
    }

    private JsonNode sample(int place) {
        return api.samples(finished).get(place);
    }

    private static long colours(BufferedImage image) {
        return IntStream.range(0, image.getHeight())
                .flatMap(y -> IntStream.range(0, image.getWidth()).map(x -> image.getRGB(x, y)))
                .distinct()
                .count();
    }

    private Viewer open(String view) {
        Viewer viewer = Viewer.on(chromium.browser(), Screen.DESKTOP_DARK).open(address(view));
        viewer.awaitEnd();
        return viewer;
    }

    private String address(String view) {
        return "http://localhost:" + port + "/runs/" + finished + view;
    }
}
