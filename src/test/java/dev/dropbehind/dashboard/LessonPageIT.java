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
class LessonPageIT {

    private static final int PAGES = 96;

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
    void theMiddleOfALessonFitsEveryScreen(Screen screen) {
        try (Viewer viewer = open(screen, "?step=40&page=5")) {
            assertThat(cells(viewer, "used").count()).isPositive();
            assertThat(cells(viewer, "dropped").count()).isPositive();
            assertThat(viewer.page().locator(".history").last()).containsText("dropped behind the read at");
            viewer.save("lesson-" + screen.suffix());
            viewer.checkPage();
        }
    }

    @ParameterizedTest
    @EnumSource(Screen.class)
    void theQuestionAndTheEndFitEveryScreen(Screen screen) {
        try (Viewer viewer = open(screen, "")) {
            viewer.page().keyboard().press("End");
            assertThat(viewer.part("quiz")).isVisible();
            viewer.save("lesson-question-" + screen.suffix());
            viewer.checkPage();
            viewer.part("quiz-answers").locator("button").first().click();
            viewer.page().keyboard().press("End");
            assertThat(viewer.part("conclusion")).isVisible();
            assertThat(cells(viewer, "used")).hasCount(40);
            assertThat(cells(viewer, "dropped")).hasCount(PAGES);
            viewer.save("lesson-end-" + screen.suffix());
            viewer.checkPage();
        }
    }

    @ParameterizedTest
    @EnumSource(Screen.class)
    void theListFitsEveryScreen(Screen screen) {
        try (Viewer viewer = Viewer.on(chromium.browser(), screen).open("http://localhost:" + port + "/learn")) {
            assertThat(viewer.page().locator(".lesson-card a")).hasCount(2);
            viewer.save("learn-" + screen.suffix());
            viewer.checkPage();
        }
    }

    @Test
    void keysStepForwardAndBackToTheSameMapAndTheAddressHoldsTheStep() {
        try (Viewer viewer = open(Screen.DESKTOP_DARK, "?step=20")) {
            List<?> before = labels(viewer);
            for (String key : List.of("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")) {
                viewer.page().keyboard().press(key);
            }
            assertThat(viewer.page()).hasURL(Pattern.compile("step=22"));
            assertThat(labels(viewer)).isNotEqualTo(before);
            viewer.page().keyboard().press("ArrowLeft");
            viewer.page().keyboard().press("ArrowLeft");
            assertThat(viewer.page()).hasURL(Pattern.compile("step=20"));
            assertThat(labels(viewer)).isEqualTo(before);
            viewer.page().keyboard().press("Home");
            assertThat(viewer.part("position")).containsText("step 0 of");
        }
    }

    @Test
    void theListSaysAsManyStepsAsThePageHas() {
        try (Viewer viewer = open(Screen.DESKTOP_LIGHT, "")) {
            String steps = viewer.part("position").textContent().replaceAll(".* of (\\d+) .*", "$1");
            viewer.open("http://localhost:" + port + "/learn");
            assertThat(viewer.page().locator(".lesson-card .hint").first())
                    .containsText(" " + steps + " steps on one clock");
        }
    }

    @Test
    void spacePlaysAndPauses() {
        try (Viewer viewer = open(Screen.DESKTOP_LIGHT, "")) {
            viewer.page().keyboard().press("Space");
            assertThat(viewer.page().locator("[data-action=play]")).hasText("Pause");
            assertThat(viewer.page().locator("main")).hasAttribute("data-moment", "2");
            viewer.page().keyboard().press("Space");
            assertThat(viewer.page().locator("[data-action=play]")).hasText("Play");
        }
    }

    @Test
    void nobodyPassesTheQuestionBeforeAnAnswer() {
        try (Viewer viewer = open(Screen.DESKTOP_LIGHT, "")) {
            assertThat(viewer.part("chapters").locator("button").last()).isDisabled();
            assertThat(viewer.page().locator(".scenes")).isHidden();
            viewer.page().keyboard().press("End");
            String held = viewer.page().locator("main").getAttribute("data-moment");
            viewer.page().keyboard().press("ArrowRight");
            assertThat(viewer.page().locator("main")).hasAttribute("data-moment", held);
            assertThat(cells(viewer, "reclaimed")).hasCount(0);
            viewer.part("quiz-answers").locator("button").nth(2).click();
            assertThat(viewer.page().locator(".story-words")).isVisible();
            assertThat(viewer.part("quiz-reply"))
                    .containsText("Not quite. Beside the plain read kswapd is woken 2 times");
            viewer.part("chapters").locator("button").nth(5).click();
            assertThat(cells(viewer, "reclaimed").count()).isPositive();
            assertThat(viewer.part("facts").first()).containsText("are reclaimed");
        }
    }

    @Test
    void aCellTellsWhatHappenedToItsPageAndTheArrowsMoveAmongCells() {
        try (Viewer viewer = open(Screen.DESKTOP_DARK, "?step=30")) {
            Locator map = viewer.part("map").first();
            map.locator(".folio").first().click();
            assertThat(viewer.part("history").first()).containsText("Page 0: ");
            assertThat(viewer.part("history").first()).containsText("copied to the reader at");
            viewer.page().keyboard().press("ArrowRight");
            assertThat(viewer.part("history").first()).containsText("Page 1: ");
            assertThat(viewer.page()).hasURL(Pattern.compile("step=30.*page=1"));
        }
    }

    @Test
    void withoutScriptsTheLessonIsAStoryWithItsFigures() {
        try (Viewer viewer =
                Viewer.withoutScripts(chromium.browser(), Screen.PHONE_LIGHT).open(address(""))) {
            assertThat(viewer.page().locator(".scenes li")).hasCount(6);
            assertThat(viewer.page().locator(".scenes")).containsText("kswapd is woken");
            assertThat(viewer.page().locator(".end-figures")).containsText("still cached at the end");
            assertThat(viewer.part("stage")).isHidden();
            viewer.save("lesson-no-scripts-" + Screen.PHONE_LIGHT.suffix());
        }
    }

    @Test
    void aLessonThatIsNotThereIsAPageThatSaysSo() {
        try (Viewer viewer = Viewer.on(chromium.browser(), Screen.PHONE_LIGHT)) {
            assertThat(viewer.page()
                            .navigate("http://localhost:" + port + "/learn/nothing")
                            .status())
                    .isEqualTo(404);
            assertThat(viewer.page().locator("main")).containsText("There is no lesson of this name");
        }
    }

    private Viewer open(Screen screen, String query) {
        Viewer viewer = Viewer.on(chromium.browser(), screen).open(address(query));
        viewer.page().waitForSelector("main[data-ready=true]");
        return viewer;
    }

    private String address(String query) {
        return "http://localhost:" + port + "/learn/why-a-read-leaves-a-mess" + query;
    }

    private static Locator cells(Viewer viewer, String state) {
        return viewer.page().locator(".map .folio[data-state=" + state + "]");
    }

    private static List<?> labels(Viewer viewer) {
        return (List<?>)
                viewer.page().evaluate("() => [...document.querySelectorAll('.map .folio')].map(e => e.ariaLabel)");
    }
}
