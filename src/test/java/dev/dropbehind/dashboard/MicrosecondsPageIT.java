package dev.dropbehind.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;
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
class MicrosecondsPageIT {

    /** How far the pieces of each bar reach beyond the drawing, in pixels. */
    private static final String ENDS_OFF = """
            () => [...document.querySelectorAll('.call-drawing')].map(drawing => {
              const pieces = [...drawing.querySelectorAll('.call-piece')];
              const ends = pieces.map(piece => piece.getBoundingClientRect().right);
              return Math.max(...ends) - drawing.getBoundingClientRect().right;
            })
            """;

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
    void callsTakenApartFitEveryScreen(Screen screen) {
        try (Viewer viewer = Viewer.on(chromium.browser(), screen).open(address(""))) {
            Locator pairs = viewer.page().locator(".call-pair");
            assertThat(pairs).hasCount(3);
            assertThat(viewer.page().locator(".call-bar")).hasCount(6);
            assertThat(pairs.nth(1).locator(".call-words")).containsText("16 folios become one");
            viewer.save("microseconds-" + screen.suffix());
            viewer.checkPage();
            viewer.page()
                    .locator("details")
                    .all()
                    .forEach(details -> details.locator("summary").click());
            viewer.save("microseconds-open-" + screen.suffix());
            viewer.checkPage();
        }
    }

    @ParameterizedTest
    @EnumSource(Screen.class)
    void callsThatWaitFitEveryScreen(Screen screen) {
        try (Viewer viewer = Viewer.on(chromium.browser(), screen)) {
            viewer.open(address("?of=write-nvme-overwrite-sync&per=page"));
            assertThat(viewer.page().locator(".call-piece[data-group=wait]").first())
                    .isVisible();
            assertThat(viewer.page().locator(".call-others")).containsText("Interrupts");
            viewer.save("microseconds-sync-" + screen.suffix());
            viewer.checkPage();
        }
    }

    @Test
    void whatIsChosenIsInTheAddressAndTheUnitStays() {
        try (Viewer viewer = Viewer.on(chromium.browser(), Screen.DESKTOP_LIGHT).open(address(""))) {
            viewer.page().locator("button[value=page]").last().click();
            assertThat(viewer.page()).hasURL(Pattern.compile("of=write-cache-append&per=page"));
            viewer.page().locator("select").selectOption("write-cache-overwrite");
            assertThat(viewer.page()).hasURL(Pattern.compile("of=write-cache-overwrite&per=page"));
            assertThat(viewer.page().locator("[aria-pressed=true]")).containsText("a page of");
            assertThat(viewer.page().locator("select")).hasValue("write-cache-overwrite");
            viewer.checkPage();
        }
    }

    @Test
    void theBarsEndWithinTheDrawingAndTheirTableHasTheSameNumbers() {
        try (Viewer viewer = Viewer.on(chromium.browser(), Screen.DESKTOP_LIGHT).open(address(""))) {
            assertThat((List<?>) viewer.page().evaluate(ENDS_OFF))
                    .hasSize(6)
                    .allSatisfy(off -> assertThat(((Number) off).doubleValue()).isLessThan(1));
            Locator copy = viewer.page()
                    .locator(".call-pair")
                    .nth(1)
                    .locator(".call-table tr")
                    .filter(new Locator.FilterOptions().setHasText("Copying"));
            assertThat(viewer.page()
                            .locator(".call-pair")
                            .nth(1)
                            .locator(".call-label[data-group=copy]")
                            .first())
                    .hasText(copy.locator("td").first().textContent());
        }
    }

    @Test
    void withoutScriptsOtherCallsAreShownByAButton() {
        try (Viewer viewer = Viewer.withoutScripts(chromium.browser(), Screen.PHONE_LIGHT)) {
            viewer.open("http://localhost:" + port + "/learn");
            viewer.page().locator("a[href='/learn/microseconds']").click();
            viewer.page().locator("select").selectOption("read-hole");
            viewer.page().locator(".without-script").click();
            assertThat(viewer.page()).hasURL(Pattern.compile("of=read-hole&per=call"));
            assertThat(viewer.page().locator(".call-pair")).hasCount(3);
        }
    }

    @Test
    void callsThatAreNotInTheTableAreAPageThatSaysSo() {
        try (Viewer viewer = Viewer.on(chromium.browser(), Screen.PHONE_LIGHT)) {
            assertThat(viewer.page().navigate(address("?of=nothing")).status()).isEqualTo(404);
            assertThat(viewer.page().locator("main")).containsText("There are no such calls");
        }
    }

    private String address(String query) {
        return "http://localhost:" + port + "/learn/microseconds" + query;
    }
}
