package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** The executable jar as a process of its own, with what it prints. */
final class RunningPlayground implements AutoCloseable {
    private static final Path JAR = Path.of("target", "playground.jar");
    /** Everything that a playground does in one go, on a machine that has other things to do. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Path folder;
    private final Path log;
    private final Process process;

    RunningPlayground(Path folder, String... arguments) {
        this.folder = folder;
        log = folder.resolve("output");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary(),
                "-jar",
                JAR.toString()));
        command.addAll(List.of(arguments));
        try {
            Files.createDirectories(temporary());
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The only place beside its folder where a Java program may put something; it takes it away again. */
    Path temporary() {
        return folder.resolve("temporary");
    }

    /** The most memory that it had at any moment, in MB, as Linux counts it; empty elsewhere. */
    OptionalLong mostMemory() throws IOException {
        var status = Path.of("/proc", String.valueOf(process.pid()), "status");
        if (!Files.exists(status)) {
            return OptionalLong.empty();
        }
        var most = Pattern.compile("VmHWM:\\s+(\\d+) kB").matcher(Files.readString(status));
        assertThat(most.find()).isTrue();
        return OptionalLong.of(Long.parseLong(most.group(1)) / 1024);
    }

    /** Waits until it has printed that. */
    void until(String text) {
        Awaitility.await(text).atMost(PATIENCE).until(() -> !process.isAlive() || output().contains(text));
        assertThat(output()).contains(text);
    }

    /** The address that is printed behind a word. */
    String address(String of) {
        var matcher = Pattern.compile(of + " +(http://\\S+)").matcher(output());
        assertThat(matcher.find()).as(output()).isTrue();
        return matcher.group(1);
    }

    /** What a button would do. */
    String press(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(address("controls") + path))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }

    int exitCode() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .as(output())
                .isTrue();
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ctrl-C, and the exit code. */
    int interrupt() throws InterruptedException {
        process.destroy();
        return exitCode();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
