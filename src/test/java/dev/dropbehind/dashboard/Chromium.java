package dev.dropbehind.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The Chromium of this machine. Where there is none, tests skip themselves; in CI ({@code CI=true}) they fail. */
final class Chromium implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final List<String> ARGUMENTS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Path executable) {
        Map<String, String> environment = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        // What a page is expected to show may come as late as what it is waited for.
        PlaywrightAssertions.setDefaultAssertionTimeout(Viewer.PATIENCE_MILLIS);
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        browser = playwright
                .chromium()
                .launch(new LaunchOptions().setExecutablePath(executable).setArgs(ARGUMENTS));
    }

    /** Starts the browser, or skips the test where there is none to start. */
    static Chromium start() {
        Optional<Path> executable = find();
        boolean isRequired = "true".equals(System.getenv("CI"));
        if (isRequired) {
            assertThat(executable).as("a Chromium, which CI must have").isPresent();
        }
        assumeTrue(executable.isPresent(), "there is no Chromium on the path");
        return new Chromium(executable.orElseThrow());
    }

    Browser browser() {
        return browser;
    }

    @Override
    public void close() {
        playwright.close();
    }

    private static Optional<Path> find() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
