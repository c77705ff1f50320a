package dev.turnstile.service.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.Arrays;
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
    private volatile @Nullable WatchService watch;

    ConfigurationFileWatch(Optional<Path> file, Runnable onChange) {
        this.file = file.map(Path::toAbsolutePath);
        this.onChange = onChange;
    }

    @Override
    public void start() {
        file.ifPresent(path -> {
            try {
                var started = path.getFileSystem().newWatchService();
                folder(path)
                        .register(
                                started,
                                StandardWatchEventKinds.ENTRY_CREATE,
                                StandardWatchEventKinds.ENTRY_MODIFY,
                                StandardWatchEventKinds.ENTRY_DELETE);
                watch = started;
                Thread.ofVirtual().name("configuration file").start(() -> follow(started, path));
            } catch (IOException e) {
                throw new UncheckedIOException("can not watch " + path, e);
            }
        });
    }

    @Override
    public void stop() {
        var running = watch;
        watch = null;
        if (running != null) {
            try {
                running.close();
            } catch (IOException e) {
                throw new UncheckedIOException("can not stop watching the configuration file", e);
            }
        }
    }

    @Override
    public boolean isRunning() {
        return watch != null;
    }

    private void follow(WatchService running, Path path) {
        var known = content(path);
        // The file was read seconds ago, when the start began: what has changed since was seen by nobody.
        onChange.run();
        try {
            while (true) {
                var key = running.take();
                var events = key.pollEvents();
                var now = content(path);
                if (!events.isEmpty() && now.length > 0 && !Arrays.equals(known, now)) {
                    known = now;
                    onChange.run();
                }
                if (!key.reset()) {
                    LOG.warn("the folder of {} is gone; changes of the configuration are no longer noticed", path);
                    return;
                }
            }
        } catch (ClosedWatchServiceException e) {
            LOG.debug("no longer watching {}", path);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The content, or nothing while the file is being replaced. */
    private static byte[] content(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            LOG.debug("can not read {} at the moment", path);
            return new byte[0];
        }
    }

    private static Path folder(Path path) {
        var parent = path.getParent();
        return parent == null ? path : parent;
    }
}
