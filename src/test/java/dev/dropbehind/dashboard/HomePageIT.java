package dev.dropbehind.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

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
class HomePageIT {

    @LocalServerPort
    private int port;

    private Chromium chromium;
    private String finished;

    @BeforeAll
    void startTheBrowserAndARun() {
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

    @ParameterizedTest
    @EnumSource(Screen.class)
    void theExperimentIsACardOnEveryScreen(Screen screen) {
        try (Viewer viewer = Viewer.on(chromium.browser(), screen).open(address())) {
            assertThat(viewer.page().locator(".card h2").first()).not().isEmpty();
            assertThat(viewer.page().locator(".card:has(input[value='f2fs-uncached-read']) .spark-line"))
                    .hasCount(4);
            assertThat(viewer.page().locator(".card-plain").first().locator(".spark"))
                    .hasCount(0);
            assertThat(viewer.page().locator("tr[data-run='" + finished + "']")).containsText("completed");
            viewer.save("home-" + screen.suffix());
            viewer.checkPage();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theButtonRunsTheExperimentWithAndWithoutScripts(boolean scripts) {
        Screen screen = Screen.DESKTOP_LIGHT;
        try (Viewer viewer =
                scripts ? Viewer.on(chromium.browser(), screen) : Viewer.withoutScripts(chromium.browser(), screen)) {
            viewer.open(address()).page().locator("button.primary").first().click();
            viewer.page().waitForURL("**/runs/*");
            assertThat(viewer.page().locator("h1")).not().isEmpty();
            assertThat(viewer.page().locator("main").getAttribute("data-run")).isNotBlank();
        }
    }

    @Test
    void aRunThatIsNotOverIsFollowedInTheList() {
        Api api = new Api(port);
        String run = api.startPaused("5");
        try (Viewer viewer = Viewer.on(chromium.browser(), Screen.DESKTOP_DARK).open(address())) {
            assertThat(viewer.page().locator("tr[data-run='" + run + "'] [data-part=status]"))
                    .hasText("paused");
            api.control(run, "resume");
            api.awaitEnd(run);
            assertThat(viewer.page().locator("tr[data-run='" + run + "'] [data-part=status]"))
                    .hasText("completed");
        }
    }

    private String address() {
        return "http://localhost:" + port + "/";
    }
}
