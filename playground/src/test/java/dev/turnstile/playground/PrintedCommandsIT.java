package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the playground tells a newcomer to try, tried with kubectl on each of the four clusters. */
@Tag("embedded-only") // the playground brings its own clusters
final class PrintedCommandsIT {
    private static final List<String> CONTEXTS = List.of("manager", "worker-1", "worker-2", "worker-3");

    @TempDir
    private Path folder;

    @Test
    void everythingThatIsPrintedWorksOnEveryCluster() throws Exception {
        var kubectl = installed();
        if (!Boolean.getBoolean("turnstile.ci")) {
            Assumptions.assumeTrue(kubectl.isPresent(), "no kubectl is installed, so nothing is tried with it");
        }
        try (var playground = new RunningPlayground(
                folder, "--story=no", "--ports=0", "--kubeconfig=" + folder.resolve("kubeconfig"))) {
            playground.until("Ctrl-C ends it.");
            var printed = playground
                    .output()
                    .lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith("kubectl "))
                    .toList();
            assertThat(printed).hasSize(3).allMatch(line -> line.contains("--context="));
            // Samples that need a queue find it: the story's own.
            var samples = samples();
            assertThat(samples).hasSizeGreaterThan(5);

            podsAreQueuedLikeJobs(kubectl.orElseThrow());
            for (String context : CONTEXTS) {
                for (String command : printed) {
                    ran(kubectl.orElseThrow(), command.replaceFirst("--context=\\S+", "--context=" + context));
                }
                ran(kubectl.orElseThrow(), "kubectl --context=" + context + " wait --for=condition=Ready nodes --all");
                for (Path sample : samples) {
                    ran(kubectl.orElseThrow(), "kubectl --context=" + context + " apply --dry-run=server -f " + sample);
                }
            }
        }
    }

    /** All that Turnstile can do is on: a sample with a pod does what its page says. */
    private void podsAreQueuedLikeJobs(Path kubectl) throws IOException, InterruptedException {
        ran(kubectl, "kubectl --context=worker-1 apply -f ../deploy/samples/proposals/urgent-pod.yaml");
        ran(
                kubectl,
                "kubectl --context=worker-1 -n team wait --timeout=60s --for=jsonpath={.status.phase}=Succeeded"
                        + " pod/urgent");
        ran(kubectl, "kubectl --context=worker-1 -n team wait --timeout=60s --for=condition=Finished workloads --all");
    }

    private static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("..", "deploy", "samples"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    private void ran(Path kubectl, String line) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of(line.split(" ", -1)));
        words.set(0, kubectl.toString());
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().put("KUBECONFIG", folder.resolve("kubeconfig").toString());
        builder.environment().put("HOME", folder.toString());
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(line + System.lineSeparator() + output)
                .isZero();
    }

    private static Optional<Path> installed() {
        return Stream.concat(
                        Stream.of(Objects.requireNonNullElse(System.getenv("KUBEBUILDER_ASSETS"), "")),
                        Stream.of(System.getenv("PATH").split(File.pathSeparator, -1)))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, "kubectl"))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
