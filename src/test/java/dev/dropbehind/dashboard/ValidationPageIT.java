package dev.dropbehind.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
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

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@TestInstance(Lifecycle.PER_CLASS)
class ValidationPageIT {

    private static final String F2FS = "#f2fs-uncached-read ";

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

    @ParameterizedTest
    @EnumSource(Screen.class)
    void everyFigureFitsEveryScreen(Screen screen) {
        try (Viewer viewer = Viewer.on(chromium.browser(), screen).open(address("/validation"))) {
            Locator figures = viewer.page().locator(F2FS + ".figures-beside tbody tr");
            assertThat(figures).hasCount(9);
            assertThat(figures.first()).containsText("kswapd CPU");
            viewer.save("validation-" + screen.suffix());
            viewer.checkPage();
            viewer.page()
                    .locator("details")
                    .all()
                    .forEach(details -> details.locator("summary").click());
            assertThat(viewer.page().locator(F2FS + ".curve").first().locator("tbody tr"))
                    .hasCount(20);
            viewer.save("validation-open-" + screen.suffix());
            viewer.checkPage();
        }
    }

    @Test
    void aVerdictIsSaidInWordsAndDrawnAsABar() {
        try (Viewer viewer = Viewer.on(chromium.browser(), Screen.DESKTOP_LIGHT).open(address("/validation"))) {
            Locator throughput = viewer.page()
                    .locator(F2FS + ".figures-beside tbody tr")
                    .filter(new Locator.FilterOptions().setHasText("Read throughput"))
                    .filter(new Locator.FilterOptions().setHasText("dontcache"));
            assertThat(throughput).containsText("within 3 %");
            assertThat(throughput.locator(".verdict")).hasText("within");
            assertThat(throughput.locator(".used-bar")).hasAttribute("width", bar("dontcache-throughput"));
            assertThat(throughput.locator(".role")).hasText("check");
            assertThat(viewer.page().locator(F2FS + ".score")).hasCount(3);
        }
    }

    @Test
    void withoutScriptsThePageIsWholeAndItsButtonRunsTheExperiment() {
        try (Viewer viewer = Viewer.withoutScripts(chromium.browser(), Screen.DESKTOP_LIGHT)) {
            viewer.open(address("/"));
            viewer.page()
                    .locator(".bar-nav a", new Page.LocatorOptions().setHasText("Validation"))
                    .click();
            assertThat(viewer.page().locator("h1")).hasText("How near is it?");
            assertThat(viewer.page().locator(F2FS + ".figures-beside tbody tr")).hasCount(9);
            viewer.page().locator(F2FS + "button.primary").click();
            viewer.page().waitForURL("**/runs/*");
            assertThat(viewer.page().locator("main").getAttribute("data-scenario"))
                    .isEqualTo("f2fs-uncached-read");
        }
    }

    @Test
    void thePageSaysThatAValidationIsBeingComputedAndWhenItWas() {
        try (Viewer viewer = Viewer.on(chromium.browser(), Screen.PHONE_DARK).open(address("/validation"))) {
            Locator button = viewer.page().locator(F2FS + "form[action='/validation'] button");
            button.click();
            assertThat(button).hasText("Being computed…");
            assertThat(button).isDisabled();
            viewer.checkPage();
            viewer.page().waitForCondition(() -> isCurrentAfterReload(viewer));
            assertThat(viewer.page().locator(F2FS + ".validation-words")).containsText("Computed here at");
        }
    }

    @Test
    void aValidationThatIsNotThereIsAPageThatSaysSo() throws IOException, InterruptedException {
        for (String form : List.of("validation=f2fs", "other=1")) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address("/validation")))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(form))
                    .build();
            HttpResponse<String> answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("That did not work", "There is no validation");
        }
    }

    /** Returns how long the bar of a figure must be: 80 for a tolerance that is used up. */
    private String bar(String id) {
        return new Api(port)
                .get("/validations/f2fs-uncached-read")
                .get("figures")
                .valueStream()
                .filter(figure -> figure.get("id").asString().equals(id))
                .map(figure -> figure.get("toleranceUsedPercent").asDouble() * 0.8)
                .map(length -> String.format(Locale.ROOT, "%.1f", length))
                .findFirst()
                .orElseThrow();
    }

    private boolean isCurrentAfterReload(Viewer viewer) {
        new Api(port).get("/validations/f2fs-uncached-read?wait=60s");
        viewer.page().reload();
        return viewer.page().locator(F2FS + "form[action='/validation'] button").isEnabled();
    }

    private String address(String path) {
        return "http://localhost:" + port + path;
    }
}
