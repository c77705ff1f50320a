package dev.turnstile.service.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.thread.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFileWatchTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final List<String> heard = new CopyOnWriteArrayList<>();

    @Test
    void whatChangedBeforeTheWatchBeganIsHeardAndLaterOnEachReplacement() throws IOException {
        var file = Files.writeString(folder.resolve("configuration.yaml"), "one");
        var watch = new ConfigurationFileWatch(Optional.of(file), () -> heard.add(text(file)), Threads.system());

        Files.writeString(file, "two");
        watch.start();
        try {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard).containsExactly("two"));

            replace(file, "three");

            await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard).containsExactly("two", "three"));
        } finally {
            watch.stop();
        }
    }

    @Test
    void aFolderThatIsGoneForAWhileIsWatchedAgain() throws IOException {
        var inner = Files.createDirectory(folder.resolve("mounted"));
        var file = Files.writeString(inner.resolve("configuration.yaml"), "one");
        var watch = new ConfigurationFileWatch(Optional.of(file), () -> heard.add(text(file)), Threads.system());
        watch.start();
        try {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard).containsExactly("one"));

            Files.delete(file);
            Files.delete(inner);
            Files.createDirectory(inner);
            Files.writeString(file, "two");

            await().atMost(PATIENCE).untilAsserted(() -> assertThat(heard).containsExactly("one", "two"));
        } finally {
            watch.stop();
        }
    }

    /** As editors and mounted ConfigMaps do it. */
    private void replace(Path file, String text) throws IOException {
        var next = Files.writeString(folder.resolve("next"), text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
