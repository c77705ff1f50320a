package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The playground as a user starts it: a process of its own, from the executable jar. */
@Tag("embedded-only") // it brings its own clusters
final class PlaygroundIT {
    private static final Path JAR = Path.of("target", "playground.jar");
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    @Test
    void theWholeFleetGetsReadyTellsHowToReachItAndEndsOnAnInterrupt() throws Exception {
        String output =
                runUntil("Finished=True", "--ports=0", "--speed=5", "--kubeconfig=" + folder.resolve("kubeconfig"));

        assertThat(output).contains("worker-3 https://127.0.0.1:").contains("worker-service in worker-1");
        assertThat(output).contains("manager-service in manager").contains("export KUBECONFIG=");
        // which one waits is not said: the three are of the same second
        assertThat(output).containsPattern("worker-1  job-\\w+-\\w{5} +QuotaReserved=False  couldn.t assign flavors");
        assertThat(contexts()).containsExactly("manager", "worker-1", "worker-2", "worker-3");
    }

    @Test
    void bareClustersAreEmptyAndOneKubeconfigReachesThem() throws Exception {
        String output =
                runUntil("Ctrl-C ends it.", "--bare=2", "--ports=0", "--kubeconfig=" + folder.resolve("kubeconfig"));

        assertThat(output).contains("none: these clusters are empty");
        assertThat(contexts()).containsExactly("cluster-1", "cluster-2");
    }

    @Test
    void aWrongArgumentEndsItWithTheUsage() throws Exception {
        Process process = start("--bear=2");
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(log()).contains("--bear=2 is not known").contains("usage: playground");
    }

    private String runUntil(String ready, String... arguments) throws Exception {
        Process process = start(arguments);
        try {
            Awaitility.await().atMost(PATIENCE).until(() -> !process.isAlive() || log().contains(ready));
            assertThat(process.isAlive()).as(log()).isTrue();
        } finally {
            process.destroy();
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
        // 128 + SIGTERM: ended by the signal, after everything was closed
        assertThat(process.exitValue()).as(log()).isEqualTo(143);
        assertThat(log()).doesNotContain("not everything was closed");
        return log();
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log"));
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
