package dev.turnstile.playground;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.turnstile.embedded.client.HttpApi;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
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
        playground = new RunningPlayground(
                folder, "--story=no", "--ports=0", "--kubeconfig=" + folder.resolve("kubeconfig"));
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

        String shared = oneClusterPreempts();

        page.navigate(playground.address("console"));
        page.navigate(shared);
        assertThat(page.locator("h1")).containsText("team/job-urgent-");
        link("Fleet").click();

        assertThat(card("worker-3")).containsText("answers in");
        assertThat(playground.press("partition/worker-3")).contains("cut off");
        assertThat(card("worker-3")).containsText("Lost");
        assertThat(page.getByText("3 clusters, 1 not connected")).isVisible();
        assertThat(playground.press("partition/worker-3")).contains("reached again");
        assertThat(page.getByText("3 clusters, all connected")).isVisible();

        assertThat(playground.press("manager")).contains("was ended");
        assertThat(page.locator("#lost")).containsText("the page comes back by itself");
        assertThat(page.locator("#connection")).containsText("not connected: the manager-service does not answer");
        assertThat(card("worker-1")).containsText("cpu in default");
        link("Queues").click();
        assertThat(page.locator("#lost")).isVisible();
        assertThat(queuesOf("worker-1")).containsText("ClusterQueue team");
        assertThat(playground.press("manager")).contains("was started again");
        assertThat(page.locator("#connection")).hasText("live");
        assertThat(page.locator("#lost")).hasCount(0);

        page.locator("#connection")
                .evaluate("element => new MutationObserver(() => window.sawLost ||= element.dataset.state === 'lost')"
                        + ".observe(element, {attributes: true})");
        assertThat(playground.press("leader")).contains("started again");
        page.waitForFunction("() => window.sawLost");
        assertThat(page.locator("#connection")).hasText("live");
        assertThat(page.locator("#lost")).hasCount(0);

        aKeyboardIsEnough();
        aNarrowScreenInTheDarkIsEnough();
        assertThat(errors).isEmpty();
    }

    /** The story, looked at while it is held, and when it goes on; the link to the urgent job's page. */
    private String oneClusterPreempts() throws IOException {
        try (var story = new HeldStory(folder)) {
            story.begin();
            link("Orchestration").click();
            var row = page.locator("section.row").filter(new Locator.FilterOptions().setHasText("job-urgent"));
            assertThat(row.locator("span.cluster")).hasText(new String[] {"worker-1", "worker-2", "worker-3"});
            assertThat(row.getByText("preempting: ")).hasCount(1);
            assertThat(row.getByText(Pattern.compile("^preempting: .* left$"))).hasCount(1);
            assertThat(row.getByText("would have to preempt, and waits for its turn"))
                    .hasCount(2);
            assertThat(row.locator("svg rect.preempting")).hasCount(1);
            assertThat(row.locator("svg rect.signalled")).not().hasCount(0);
            var key = row.locator("h2").innerText();
            decisionsCanBeScrolledBack(key);
            onlyWhatIsAskedForIsShown(row);
            assertThat(row.locator("svg.axis")).containsText(Pattern.compile("\\+\\d+ (s|min).*now$"));
            picture("orchestration");

            link("Fleet").click();
            assertThat(cardsThatCount("preempting", 1)).hasCount(1);
            assertThat(cardsThatCount("gated", 1)).hasCount(2);
            picture("fleet");

            link("Queues").click();
            assertThat(page.locator("h1")).isInViewport();
            assertThat((Boolean) page.evaluate("() => document.querySelector('h1').getBoundingClientRect().top"
                            + " >= document.querySelector('body > header').getBoundingClientRect().bottom"))
                    .as("the title is not hidden under the header")
                    .isTrue();
            assertThat(queuesOf("worker-2")).containsText("ClusterQueue team");
            aCohortWhoseQueuesShare(story.worker("worker-3"));
            assertThat(node("research")).containsText("3 of 2, 1 borrowed");
            assertThat(node("shop")).containsText("0 of 4, 1 lent");
            assertThat(node("company")).containsText("3 of 6, 1 lent");
            aLocalJobThatNeverFits(story.worker("worker-2"));
            var line = queuesOf("worker-2").locator("ol.next li");
            assertThat(line).hasCount(2);
            assertThat(line.first()).containsText(key);
            assertThat(line.last()).containsText("other/job-too-large");
            assertThat(line.last()).containsText("insufficient quota for cpu in flavor default");
            assertThat(queuesOf("worker-3")).not().containsText("other/");
            picture("queues");

            page.getByLabel("Workload").fill(key);
            page.keyboard().press("Enter");
            assertThat(page.locator("h1")).containsText(key);
            assertThat(page.locator(".badge").filter(new Locator.FilterOptions().setHasText("waits for its gate")))
                    .hasCount(2);
            assertThat(page.locator(".badge").filter(new Locator.FilterOptions().setHasText("preempting")))
                    .hasCount(1);
            whyNotIsAnsweredFlavorByFlavor();
            whatIsReadStaysWhereItIsWhileThePageChanges();
            picture("workload");

            var preempted = story.letGo();
            assertThat(preempted).hasSize(1);
            var winner = preempted.getFirst();
            assertThat(page.locator("section.row[aria-label=" + winner + "] .badge"))
                    .hasText(Pattern.compile("admitted|finished"));
            return page.url();
        }
    }

    private void decisionsCanBeScrolledBack(String key) {
        var decisions = page.locator("ol.trail.all");
        assertThat(decisions.locator("li").first()).containsText(key);
        assertThat(decisions).containsText("opening the gate");
        // On the reader's clock, not as a machine writes it.
        assertThat(decisions).not().containsText(Pattern.compile("\\dT\\d"));
        decisions.focus();
        assertThat(decisions).isFocused();
    }

    private void onlyWhatIsAskedForIsShown(Locator row) {
        page.getByLabel("Show only").fill("nobody");
        assertThat(row).hasCount(0);
        assertThat(page).hasURL(Pattern.compile("filter=nobody$"));
        page.getByLabel("Show only").fill("WORKER-2");
        assertThat(row).hasCount(1);
        page.getByLabel("Show only").fill("");
    }

    /** Also where the worker says no more than that a gate is closed. */
    private void whyNotIsAnsweredFlavorByFlavor() {
        for (String worker : List.of("worker-1", "worker-2", "worker-3")) {
            var place = page.locator("section.row[aria-label=" + worker + "]");
            assertThat(place.locator("table.flavors tbody tr")).hasCount(1);
            assertThat(place.locator("table.flavors tbody th")).hasText("default");
            assertThat(place.locator("table.flavors tbody td")).hasText(new String[] {"4 cpu", "0", "4 more needed"});
            assertThat(place).containsText("first of ");
        }
        assertThat(page.locator("section.row[aria-label=worker-2]"))
                .containsText("first of 2 waiting in ClusterQueue team");
    }

    private void whatIsReadStaysWhereItIsWhileThePageChanges() {
        var conditions = page.locator("section.row[aria-label=worker-2] summary");
        conditions.focus();
        page.keyboard().press("Enter");
        var before = page.locator(".lead + p").innerText();
        assertThat(page.locator(".lead + p")).not().hasText(before);
        assertThat(conditions).isFocused();
        assertThat(page.locator("section.row[aria-label=worker-2] table").last())
                .containsText("PreemptionBlocked");
        page.keyboard().press("Enter");
    }

    private Locator node(String name) {
        return page.locator("section.row[aria-label=worker-3] .node")
                .filter(new Locator.FilterOptions().setHasText(name));
    }

    /** One queue uses more than it has, and the other one less. */
    private static void aCohortWhoseQueuesShare(HttpApi api) {
        for (var queue : Map.of("research", 2, "shop", 4).entrySet()) {
            api.post("/apis/kueue.x-k8s.io/v1beta2/clusterqueues", Deployment.object("""
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: ClusterQueue
                metadata: {name: %s}
                spec:
                  cohortName: company
                  namespaceSelector: {}
                  resourceGroups:
                  - coveredResources: [cpu]
                    flavors: [{name: default, resources: [{name: cpu, nominalQuota: %d}]}]
                """.formatted(
                            queue.getKey(), queue.getValue())));
        }
        api.post("/apis/kueue.x-k8s.io/v1beta2/namespaces/team/localqueues", Deployment.object("""
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: LocalQueue
            metadata: {name: research}
            spec: {clusterQueue: research}
            """));
        api.post("/apis/batch/v1/namespaces/team/jobs", Deployment.object("""
            apiVersion: batch/v1
            kind: Job
            metadata: {name: study, labels: {kueue.x-k8s.io/queue-name: research}}
            spec:
              suspend: true
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: work, image: work, command: [sleep, "600"], resources: {requests: {cpu: "3"}}}]
            """));
    }

    private Locator cardsThatCount(String what, int count) {
        // The name of a count and the count stand beside each other without a space between them.
        return page.locator("section.card dl div").filter(new Locator.FilterOptions().setHasText(what + count));
    }

    /** Of worker-2 alone: nobody has sent it there, and the queue's place in the story stays free. */
    private static void aLocalJobThatNeverFits(HttpApi api) {
        api.post("/api/v1/namespaces", Deployment.object("{apiVersion: v1, kind: Namespace, metadata: {name: other}}"));
        api.post("/apis/kueue.x-k8s.io/v1beta2/namespaces/other/localqueues", Deployment.object("""
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: LocalQueue
            metadata: {name: main}
            spec: {clusterQueue: team}
            """));
        api.post("/apis/batch/v1/namespaces/other/jobs", Deployment.object("""
            apiVersion: batch/v1
            kind: Job
            metadata: {name: too-large, labels: {kueue.x-k8s.io/queue-name: main}}
            spec:
              suspend: true
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: work, image: work, resources: {requests: {cpu: "400"}}}]
            """));
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
        for (String name : List.of("fleet", "orchestration", "queues", "workloads/team/nobody")) {
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

    private Locator queuesOf(String cluster) {
        return page.locator("section.row").filter(new Locator.FilterOptions().setHasText(cluster));
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
            page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }");
            page.screenshot(new Page.ScreenshotOptions()
                    .setPath(Path.of("..", where, "console-" + name + ".png"))
                    .setFullPage(true));
        }
    }
}
