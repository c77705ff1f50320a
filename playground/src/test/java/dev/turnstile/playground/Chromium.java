package dev.turnstile.playground;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A real browser without a window. Where none is installed, the test is skipped; in CI it fails. */
final class Chromium implements AutoCloseable {
    private static final double PATIENCE_MILLISECONDS = 60_000;

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Path program) {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLISECONDS);
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        .setArgs(List.of("--no-sandbox")));
    }

    static Chromium start() {
        var program = installed();
        if (!Boolean.getBoolean("turnstile.ci")) {
            Assumptions.assumeTrue(program.isPresent(), "no chromium is installed, so the console is not looked at");
        }
        return new Chromium(program.orElseThrow());
    }

    private static Optional<Path> installed() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .flatMap(directory -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    Page page(int width, int height, ColorScheme scheme) {
        Page page = browser.newPage(
                new Browser.NewPageOptions().setViewportSize(width, height).setColorScheme(scheme));
        page.setDefaultTimeout(PATIENCE_MILLISECONDS);
        return page;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
