package dev.dropbehind.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
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

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@TestInstance(Lifecycle.PER_CLASS)
class TablePageIT {

    private static final String PAGE = "/validation/ext4-iomap-large-folio";

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
    void everyCellFitsEveryScreen(Screen screen) {
        try (Viewer viewer = Viewer.on(chromium.browser(), screen).open(address(PAGE))) {
            assertThat(viewer.page().locator(".cells tbody tr")).hasCount(39);
            assertThat(viewer.page().locator(".point")).hasCount(78);
            assertThat(viewer.page().locator(".cells-worst tbody tr")).hasCount(78);
            viewer.save("table-" + screen.suffix());
            viewer.checkPage();
            viewer.page().locator("details summary").click();
            viewer.checkPage();
        }
    }

    @ParameterizedTest
    @EnumSource(Screen.class)
    void theExperimentsOfTheTableAreOneCard(Screen screen) {
        try (Viewer viewer = Viewer.on(chromium.browser(), screen).open(address("/"))) {
            Locator card = viewer.page().locator("[data-family]");
            assertThat(card).hasCount(1);
            card.locator("summary").first().click();
            assertThat(card.locator("details[open] tbody tr")).hasCount(26);
            assertThat(card.locator("details[open] tbody tr").first()).containsText("45.1k → 78.1k");
            viewer.save("home-table-" + screen.suffix());
            viewer.checkPage();
        }
    }

    @Test
    void theButtonsShowOneGroupAndTheAddressKeepsIt() {
        try (Viewer viewer = Viewer.on(chromium.browser(), Screen.DESKTOP_LIGHT).open(address(PAGE))) {
            viewer.part("groups").locator("button[value=fit]").click();
            assertThat(viewer.page().locator(".point:visible")).hasCount(26);
            assertThat(viewer.page().locator(".cells tbody tr:visible")).hasCount(13);
            assertThat(viewer.page()).hasURL(Pattern.compile("show=fit"));
            viewer.page().reload();
            assertThat(viewer.page().locator(".point:visible")).hasCount(26);
        }
    }

    @Test
    void aMarkSaysWhatItIsToAPointerAndToKeysAndLeadsToItsRow() {
        try (Viewer viewer = Viewer.on(chromium.browser(), Screen.DESKTOP_DARK).open(address(PAGE))) {
            Locator points = viewer.page().locator(".point");
            points.nth(5).locator(".reach").hover();
            assertThat(viewer.part("words")).containsText("published");
            points.first().focus();
            String first = viewer.part("words").textContent();
            viewer.page().keyboard().press("ArrowRight");
            assertThat(points.nth(1)).isFocused();
            assertThat(viewer.part("words")).not().hasText(first);
            viewer.page().keyboard().press("Enter");
            assertThat(viewer.page().locator(".cells tbody tr:target")).hasCount(1);
        }
    }

    @Test
    void withoutScriptsThePageIsWholeAndARowRunsItsExperiment() {
        try (Viewer viewer = Viewer.withoutScripts(chromium.browser(), Screen.DESKTOP_LIGHT)) {
            viewer.open(address("/validation"));
            viewer.page().locator("#ext4-iomap-large-folio a.button").click();
            assertThat(viewer.page().locator(".point")).hasCount(78);
            viewer.page().locator("#read-nvme-1m button").click();
            viewer.page().waitForURL("**/runs/*");
            assertThat(viewer.page().locator("main").getAttribute("data-scenario"))
                    .isEqualTo("ext4-iomap-large-folio-read-nvme-1m");
        }
    }

    @Test
    void aValidationThatIsNoTableIsOnTheCommonPage() {
        try (Viewer viewer = Viewer.on(chromium.browser(), Screen.DESKTOP_LIGHT)) {
            viewer.open(address("/validation/f2fs-uncached-read"));
            assertThat(viewer.page()).hasURL(Pattern.compile("/validation#f2fs-uncached-read$"));
        }
    }

    private String address(String path) {
        return "http://localhost:" + port + path;
    }
}
