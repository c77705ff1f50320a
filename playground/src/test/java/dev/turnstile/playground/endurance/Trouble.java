package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.testing.ControlPlane.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What breaks, drawn from a seed, one thing after the other: processes that are killed and started again, wires that
 * are cut, a store that is put back to an earlier state. When {@link #rage} returns, all of it is mended.
 */
final class Trouble {
    private static final Duration LONGEST_START = Duration.ofMinutes(1);
    private static final int KILL_SERVICE = 0;
    private static final int KILL_API = 3;

    private final ProcessFleet fleet;
    private final Crowd crowd;
    private final History history;
    private final Faults faults;
    private final Path folder;
    private final Random random;
    private final List<Thread> watchers = new ArrayList<>();
    private final List<String> story = new ArrayList<>();
    private final Map<String, Integer> counts = new TreeMap<>();

    Trouble(ProcessFleet fleet, Crowd crowd, History history, Faults faults, Path folder, long seed) {
        this.fleet = fleet;
        this.crowd = crowd;
        this.history = history;
        this.faults = faults;
        this.folder = folder;
        this.random = new Random(seed);
    }

    /** Breaks things for that time. */
    void rage(Duration time, Duration between) throws InterruptedException {
        Instant end = Instant.now().plus(time);
        boolean restored = false;
        // A short run may draw neither of these: a service and an API server are killed in every run.
        List<Integer> due = new ArrayList<>(List.of(KILL_SERVICE, KILL_API));
        while (Instant.now().isBefore(end)) {
            Pause.ofMillis(between.toMillis() / 2 + random.nextInt((int) between.toMillis()));
            boolean half = Instant.now().isAfter(end.minus(time.dividedBy(2)));
            if (half && !restored) {
                restored = true;
                restoreStore(worker());
                continue;
            }
            switch (due.isEmpty() ? random.nextInt(10) : due.removeFirst()) {
                case KILL_SERVICE, 1, 2 -> killService();
                case KILL_API, 4 -> killApi(site());
                case 5 -> killStore(site());
                case 6 -> killControllers(site());
                case 7, 8 -> cut(worker());
                default -> restoreStore(worker());
            }
        }
        fleet.sites().forEach(site -> awaitReady(site.api(), site.name()));
        for (Thread watcher : watchers) {
            watcher.join();
        }
    }

    private String worker() {
        return ProcessFleet.WORKERS.get(random.nextInt(ProcessFleet.WORKERS.size()));
    }

    private Site site() {
        List<Site> sites = fleet.sites();
        return sites.get(random.nextInt(sites.size()));
    }

    private void killService() {
        List<String> names = List.copyOf(fleet.services().keySet());
        String name = names.get(random.nextInt(names.size()));
        note("service killed", name);
        ServiceProcess service = Objects.requireNonNull(fleet.services().get(name));
        Runnable end = faults.begin(Faults.servicesOf(name.substring(name.lastIndexOf(' ') + 1)));
        service.kill();
        Pause.ofMillis(random.nextInt(3000));
        service.restart();
        // Other things break while it starts.
        watchers.add(Thread.ofVirtual().start(() -> {
            Instant deadline = Instant.now().plus(LONGEST_START);
            while (!service.isReady() && Instant.now().isBefore(deadline)) {
                Pause.ofMillis(500);
            }
            end.run();
        }));
    }

    private void killApi(Site site) {
        note("API server killed", site.name());
        during(site, () -> {
            site.plane().kill(Part.API);
            Pause.ofMillis(random.nextInt(4000));
            site.plane().start(Part.API);
        });
    }

    private void killStore(Site site) {
        note("store killed", site.name());
        during(site, () -> {
            site.plane().kill(Part.STORE);
            Pause.ofMillis(random.nextInt(4000));
            site.plane().start(Part.STORE);
        });
    }

    private void killControllers(Site site) {
        note("controllers killed", site.name());
        during(site, () -> {
            site.plane().kill(Part.CONTROLLERS);
            Pause.ofMillis(random.nextInt(4000));
            site.plane().start(Part.CONTROLLERS);
        });
    }

    private void cut(String worker) {
        Wire.State state = random.nextBoolean() ? Wire.State.SILENT : Wire.State.BROKEN;
        note("wire " + (state == Wire.State.SILENT ? "silent" : "broken"), worker);
        Runnable end = faults.begin(worker);
        fleet.wire(worker).set(state);
        Pause.ofMillis(2000 + random.nextInt(15000));
        fleet.wire(worker).set(Wire.State.OPEN);
        end.run();
    }

    /** A backup is made, life goes on, the store is lost, and the backup put back; clients have to begin again. */
    private void restoreStore(String worker) {
        Site site = fleet.site(worker);
        note("store put back", worker);
        Path backup = folder.resolve("backup-" + counts.get("store put back"));
        during(site, () -> {
            site.plane().kill(Part.STORE);
            copy(site.plane().storeData(), backup);
            site.plane().start(Part.STORE);
        });
        Instant saved = Instant.now();
        Pause.ofMillis(4000 + random.nextInt(6000));
        during(site, () -> {
            site.plane().kill(Part.CONTROLLERS);
            site.plane().kill(Part.API);
            site.plane().kill(Part.STORE);
            faults.forgotten(worker, saved, Instant.now());
            remove(site.plane().storeData());
            copy(backup, site.plane().storeData());
            site.plane().start(Part.STORE);
            site.plane().start(Part.API);
        });
        site.plane().start(Part.CONTROLLERS);
        history.begunAgain(worker);
        site.reconnect();
        crowd.makeUpFor(worker, saved);
        remove(backup);
    }

    private void during(Site site, Runnable fault) {
        Runnable end = faults.begin(site.name());
        fault.run();
        awaitReady(site.api(), site.name());
        end.run();
    }

    private static void awaitReady(HttpApi api, String name) {
        Instant deadline = Instant.now().plus(LONGEST_START);
        while (!isReady(api)) {
            if (Instant.now().isAfter(deadline)) {
                throw new IllegalStateException("the API server of " + name + " did not come back");
            }
            Pause.ofMillis(200);
        }
    }

    private static boolean isReady(HttpApi api) {
        try {
            return api.send("GET", "/readyz", Map.of(), null).code() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                        throws IOException {
                    Files.createDirectories(to.resolve(from.relativize(folder).toString()));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.copy(file, to.resolve(from.relativize(file).toString()));
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(from + " cannot be copied", e);
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " cannot be removed", e);
        }
    }

    private void note(String what, String where) {
        counts.merge(what, 1, Integer::sum);
        story.add(Instant.now() + " " + what + ": " + where);
    }

    Map<String, Integer> counts() {
        return counts;
    }

    List<String> story() {
        return story;
    }
}
