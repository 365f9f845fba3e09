package dev.dropbehind.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route.FulfillOptions;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@TestInstance(Lifecycle.PER_CLASS)
class RunPageIT {

    private static final String MAX = "\"max\"";
    private static final String THROUGHPUT = "readMiBps";
    private static final int CHARTS = 9;

    @LocalServerPort
    private int port;

    private Chromium chromium;
    private Api api;
    private String finished;

    @BeforeAll
    void runTheExperiment() {
        chromium = Chromium.start();
        api = new Api(port);
        finished = api.start(MAX);
        api.awaitEnd(finished);
    }

    @AfterAll
    void closeTheBrowser() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @ParameterizedTest
    @EnumSource(Screen.class)
    void aFinishedRunIsDrawnWholeOnEveryScreen(Screen screen) {
        try (Viewer viewer = Viewer.on(browser(), screen).open(address(port, finished))) {
            viewer.awaitEnd();
            assertThat(viewer.page().locator("canvas[role=img]")).hasCount(CHARTS);
            assertThat(viewer.part("status")).hasText("completed");
            viewer.save("run-" + screen.suffix());
            viewer.checkPage();
        }
    }

    @ParameterizedTest
    @EnumSource(Screen.class)
    void tableAndSpecFitEveryScreen(Screen screen) {
        for (String tab : List.of("table", "spec")) {
            try (Viewer viewer = Viewer.on(browser(), screen).open(address(port, finished) + "?tab=" + tab)) {
                viewer.awaitEnd();
                assertThat(viewer.page().locator("#" + tab + " pre").first()).containsText("cached");
                viewer.save("run-" + tab + "-" + screen.suffix());
                viewer.checkPage();
            }
        }
    }

    @Test
    void everyPanelExplainsItselfAndStillFitsAPhone() {
        try (Viewer viewer = Viewer.on(browser(), Screen.PHONE_DARK).open(address(port, finished) + "?t=9")) {
            viewer.awaitEnd();
            viewer.page().locator(".help-button").all().forEach(button -> button.click());
            assertThat(viewer.page().locator(".help:visible")).hasCount(CHARTS);
            assertThat(viewer.page().locator(".help:visible").nth(1)).containsText("Kernel name");
            viewer.save("run-help-" + Screen.PHONE_DARK.suffix());
            viewer.checkPage();
        }
    }

    @Test
    void aCutLineIsSaidAndTheRestComesWithoutGapOrRepeat() throws IOException {
        String run = api.startPaused("2");
        try (CuttableLine line = new CuttableLine(port);
                Viewer viewer = Viewer.on(browser(), Screen.DESKTOP_DARK).open(address(line.port(), run))) {
            api.control(run, "resume");
            viewer.awaitSamples(6);
            line.cut();
            assertThat(viewer.part("notice")).containsText("Connection lost. Reconnecting");
            viewer.save("run-lost-" + Screen.DESKTOP_DARK.suffix());
            line.mend();
            assertThat(viewer.part("notice")).isHidden();
            line.cut();
            line.mend();
            viewer.awaitEnd();
            assertSeesAll(viewer, run);
        }
    }

    @Test
    void aReloadedPageAndANewBrowserShowTheSame() {
        String run = api.start("20");
        List<List<String>> seen;
        try (Viewer viewer = Viewer.on(browser(), Screen.DESKTOP_LIGHT).open(address(port, run))) {
            viewer.awaitSamples(8);
            viewer.page().reload();
            viewer.awaitEnd();
            assertSeesAll(viewer, run);
            seen = viewer.figures(THROUGHPUT);
        }
        try (Chromium restarted = Chromium.start();
                Viewer viewer =
                        Viewer.on(restarted.browser(), Screen.PHONE_LIGHT).open(address(port, run))) {
            viewer.awaitEnd();
            assertThat(viewer.figures(THROUGHPUT)).isEqualTo(seen);
        }
    }

    @Test
    void twoViewersWhoBothSteerSeeTheSameRun() {
        String run = api.startPaused("5");
        try (Viewer one = Viewer.on(browser(), Screen.DESKTOP_DARK)
                        .open(address(port, run))
                        .awaitLive();
                Viewer two = Viewer.on(browser(), Screen.DESKTOP_LIGHT)
                        .open(address(port, run))
                        .awaitLive()) {
            one.page().locator("button[data-pace][value='1']").click();
            assertThat(two.page().locator("button[data-pace][value='1']")).hasAttribute("aria-pressed", "true");
            two.page().locator("button[data-pace][value='20']").click();
            assertThat(one.page().locator("button[data-pace][value='20']")).hasAttribute("aria-pressed", "true");
            one.page().locator("[data-action=pause]").click();
            one.awaitEnd();
            two.awaitEnd();
            assertSeesAll(one, run);
            assertThat(two.figures(THROUGHPUT)).isEqualTo(one.figures(THROUGHPUT));
        }
    }

