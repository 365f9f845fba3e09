package dev.dropbehind.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.List;
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

/** The kernel's files on the page of a run, at the cursor's second. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@TestInstance(Lifecycle.PER_CLASS)
class KernelTabIT {

    /** The text that a pane shows, the signs at the start of its lines left out. */
    private static final String TEXT = "pre => [...pre.children].map(line => line.lastChild.textContent).join('')";

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
    void aFileIsThatOfTheCursorsSecondInBothVariants() {
        try (Viewer viewer = open(Screen.DESKTOP_DARK, "?tab=kernel&t=9")) {
            assertShows(viewer, "proc/meminfo", 9);
            viewer.page().keyboard().press("ArrowRight");
            assertThat(viewer.part("slider-second")).hasText("second 10 of 31");
            assertShows(viewer, "proc/meminfo", 10);
            viewer.part("slider").fill("4");
            assertThat(viewer.part("cursor")).hasText("4 s");
            assertShows(viewer, "proc/meminfo", 4);
        }
    }

    @Test
    void whatDiffersAndWhatChangedIsMarked() {
        try (Viewer viewer = open(Screen.DESKTOP_DARK, "?tab=kernel&t=3")) {
            Locator cached = viewer.page().locator("#kernel pre").first();
            assertThat(line(cached, "MemTotal:")).not().hasClass("line differs");
            assertThat(line(cached, "MemFree:")).hasClass("line differs changed");
            int all = cached.locator(".line").count();
            viewer.page().keyboard().press("m");
            assertThat(cached.locator(".line:not(.differs, .changed)")).hasCount(0);
            assertThat(cached.locator(".line").count()).isBetween(1, all - 1);
            viewer.page().waitForURL("**/*only=marked*");
        }
    }

    @Test
    void theFileIsChosenByListAndKeyAndStaysInTheAddress() {
        try (Viewer viewer = open(Screen.DESKTOP_LIGHT, "?tab=kernel&t=9")) {
            Page page = viewer.page();
            assertShows(viewer, "proc/meminfo", 9);
            viewer.part("file").selectOption("proc/diskstats");
            assertShows(viewer, "proc/diskstats", 9);
            assertThat(page.url()).contains("file=proc/diskstats");
            viewer.part("file").selectOption("pidstat");
            assertThat(page.locator("#kernel pre").first()).containsText("kswapd0");
            page.reload();
            assertThat(page.locator("#kernel pre").first()).containsText("kswapd0");
            page.keyboard().press("BracketLeft");
            assertThat(page.locator("#kernel pre").first()).containsText("kbmemfree");
            page.goBack();
            assertThat(page.locator("#kernel pre").first()).containsText("kswapd0");
        }
    }

    @ParameterizedTest
    @EnumSource(Screen.class)
    void theFilesFitEveryScreen(Screen screen) {
        try (Viewer viewer = open(screen, "?tab=kernel&t=9")) {
            assertShows(viewer, "proc/meminfo", 9);
            viewer.save("run-kernel-" + screen.suffix());
            viewer.checkPage();
        }
    }

    private void assertShows(Viewer viewer, String file, int second) {
        for (String variant : List.of("cached", "dontcache")) {
            String path = "/runs/" + finished + "/variants/" + variant + "/fs/" + file + "?second=" + second;
            String text = api.text(path);
            int place = variant.equals("cached") ? 0 : 1;
            Locator pane = viewer.page().locator("#kernel pre").nth(place);
            viewer.page()
                    .waitForFunction(
                            "([place, text]) => { const pre = document.querySelectorAll('#kernel pre')[place];"
                                    + " return pre !== undefined && (" + TEXT + ")(pre) === text }",
                            List.of(place, text));
            assertThat(pane.evaluate(TEXT)).isEqualTo(text);
        }
    }

    private static Locator line(Locator pane, String word) {
        return pane.locator(".line", new Locator.LocatorOptions().setHasText(word))
                .first();
    }

    private Viewer open(Screen screen, String view) {
        Viewer viewer =
                Viewer.on(chromium.browser(), screen).open("http://localhost:" + port + "/runs/" + finished + view);
        viewer.awaitEnd();
        return viewer;
    }
}
