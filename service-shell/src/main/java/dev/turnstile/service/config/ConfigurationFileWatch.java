package dev.turnstile.service.config;

import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Notices that the configuration file has changed. Watches the folder, since editors and mounted ConfigMaps put another
 * file in the place of the old one, and compares contents, since one change makes several events.
 */
public final class ConfigurationFileWatch implements SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationFileWatch.class);

    private final Optional<Path> file;
    private final Runnable onChange;
    private final Threads threads;
    private volatile @Nullable Loop loop;
    private byte @Nullable [] known;

    ConfigurationFileWatch(Optional<Path> file, Runnable onChange, Threads threads) {
        this.file = file.map(Path::toAbsolutePath);
        this.onChange = onChange;
        this.threads = threads;
    }

    @Override
    public void start() {
        file.ifPresent(path -> loop = Loop.start(
                threads,
                "configuration-file",
                "configuration-file",
                Loop.Pace.USUAL,
                running -> follow(running, path)));
    }

    @Override
    public void stop() {
        var running = loop;
        loop = null;
        if (running != null) {
            running.close();
        }
    }

    @Override
    public boolean isRunning() {
        return loop != null;
    }

    /** Watches the folder until it is gone; then the next round waits for it to be there again. */
    private void follow(Loop running, Path path) throws IOException, InterruptedException {
        try (var watch = path.getFileSystem().newWatchService()) {
            folder(path)
                    .register(
                            watch,
                            StandardWatchEventKinds.ENTRY_CREATE,
                            StandardWatchEventKinds.ENTRY_MODIFY,
                            StandardWatchEventKinds.ENTRY_DELETE);
            // It was read when the start began, or before the folder went: what has changed since was seen by nobody.
            compare(path);
            while (running.isOpen()) {
                var key = Objects.requireNonNull(running.idle(watch::take));
                if (!key.pollEvents().isEmpty()) {
                    compare(path);
                }
                if (!key.reset()) {
                    throw new NoSuchFileException(
                            path.toString(), null, "its folder is gone; changes are noticed once it is there again");
                }
            }
        }
    }

    private void compare(Path path) {
        var now = content(path);
        if (now.length > 0 && !Arrays.equals(known, now)) {
            onChange.run();
            known = now;
        }
    }

    /** The content, or nothing while the file is being replaced. */
    private static byte[] content(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            LOG.debug("cannot read {} at the moment", path);
            return new byte[0];
        }
    }

    private static Path folder(Path path) {
        var parent = path.getParent();
        return parent == null ? path : parent;
    }
}
