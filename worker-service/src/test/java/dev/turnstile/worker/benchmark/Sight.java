package dev.turnstile.worker.benchmark;

import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a watch shows, and when: the same eyes for the worker and for the bare client. */
final class Sight implements AutoCloseable {
    private static final Set<String> EVENTS = Set.of("QuotaReserved", "Admitted");
    private static final long LOOK_MILLIS = 20;

    private final Map<String, Long> admitted = new ConcurrentHashMap<>();
    private final Map<String, Long> finished = new ConcurrentHashMap<>();
    private final AtomicInteger events = new AtomicInteger();
    private final Reflector workloads;
    private final Reflector told;

    Sight(ApiConnection api) {
        Store<ObjectNode> objects = new Store<>(Site.WORKLOAD, object -> object);
        objects.listen((key, before, after) -> {
            long now = System.nanoTime();
            if (after != null && holds(after, "Admitted")) {
                admitted.putIfAbsent(key.name(), now);
            }
            if (after != null && holds(after, "Finished")) {
                finished.putIfAbsent(key.name(), now);
            }
        });
        Store<ObjectNode> tales = new Store<>(ApiResource.EVENT, object -> object);
        tales.listen((key, before, after) -> {
            if (before == null
                    && after != null
                    && EVENTS.contains(after.path("reason").asString(""))) {
                events.incrementAndGet();
            }
        });
        workloads = Reflector.start(api, objects, Threads.system());
        told = Reflector.start(api, tales, Threads.system());
        objects.whenSynced().join();
        tales.whenSynced().join();
    }

    private static boolean holds(ObjectNode workload, String type) {
        for (JsonNode condition : workload.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals(type)) {
                return condition.path("status").asString("").equals("True");
            }
        }
        return false;
    }

    int admitted() {
        return admitted.size();
    }

    int events() {
        return events.get();
    }

    @Nullable
    Long admittedAt(String workload) {
        return admitted.get(workload);
    }

    @Nullable
    Long finishedAt(String workload) {
        return finished.get(workload);
    }

    /** Those that were admitted. */
    Set<String> whoIsAdmitted() {
        return admitted.keySet();
    }

    /** What is to be waited for. */
    interface Seen {
        boolean yet();
    }

    static void await(String what, Duration longest, Seen seen) throws InterruptedException {
        long end = System.nanoTime() + longest.toNanos();
        while (!seen.yet()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("not within " + longest + ": " + what);
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    @Override
    public void close() {
        workloads.close();
        told.close();
    }
}
