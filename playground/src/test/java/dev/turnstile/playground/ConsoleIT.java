package dev.turnstile.playground;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees of the story in a browser. */
@Tag("embedded-only") // the playground brings its own clusters
final class ConsoleIT {
    @TempDir
    private Path folder;

    private RunningPlayground playground;
    private Chromium chromium;
    private Page page;
    private final List<String> errors = new ArrayList<>();

    @BeforeEach
    void open() {
        chromium = Chromium.start();
        playground =
                new RunningPlayground(folder, "--speed=4", "--ports=0", "--kubeconfig=" + folder.resolve("kubeconfig"));
        page = chromium.page(1280, 800, ColorScheme.LIGHT);
        page.onPageError(errors::add);
        playground.until("Ctrl-C ends it.");
    }

    @AfterEach
    void close() {
        if (chromium != null) {
            chromium.close();
        }
        if (playground != null) {
            playground.close();
        }
    }

    @Test
    void thePagesTellTheStoryAndComeBackWhenSomethingIsLost() throws Exception {
        page.navigate(playground.address("console"));
        assertThat(page.getByText("3 clusters, all connected")).isVisible();
        assertThat(card("worker-1")).containsText("cpu in default");

        link("Orchestration").click();
        // The story goes on while we look: a row may be gone before it can be asked, what it said is not.
        page.evaluate(
                "() => { window.told = new Set(); new MutationObserver(() => document.querySelectorAll('section.row')"
                        + ".forEach(row => told.add(row.innerText)))"
                        + ".observe(document.getElementById('page'), {subtree: true, childList: true}); }");
        rowTold("worker-1", "worker-2", "worker-3");
        picture("orchestration");
        rowTold("runs in worker-");
        String key = (String)
                page.evaluate("() => [...told].map(text => /team\\/job-urgent-\\w+/.exec(text)).find(hit => hit)[0]");
        page.getByLabel("Workload").fill(key);
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).containsText(key);
        picture("workload");
        String shared = page.url();

        link("Queues").click();
        assertThat(page.locator("section.row").filter(new Locator.FilterOptions().setHasText("worker-2")))
                .containsText("ClusterQueue team");
        picture("queues");

        link("Fleet").click();
        picture("fleet");
        page.navigate(shared);
        assertThat(page.locator("h1")).containsText(key);
        link("Fleet").click();

        assertThat(card("worker-3")).containsText("answers in");
        assertThat(playground.press("partition/worker-3")).contains("cut off");
        assertThat(card("worker-3")).containsText("Lost");
        assertThat(page.getByText("3 clusters, 1 not connected")).isVisible();
        assertThat(playground.press("partition/worker-3")).contains("reached again");
        assertThat(page.getByText("3 clusters, all connected")).isVisible();

        page.locator("#connection")
                .evaluate("element => window.lost = new Promise(seen => new MutationObserver(() =>"
                        + " element.dataset.state === 'lost' && seen(true)).observe(element, {attributes: true}))");
        assertThat(playground.press("leader")).contains("started again");
        assertThat((Boolean) page.evaluate("() => window.lost")).isTrue();
        assertThat(page.locator("#connection")).hasText("live");
        assertThat(page.locator("#lost")).hasCount(0);

        aKeyboardIsEnough();
        aNarrowScreenInTheDarkIsEnough();
        assertThat(errors).isEmpty();
    }

    /** Waits until the urgent job's row has said all of that at one moment. */
    private void rowTold(String... words) {
        page.waitForFunction(
                "words => [...told].some(text => text.includes('job-urgent') && words.every(word =>"
                        + " text.includes(word)))",
                List.of(words));
    }

    private void aKeyboardIsEnough() {
        page.navigate(playground.address("console"));
        page.keyboard().press("Tab");
        assertThat(page.getByText("Skip to the page")).isFocused();
        for (String name : List.of("Fleet", "Orchestration", "Queues")) {
            page.keyboard().press("Tab");
            assertThat(link(name)).isFocused();
        }
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("Queues");
        assertThat(page.locator("main")).isFocused();
    }

    private void aNarrowScreenInTheDarkIsEnough() {
        Page phone = chromium.page(360, 740, ColorScheme.DARK);
        phone.onPageError(errors::add);
        for (String name : List.of("fleet", "orchestration", "queues")) {
            phone.navigate(URI.create(playground.address("console"))
                    .resolve("/console/" + name)
                    .toString());
            assertThat(phone.locator("#connection")).hasText("live");
            assertThat((Boolean) phone.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                    .as(name + " fits the screen")
                    .isTrue();
            assertThat((String) phone.evaluate("() => getComputedStyle(document.body).backgroundColor"))
                    .isEqualTo("rgb(20, 23, 28)");
        }
        phone.close();
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
