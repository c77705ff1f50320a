package dev.turnstile.playground;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.WatchEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/** Watches worker clusters and counts what preemption destroys there, as anybody with kubectl could. */
final class Ledger implements AutoCloseable {
    private final List<AutoCloseable> watches = new ArrayList<>();
    private final Set<String> preemptions = ConcurrentHashMap.newKeySet();
    private final Set<String> clusters = ConcurrentHashMap.newKeySet();
    private final Set<String> ended = ConcurrentHashMap.newKeySet();
    private final AtomicLong lostSeconds = new AtomicLong();

    Ledger(List<EmbeddedCluster> workers, double speed) {
        for (EmbeddedCluster worker : workers) {
            watches.add(
                    worker.client().watch(Names.WORKLOADS, "", Selectors.EVERYTHING, 0, event -> count(worker, event)));
            watches.add(worker.client()
                    .watch(
                            Names.PODS,
                            "",
                            Selectors.EVERYTHING,
                            0,
                            event -> mourn(event, worker.clock().instant(), speed)));
        }
    }

    Toll toll(Duration waited) {
        return new Toll(preemptions.size(), clusters.size(), lostSeconds.get(), waited);
    }

    private void count(EmbeddedCluster worker, WatchEvent event) {
        for (JsonNode condition : event.object().path("status").path("conditions")) {
            if (condition.path("type").asString("").equals("Preempted")
                    && condition.path("status").asString("").equals("True")) {
                String uid = event.object().path("metadata").path("uid").asString("");
                preemptions.add(uid + condition.path("lastTransitionTime").asString(""));
                clusters.add(worker.name());
            }
        }
    }

    /** A pod that is asked to end while it runs loses what it has done so far. */
    private void mourn(WatchEvent event, Instant now, double speed) {
        JsonNode metadata = event.object().path("metadata");
        JsonNode status = event.object().path("status");
        boolean running = status.path("phase").asString("").equals("Running");
        String started = status.path("startTime").asString("");
        if (metadata.has("deletionTimestamp")
                && running
                && !started.isEmpty()
                && ended.add(metadata.path("uid").asString(""))) {
            Duration ran = Duration.between(Instant.parse(started), now);
            lostSeconds.addAndGet(Math.round(Math.max(0, ran.toMillis()) / 1000.0 * speed));
        }
    }

    /** Where it happened, in words. */
    Set<String> where() {
        return new TreeSet<>(clusters);
    }

    @Override
    public void close() {
        for (AutoCloseable watch : watches) {
            try {
                watch.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                throw new IllegalStateException("a watch did not end: " + e.getMessage(), e);
            }
        }
    }
}
