package dev.dropbehind.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.regex.Pattern;
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

/** The event log on the page of a run. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@TestInstance(Lifecycle.PER_CLASS)
class EventsTabIT {

    @LocalServerPort
    private int port;

    private Chromium chromium;
    private String finished;

    @BeforeAll
    void runTheExperiment() {
        chromium = Chromium.start();
        Api api = new Api(port);
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
    void everyDeviceReadSaysInOneSentenceWhichCallAndWhichRuleCausedIt() {
        try (Viewer viewer = open(Screen.DESKTOP_DARK, "?tab=events&t=1")) {
            assertThat(rows(viewer)).hasCount(200);
            assertThat(rows(viewer).first())
                    .hasText(Pattern.compile("0\\.\\d{6} sreader\\.0read pages 0–\\d+ of \\S+: page 0, the start of the"
                            + " file, missed by read\\(0, 32768\\)0–\\d+start of the file#1"));
            for (String row : rows(viewer).locator(".event-words").allTextContents()) {
                assertThat(row).matches("read pages? [\\d–]+ of \\S+: .*read\\(\\d+, 32768\\).*");
            }
            assertThat(viewer.part("event-causes")).hasText("Why: marker met 199×, start of the file 1×.");
            viewer.part("event-more").click();
            assertThat(rows(viewer)).hasCount(400);
        }
    }

    @Test
    void secondVariantAndKindsAreChosenByKeyboardAndStayInTheAddress() {
        try (Viewer viewer = open(Screen.DESKTOP_LIGHT, "?tab=events&t=4")) {
            Page page = viewer.page();
            assertThat(rows(viewer).first().locator(".event-time")).hasText(Pattern.compile("3\\.0\\d+ s"));
            page.keyboard().press("ArrowRight");
            assertThat(viewer.part("event-second")).hasText("second 5 of 31");
            assertThat(rows(viewer).first().locator(".event-time")).hasText(Pattern.compile("4\\.0\\d+ s"));
            page.locator("#events input[value=bio]").press("Space");
            assertThat(page.locator("#events input[value=bio]")).isChecked();
            page.locator("#events input[value=reclaim]").press("Space");
            page.locator("#events input[value=bio]").press("Space");
            assertThat(page).hasURL(Pattern.compile("[?&]events=reclaim$"));
            assertThat(rows(viewer)
                            .filter(new Locator.FilterOptions().setHasText("kswapd0"))
                            .first())
                    .isVisible();
            viewer.part("event-variant").selectOption("dontcache");
            assertThat(viewer.part("event-notice-text")).hasText("Nothing of this kind happened in second 5.");
            page.reload();
            assertThat(viewer.part("event-notice-text")).hasText("Nothing of this kind happened in second 5.");
            page.goBack();
            assertThat(rows(viewer).first()).isVisible();
            viewer.checkConsole();
        }
    }

    @Test
    void theTraceIsAFileForAViewerOfTraces() {
        try (Viewer viewer = open(Screen.DESKTOP_DARK, "?tab=events&t=2")) {
            var download = viewer.page()
                    .waitForDownload(() -> viewer.part("event-trace").click());

            assertThat(download.suggestedFilename()).isEqualTo(finished + "-cached-events.perfetto.json");
        }
    }

    @ParameterizedTest
    @EnumSource(Screen.class)
    void theEventsFitEveryScreen(Screen screen) {
        try (Viewer viewer = open(screen, "?tab=events&t=9&events=bio,completion,wait")) {
            assertThat(rows(viewer)).hasCount(200);
            viewer.save("run-events-" + screen.suffix());
            viewer.checkPage();
        }
    }

    private static Locator rows(Viewer viewer) {
        return viewer.page().locator("[data-part=event-rows] tr");
    }

    private Viewer open(Screen screen, String view) {
        Viewer viewer =
                Viewer.on(chromium.browser(), screen).open("http://localhost:" + port + "/runs/" + finished + view);
        viewer.awaitEnd();
        return viewer;
    }
}
