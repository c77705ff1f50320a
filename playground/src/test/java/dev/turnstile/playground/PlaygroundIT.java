package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The playground as a user starts it: a process of its own, from the executable jar. */
@Tag("embedded-only") // it brings its own clusters
final class PlaygroundIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @Test
    void theStoryIsToldWithAndWithoutOrchestration() throws Exception {
        // The jobs are three times as fast; at ten times, what is lost would depend on how long the news takes.
        try (var playground = started("--speed=3")) {
            playground.until("until the urgent job was admitted");

            String output = playground.output();
            assertThat(output).contains("worker-3 https://127.0.0.1:").contains("worker-service in worker-1");
            assertThat(output).contains("manager-service in manager").contains("export KUBECONFIG=");
            // Two jobs make room in one cluster; without orchestration every cluster makes room.
            assertThat(figures(output, "jobs preempted")).containsExactly(2, 6);
            assertThat(figures(output, "clusters in which that happened")).containsExactly(1, 3);
            var lost = figures(output, "work lost, pod-seconds");
            assertThat(lost.getFirst()).isPositive().isLessThan(lost.getLast());
            assertThat(output).containsPattern("meanwhile jobs were preempted in worker-\\d\\.");
            assertThat(contexts()).containsExactly("manager", "worker-1", "worker-2", "worker-3");
            var memory = playground.mostMemory();
            System.out.printf(
                    "playground: %s, at most %d MB while it played%n",
                    output.lines()
                            .filter(line -> line.contains("is ready"))
                            .findFirst()
                            .orElseThrow(),
                    memory.orElse(0));
            assertThat(memory.orElse(0)).as("MB of memory").isLessThan(1_536);
            // 128 + SIGTERM: ended by the signal, after everything was closed
            assertThat(playground.interrupt()).as(playground.output()).isEqualTo(143);
            assertThat(playground.output()).doesNotContain("not everything was closed");
            assertThat(playground.temporary()).as("what it leaves behind").isEmptyDirectory();
        }
    }

    @Test
    void bareClustersAreEmptyAndOneKubeconfigReachesThem() throws Exception {
        try (var playground = started("--bare=2")) {
            playground.until("Ctrl-C ends it.");

            assertThat(playground.output()).contains("none: these clusters are empty");
            assertThat(contexts()).containsExactly("cluster-1", "cluster-2");
            assertThat(playground.interrupt()).isEqualTo(143);
        }
    }

    @Test
    void aWrongArgumentEndsItWithTheUsage() throws Exception {
        try (var playground = new RunningPlayground(folder, "--bear=2")) {
            assertThat(playground.exitCode()).isEqualTo(2);
            assertThat(playground.output()).contains("--bear=2 is not known").contains("usage: playground");
        }
    }

    @Test
    void whoInterruptsTheStartWaitsForOneServiceAtMost() throws Exception {
        try (var playground = started("--story=no")) {
            await().atMost(PATIENCE).until(() -> Files.exists(folder.resolve("manager.kubeconfig")));

            assertThat(playground.interrupt()).isEqualTo(143);
            assertThat(playground.output()).doesNotContain("is ready").doesNotContain("not everything was closed");
        }
    }

    @Test
    void theButtonsSayWhatTheyDoAndWhoMayNotPressThem() throws Exception {
        try (var playground = started("--story=no");
                var browser = HttpClient.newHttpClient()) {
            playground.until("Ctrl-C ends it.");
            assertThat(playground.press("speed/20")).contains("20 times as fast");
            assertThat(playground.press("speed/0")).contains("give a positive number");
            assertThat(playground.press("partition/worker-9")).contains("no worker is called \"worker-9\"");
            assertThat(playground.press("partition/worker-3")).contains("worker-3 is cut off");
            assertThat(playground.press("restart/worker-1")).contains("worker-service of worker-1");

            var controls = URI.create(playground.address("controls"));
            assertThat(browser.send(HttpRequest.newBuilder(controls).build(), BodyHandlers.ofString())
                            .body())
                    .contains("20 times as fast")
                    .contains("Let it back")
                    .contains("worker-3 is cut off")
                    .contains(playground.address("console"));
            var elsewhere = HttpRequest.newBuilder(controls.resolve("/manager"))
                    .header("Origin", "http://example.com")
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(browser.send(elsewhere, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(403);
            assertThat(playground.interrupt()).isEqualTo(143);
        }
    }

    @Test
    void aPortThatIsTakenIsNamedBeforeAnythingStarts() throws Exception {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int first = other.getLocalPort() - 22; // health of the manager-service
            try (var playground =
                    new RunningPlayground(folder, "--ports=" + first, "--kubeconfig=" + folder.resolve("kubeconfig"))) {
                assertThat(playground.exitCode()).isEqualTo(1);
                assertThat(playground.output())
                        .contains(other.getLocalPort() + " (manager-service in manager, ")
                        .contains("--ports=" + first)
                        .contains("--ports=0 takes free ones")
                        .doesNotContain("Exception");
            }
        }
    }

    private RunningPlayground started(String argument) {
        return new RunningPlayground(folder, argument, "--ports=0", "--kubeconfig=" + folder.resolve("kubeconfig"));
    }

    private static List<Integer> figures(String output, String row) {
        var matcher = Pattern.compile(Pattern.quote(row) + " +(\\d+) +(\\d+)").matcher(output);
        assertThat(matcher.find()).as(output).isTrue();
        return List.of(Integer.valueOf(matcher.group(1)), Integer.valueOf(matcher.group(2)));
    }

    private List<String> contexts() throws IOException {
        List<String> contexts = new ArrayList<>();
        List<String> lines = Files.readAllLines(folder.resolve("kubeconfig"));
        for (int line = 0; line < lines.size(); line++) {
            if (lines.get(line).strip().equals("context:")) {
                contexts.add(lines.get(line - 1).replace("- name:", "").strip());
            }
        }
        return contexts;
    }
}