    @Test
    void keysPauseStepAndMoveTheCursor() {
        String run = api.startPaused("1");
        try (Viewer viewer = Viewer.on(browser(), Screen.DESKTOP_DARK)
                .open(address(port, run))
                .awaitLive()) {
            assertThat(viewer.part("status")).hasText("paused");
            viewer.page().keyboard().press("Space");
            viewer.awaitSamples(4);
            viewer.page().keyboard().press("Space");
            assertThat(viewer.part("status")).hasText("paused");
            int before = Integer.parseInt(viewer.page().locator("main").getAttribute("data-samples"));
            viewer.page().keyboard().press("Period");
            viewer.awaitSamples(before + 2);
            assertThat(viewer.part("status")).hasText("paused");
            viewer.page().keyboard().press("ArrowLeft");
            assertThat(viewer.part("cursor")).hasText(before / 2 + " s");
            viewer.page().waitForURL("**/*t=" + before / 2 + "*");
            viewer.page().keyboard().press("Shift+Slash");
            assertThat(viewer.page().locator("dialog.keys")).isVisible();
            viewer.page().keyboard().press("Escape");
            viewer.save("run-paused-" + Screen.DESKTOP_DARK.suffix());
            viewer.page().locator("[data-action=cancel]").click();
            assertThat(viewer.part("status")).hasText("cancelled");
            assertThat(viewer.part("state")).containsText("what was measured stays");
            viewer.checkPage();
        }
    }

    @Test
    void theAddressHoldsTabSecondThemeAndUnit() {
        String view = "?tab=spec&t=9&theme=light&unit=decimal";
        try (Viewer viewer = Viewer.on(browser(), Screen.DESKTOP_DARK).open(address(port, finished) + view)) {
            viewer.awaitEnd();
            Page page = viewer.page();
            assertThat(page.locator("#spec")).isVisible();
            assertThat(page.locator("html")).hasAttribute("data-theme", "light");
            assertThat(viewer.part("cursor")).hasText("9 s");
            page.keyboard().press("1");
            assertThat(page.locator("[data-metric=" + THROUGHPUT + "] thead").first())
                    .containsText("GB");
            assertThat(page.url())
                    .contains("t=9", "theme=light", "unit=decimal")
                    .doesNotContain("tab=");
        }
    }

    @Test
    void withoutScriptsThePageIsADocument() {
        try (Viewer viewer =
                Viewer.withoutScripts(browser(), Screen.DESKTOP_LIGHT).open(address(port, finished))) {
            assertThat(viewer.page().locator("h1")).not().isEmpty();
            assertThat(viewer.part("status")).hasText("completed");
            assertThat(viewer.page().locator("#table pre")).containsText("dontcache");
            assertThat(viewer.page().locator("#spec pre").first()).containsText("jobs");
            viewer.save("run-no-scripts-" + Screen.DESKTOP_LIGHT.suffix());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"QUEUED", "FAILED"})
    void aRunThatIsQueuedOrFailedSaysSoInWords(String status) {
        String failure = status.equals("FAILED") ? "{\"detail\": \"second 4: a page was lost\"}" : "null";
        String run = api.get("/runs/" + finished)
                .toString()
                .replace("\"COMPLETED\"", "\"" + status + "\"")
                .replace("\"failure\":null", "\"failure\":" + failure);
        try (Viewer viewer = Viewer.on(browser(), Screen.DESKTOP_DARK)) {
            viewer.page()
                    .route(
                            "**/api/v1/runs/" + finished,
                            route -> route.fulfill(new FulfillOptions()
                                    .setContentType("application/json")
                                    .setBody(run)));
            viewer.page().route("**/stream", route -> {});
            viewer.open(address(port, finished));
            assertThat(viewer.part("status")).hasText(status.toLowerCase(java.util.Locale.ROOT));
            assertThat(viewer.part("state"))
                    .containsText(status.equals("FAILED") ? "Failed" : "as soon as a worker is free");
            assertThat(viewer.part("failure").isVisible()).isEqualTo(status.equals("FAILED"));
            viewer.save("run-" + status.toLowerCase(java.util.Locale.ROOT) + "-" + Screen.DESKTOP_DARK.suffix());
        }
    }

    @Test
    void aRunThatIsNotThereIsAPageThatSaysSo() {
        try (Viewer viewer = Viewer.on(browser(), Screen.PHONE_LIGHT)) {
            assertThat(viewer.page().navigate(address(port, "nothing")).status())
                    .isEqualTo(404);
            assertThat(viewer.page().locator("main")).containsText("There is no run of this name");
        }
    }

    private void assertSeesAll(Viewer viewer, String run) {
        int seconds = api.get("/runs/" + run).get("progress").get("ofSeconds").asInt();
        List<Integer> all = IntStream.rangeClosed(1, seconds).boxed().toList();
        assertThat(api.seconds(run, "cached")).isEqualTo(all);
        List<List<String>> figures = viewer.figures(THROUGHPUT);
        assertThat(figures).extracting(row -> Integer.valueOf(row.getFirst())).isEqualTo(all);
        assertThat(figures).allSatisfy(row -> assertThat(row).hasSize(3).doesNotContain("–"));
        assertThat(viewer.page().locator("main")).hasAttribute("data-samples", String.valueOf(2 * seconds));
    }

    private Browser browser() {
        return chromium.browser();
    }

    private static String address(int port, String run) {
        return "http://localhost:" + port + "/runs/" + run;
    }
}
