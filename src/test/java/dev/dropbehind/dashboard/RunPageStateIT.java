package dev.dropbehind.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;

/** What of a run is looked at: seconds, baseline, lines, tabs; and that the address holds it. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@TestInstance(Lifecycle.PER_CLASS)
class RunPageStateIT {

    private static final String KSWAPD = "kswapdCpuPercent";
    private static final String FREE = "memFreeKiB";
    private static final Pattern RANGE = Pattern.compile("seconds (\\d+)\u2013(\\d+)");

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
    void aDragOverAChartMakesTheStatisticsThoseOfItsSeconds() {
        try (Viewer viewer = open(Screen.DESKTOP_DARK, "")) {
            List<String> whole = viewer.statistics(KSWAPD, 1);
            drag(viewer, KSWAPD, 0.3, 0.6);
            assertStatisticsOfTheirSeconds(viewer, KSWAPD);
            assertStatisticsOfTheirSeconds(viewer, FREE);
            viewer.save("run-range-" + Screen.DESKTOP_DARK.suffix());
            viewer.checkPage();
            viewer.page().keyboard().press("Escape");
            assertThat(viewer.panel(KSWAPD).locator(".statistics")).containsText("seconds 1\u201331");
            assertThat(viewer.statistics(KSWAPD, 1)).isEqualTo(whole);
        }
    }

    @Test
    void aFingerChoosesSecondsToo() {
        try (Viewer viewer = open(Screen.PHONE_LIGHT, "")) {
            viewer.panel(KSWAPD).scrollIntoViewIfNeeded();
            BoundingBox box = viewer.panel(KSWAPD).locator("canvas[role=img]").boundingBox();
            CDPSession finger = viewer.page().context().newCDPSession(viewer.page());
            touch(finger, "touchStart", box.x + box.width * 0.4, box.y + 80);
            touch(finger, "touchMove", box.x + box.width * 0.5, box.y + 80);
            touch(finger, "touchMove", box.x + box.width * 0.7, box.y + 80);
            finger.send("Input.dispatchTouchEvent", touches("touchEnd", new JsonArray()));
            assertThat(viewer.part("range")).isVisible();
            viewer.awaitDrawn();
            assertStatisticsOfTheirSeconds(viewer, KSWAPD);
        }
    }

    @Test
    void shiftAndArrowsChooseSecondsFromTheCursorOn() {
        try (Viewer viewer = open(Screen.DESKTOP_LIGHT, "?t=9")) {
            Page page = viewer.page();
            for (int i = 0; i < 4; i++) {
                page.keyboard().press("Shift+ArrowRight");
            }
            page.keyboard().press("Shift+ArrowLeft");
            assertThat(viewer.part("range")).hasText("seconds 9\u201312");
            assertThat(viewer.part("cursor")).hasText("12 s");
            page.waitForURL("**/*range=9-12*");
            page.keyboard().press("Escape");
            assertThat(viewer.part("range")).isHidden();
            assertThat(viewer.part("cursor")).hasText("12 s");
            page.keyboard().press("Escape");
            assertThat(viewer.part("cursor")).hasText("31 s");
        }
    }

    @Test
    void anAddressOpensTheSameView() {
        String view = "?t=9&range=5-12&base=dontcache&hide=cached&unit=decimal&theme=light";
        try (Viewer viewer = open(Screen.DESKTOP_DARK, view)) {
            assertThat(viewer.part("cursor")).hasText("9 s");
            assertThat(viewer.part("range")).hasText("seconds 5\u201312");
            assertThat(viewer.part("baseline")).hasValue("dontcache");
            assertThat(viewer.statistics(KSWAPD, 0)).startsWith("seconds 5\u201312");
            assertThat(viewer.statistics(KSWAPD, 3)).startsWith("vs dontcache", "n/a");
            assertThat(viewer.panel(KSWAPD).locator(".is-hidden")).containsText("cached");
            assertThat(viewer.panel("readMiBps").locator(".statistics")).containsText("GB");
            assertThat(viewer.page().locator("html")).hasAttribute("data-theme", "light");
            viewer.checkPage();
        }
    }

    @Test
    void theBaselineIsChosenByKeyAndListAndSaysDifferencesThatCanBeGrasped() {
        try (Viewer viewer = open(Screen.DESKTOP_DARK, "")) {
            assertThat(viewer.statistics(FREE, 3).get(1)).matches("×\\u00a0[0-9.]+");
            assertThat(viewer.statistics(KSWAPD, 3)).startsWith("vs cached", "\u2212100\u00a0%");
            viewer.page().keyboard().press("b");
            viewer.awaitDrawn();
            assertThat(viewer.statistics(KSWAPD, 3)).startsWith("vs dontcache", "n/a");
            assertThat(viewer.statistics(FREE, 3).get(1)).matches("\u2212[0-9.]+\u00a0%");
            viewer.part("baseline").selectOption("cached");
            viewer.awaitDrawn();
            assertThat(viewer.statistics(KSWAPD, 3)).startsWith("vs cached");
        }
    }

    @Test
    void aLineIsHiddenInAllChartsByItsNameOrItsKey() {
        try (Viewer viewer = open(Screen.DESKTOP_DARK, "")) {
            viewer.panel(KSWAPD).locator("button.legend-name").first().click();
            assertThat(viewer.panel(FREE).locator(".is-hidden")).containsText("cached");
            viewer.page().keyboard().press("Shift+Digit1");
            assertThat(viewer.page().locator(".is-hidden")).hasCount(0);
        }
    }

    @Test
    void digitsChooseTabsAndTheBackButtonLeadsBack() {
        try (Viewer viewer = open(Screen.DESKTOP_DARK, "")) {
            Page page = viewer.page();
            List<String> tabs = List.of("charts", "table", "kernel", "events", "spec");
            for (int i = 1; i < tabs.size(); i++) {
                page.keyboard().press("Digit" + (i + 1));
                assertThat(page.locator("#" + tabs.get(i))).isVisible();
                assertThat(page.url()).endsWith("?tab=" + tabs.get(i));
            }
            page.keyboard().press("ArrowLeft");
            assertThat(viewer.part("cursor")).hasText("30 s");
            page.waitForURL("**/*t=30*");
            page.goBack();
            assertThat(page.locator("#events")).isVisible();
            assertThat(viewer.part("cursor")).hasText("31 s");
            page.goBack();
            page.goBack();
            page.goBack();
            assertThat(page.locator("#charts")).isVisible();
            assertThat(page.url()).doesNotContain("tab=");
        }
    }

    @Test
    void theWordsSayWhoBurnsProcessorTimeAndWhy() {
        try (Viewer viewer = open(Screen.PHONE_DARK, "")) {
            assertThat(viewer.page().locator(".headline"))
                    .containsText(Pattern.compile(
                            "cached burned 7\\d.% of a core on reclaim in seconds \\d+–31, dontcache nothing"));
            assertThat(viewer.page().locator(".headline")).containsText("until memory was full");
            assertThat(viewer.part("account")).containsText("dontcache and cached read at the same speed");
        }
    }

    private void assertStatisticsOfTheirSeconds(Viewer viewer, String metric) {
        assertThat(viewer.panel(metric).locator(".statistics")).not().containsText("seconds 1\u201331");
        MatchResult range = RANGE.matcher(viewer.statistics(metric, 0).getFirst())
                .results()
                .findFirst()
                .orElseThrow();
        int from = Integer.parseInt(range.group(1));
        int to = Integer.parseInt(range.group(2));
        assertThat(from).isBetween(2, 20);
        assertThat(to).isBetween(from + 1, 30);
        double mean = api.samples(finished)
                .valueStream()
                .filter(sample -> sample.get("variant").asString().equals("cached"))
                .filter(sample -> sample.get("second").asInt() >= from
                        && sample.get("second").asInt() <= to)
                .mapToDouble(sample -> valueOf(sample, metric))
                .average()
                .orElseThrow();
        String shown = viewer.statistics(metric, 1).get(1);
        assertThat(Double.parseDouble(shown)).isEqualTo(rounded(mean, shown));
    }

    /** Free memory is shown in GiB, shares as they are. */
    private static double valueOf(JsonNode sample, String metric) {
        double value = sample.get("values").get(metric).asDouble();
        return metric.equals(FREE) ? value / (1 << 20) : value;
    }

    private static double rounded(double value, String like) {
        int digits = like.length() - 1 - like.indexOf('.');
        return Double.parseDouble(String.format(Locale.ROOT, "%." + digits + "f", value));
    }

    private static void drag(Viewer viewer, String metric, double from, double to) {
        viewer.panel(metric).scrollIntoViewIfNeeded();
        BoundingBox box = viewer.panel(metric).locator("canvas[role=img]").boundingBox();
        viewer.page().mouse().move(box.x + box.width * from, box.y + 90);
        viewer.page().mouse().down();
        viewer.page().mouse().move(box.x + box.width * (from + to) / 2, box.y + 95);
        viewer.page().mouse().move(box.x + box.width * to, box.y + 100);
        viewer.page().mouse().up();
    }

    private static void touch(CDPSession finger, String type, double x, double y) {
        JsonObject point = new JsonObject();
        point.addProperty("x", x);
        point.addProperty("y", y);
        JsonArray points = new JsonArray();
        points.add(point);
        finger.send("Input.dispatchTouchEvent", touches(type, points));
    }

    private static JsonObject touches(String type, JsonArray points) {
        JsonObject event = new JsonObject();
        event.addProperty("type", type);
        event.add("touchPoints", points);
        return event;
    }

    private Viewer open(Screen screen, String view) {
        Viewer viewer =
                Viewer.on(chromium.browser(), screen).open("http://localhost:" + port + "/runs/" + finished + view);
        viewer.awaitEnd();
        return viewer;
    }
}
