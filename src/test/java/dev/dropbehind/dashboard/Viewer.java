package dev.dropbehind.dashboard;

import static com.microsoft.playwright.options.WaitForSelectorState.ATTACHED;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.Page.WaitForSelectorOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Somebody who looks at a page, and what must hold for every page. */
final class Viewer implements AutoCloseable {

    static final double PATIENCE_MILLIS = 90_000;
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    /** Elements that reach beyond the window, those within a part that scrolls by itself left out. */
    private static final String OVERFLOWING = """
            () => [...document.querySelectorAll('body *')]
              .filter(e => !e.closest('pre, .scroll, .unseen, .skip'))
              .filter(e => e.getBoundingClientRect().right > innerWidth + 0.5 || e.getBoundingClientRect().left < -0.5)
              .map(e => e.tagName + '.' + e.className)
            """;

    /** Elements whose text is wider or higher than the place that they have, and cut off there. */
    private static final String CLIPPED = """
            () => [...document.querySelectorAll('body *')]
              .filter(e => !e.matches('pre, .scroll, .unseen, svg, svg *, progress') && e.textContent.trim() !== '')
              .filter(e => getComputedStyle(e).overflow !== 'visible')
              .filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
              .map(e => e.tagName + '.' + e.className + ': ' + e.textContent.slice(0, 40))
            """;

    /** Canvases with fewer than three colours on them: nothing but ground and, at most, a frame. */
    private static final String BLANK = """
            () => [...document.querySelectorAll('canvas[role=img]')].filter(canvas => {
              if (!canvas.checkVisibility()) {
                return false;
              }
              const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
              const colours = new Set();
              new Uint32Array(data.buffer).forEach(pixel => colours.add(pixel));
              return colours.size < 3;
            }).map(canvas => canvas.closest('[data-metric]').dataset.metric)
            """;

    private final BrowserContext context;
    private final Page page;
    private final List<String> errors = new ArrayList<>();

    private Viewer(BrowserContext context) {
        context.setDefaultTimeout(PATIENCE_MILLIS);
        this.context = context;
        this.page = context.newPage();
        page.onConsoleMessage(this::note);
        page.onPageError(errors::add);
    }

    /** Opens a window of the screen's size. */
    static Viewer on(Browser browser, Screen screen) {
        return new Viewer(browser.newContext(screen.options()));
    }

    /** Opens a window whose scripts are switched off. */
    static Viewer withoutScripts(Browser browser, Screen screen) {
        return new Viewer(browser.newContext(screen.options().setJavaScriptEnabled(false)));
    }

    Page page() {
        return page;
    }

    /** Goes to an address. */
    Viewer open(String address) {
        page.navigate(address);
        return this;
    }

    /** Returns the part of the page that has this name. */
    Locator part(String name) {
        return page.locator("[data-part=\"" + name + "\"]");
    }

    /** Waits until the page follows a run that goes on or is paused: from now on keys and buttons reach it. */
    Viewer awaitLive() {
        page.waitForSelector("[data-connection=\"live\"]");
        return this;
    }

    /** Waits until the page has all that the run will ever send, and has drawn it. */
    void awaitEnd() {
        page.waitForSelector("[data-connection=\"ended\"]");
        awaitDrawn();
    }

    /** Waits until the page has drawn all that it has. */
    void awaitDrawn() {
        page.waitForSelector("[data-drawn=\"true\"]", new WaitForSelectorOptions().setState(ATTACHED));
    }

    /** Returns a chart's panel. */
    Locator panel(String metric) {
        return page.locator("[data-metric=\"" + metric + "\"]");
    }

    /** Returns a row of the statistics below a chart, counted from 0: the seconds that they are of, then the values. */
    List<String> statistics(String metric, int row) {
        return panel(metric)
                .locator(".statistics tr:not([hidden])")
                .nth(row)
                .locator("th, td")
                .allTextContents();
    }

    /** Waits until the page has some samples. */
    void awaitSamples(int atLeast) {
        page.waitForFunction("n => Number(document.querySelector('main').dataset.samples) >= n", atLeast);
    }

    /** Returns the figures of a chart's table: a row a second, the second first. */
    List<List<String>> figures(String metric) {
        Locator panel = panel(metric);
        if (panel.locator("details[open]").count() == 0) {
            panel.locator("summary").click();
        }
        panel.locator(".figures tbody tr").first().waitFor();
        return panel.locator(".figures tbody tr").all().stream()
                .map(row -> row.locator("th, td").allTextContents())
                .toList();
    }

    /** Checks that nothing went wrong that a developer would see. */
    void checkConsole() {
        assertThat(errors).as("errors on the console").isEmpty();
    }

    /** Checks what must hold for every page. */
    void checkPage() {
        checkConsole();
        assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
                .as("pixels beyond the window")
                .isEqualTo(0);
        assertThat(found(OVERFLOWING)).as("elements beyond the window").isEmpty();
        assertThat(found(CLIPPED)).as("clipped text").isEmpty();
        assertThat(found(BLANK)).as("blank canvases").isEmpty();
    }

    /** Saves what is seen, from top to bottom. */
    void save(String name) {
        page.screenshot(new ScreenshotOptions().setFullPage(true).setPath(SCREENSHOTS.resolve(name + ".png")));
    }

    @Override
    public void close() {
        context.close();
    }

    private List<?> found(String script) {
        return (List<?>) page.evaluate(script);
    }

    private void note(ConsoleMessage message) {
        if (message.type().equals("error") || message.type().equals("warning")) {
            errors.add(message.text());
        }
    }
}
