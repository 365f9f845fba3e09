package dev.dropbehind.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page.LocatorOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The API's description in the browser. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@TestInstance(Lifecycle.PER_CLASS)
class ApiPageIT {

    @LocalServerPort
    private int port;

    private Chromium chromium;

    @BeforeAll
    void startTheBrowser() {
        chromium = Chromium.start();
    }

    @AfterAll
    void closeTheBrowser() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @Test
    void theLinkOfThePageBarLeadsToADescriptionThatLoadsNothingFromElsewhere() {
        List<String> requested = new CopyOnWriteArrayList<>();
        try (Viewer viewer = Viewer.on(chromium.browser(), Screen.DESKTOP_LIGHT)) {
            viewer.page().onRequest(request -> requested.add(request.url()));
            viewer.open(address())
                    .page()
                    .locator(".bar-nav a", new LocatorOptions().setHasText("API"))
                    .click();
            viewer.page().waitForURL("**/swagger-ui/**");
            assertThat(viewer.page().locator(".opblock-summary-path", new LocatorOptions().setHasText("/api/v1/specs")))
                    .isVisible();
            viewer.save("api");
            viewer.checkConsole();
        }
        assertThat(requested)
                .anyMatch(url -> url.endsWith("/v3/api-docs"))
                .allMatch(url -> url.startsWith(address()) || url.startsWith("data:"));
    }

    @Test
    void anExampleOfTheDescriptionCanBeTriedThere() {
        try (Viewer viewer = Viewer.on(chromium.browser(), Screen.DESKTOP_DARK).open(address() + "swagger-ui.html")) {
            var specs = viewer.page().locator(".opblock", new LocatorOptions().setHasText("/api/v1/specs"));
            specs.locator(".opblock-summary-control").click();
            specs.locator(".try-out__btn").click();
            specs.locator(".execute").click();
            assertThat(specs.locator(".live-responses-table tbody .response-col_status")
                            .first())
                    .containsText("200");
            viewer.checkConsole();
        }
    }

    private String address() {
        return "http://localhost:" + port + "/";
    }
}
