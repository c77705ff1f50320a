package dev.turnstile.playground;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees of the story in a browser. */
@Tag("embedded-only") // the playground brings its own clusters
final class ConsoleIT {
    private static final double PATIENCE_MILLISECONDS = 60_000;

    @TempDir
    private Path folder;

    private RunningPlayground playground;
    private Playwright playwright;
    private Browser browser;
    private Page page;
    private final List<String> errors = new ArrayList<>();

    @BeforeEach
    void open() {
        var chromium = chromium();
        if (!Boolean.getBoolean("turnstile.ci")) {
            Assumptions.assumeTrue(chromium.isPresent(), "no chromium is installed, so the console is not looked at");
        }
        playground =
                new RunningPlayground(folder, "--speed=4", "--ports=0", "--kubeconfig=" + folder.resolve("kubeconfig"));
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLISECONDS);
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium.orElseThrow())
                        .setArgs(List.of("--no-sandbox")));
        page = browser.newPage(new Browser.NewPageOptions().setViewportSize(1280, 800));
        page.onPageError(errors::add);
        playground.until("Ctrl-C ends it.");
    }

    @AfterEach
    void close() {
        if (playwright != null) {
            playwright.close();
        }
        if (playground != null) {
            playground.close();
        }
    }

    private static Optional<Path> chromium() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .flatMap(directory -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Test
    void thePagesTellTheStoryAndComeBackWhenSomethingIsLost() throws Exception {
        page.navigate(playground.address("console"));
        assertThat(page.getByText("3 clusters, all connected")).isVisible();
        assertThat(card("worker-1")).containsText("cpu in default");

        link("Orchestration").click();
        Locator row = page.locator("section.row").filter(new Locator.FilterOptions().setHasText("job-urgent"));
        assertThat(row.locator(".lane").first()).isVisible();
        picture("orchestration");
        // The story goes on while we look: the row may be gone before it can be clicked, its address is not.
        String shared = row.getByRole(AriaRole.LINK).getAttribute("href");
        page.navigate(URI.create(playground.address("console")).resolve(shared).toString());
        assertThat(page.locator("h1")).containsText("team/job-urgent");
        picture("workload");

        link("Queues").click();
        assertThat(page.locator("section.row").filter(new Locator.FilterOptions().setHasText("worker-2")))
                .containsText("ClusterQueue team");
        picture("queues");

        link("Fleet").click();
        picture("fleet");

        page.locator("#connection")
                .evaluate("element => window.lost = new Promise(seen => new MutationObserver(() =>"
                        + " element.dataset.state === 'lost' && seen(true)).observe(element, {attributes: true}))");
        assertThat(playground.press("leader")).contains("started again");
        assertThat((Boolean) page.evaluate("() => window.lost")).isTrue();
        assertThat(page.locator("#connection")).hasText("live");
        assertThat(page.locator("#lost")).hasCount(0);
        assertThat(errors).isEmpty();
    }

    private Locator card(String cluster) {
        return page.locator("section.card").filter(new Locator.FilterOptions().setHasText(cluster));
    }

    private Locator link(String name) {
        return page.getByRole(AriaRole.NAVIGATION)
                .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(name));
    }

    /** Pictures for the docs, where somebody asks for them: {@code -Dconsole.pictures=docs/images}. */
    private void picture(String name) {
        var where = System.getProperty("console.pictures");
        if (where != null) {
            page.screenshot(new Page.ScreenshotOptions()
                    .setPath(Path.of("..", where, "console-" + name + ".png"))
                    .setFullPage(true));
        }
    }
}
