package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.json.Json;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Users and operators: they create, delete and change their minds, drawn from a seed. Whatever an API server that is
 * down did not take, they try again.
 */
final class Crowd {
    private static final String JOBS = "/apis/batch/v1/namespaces/team/jobs/";
    private static final String PODS = "/api/v1/namespaces/team/pods/";
    private static final String QUEUE = "/apis/kueue.x-k8s.io/v1beta2/clusterqueues/team";
    private static final String WORKLOADS = "/apis/kueue.x-k8s.io/v1beta2/namespaces/team/workloads";
    private static final Duration AGAIN = Duration.ofMillis(500);

    private final ProcessFleet fleet;
    private final Random random;
    private final int count;
    private final List<Task> created = new ArrayList<>();
    private final Map<String, Instant> times = new ConcurrentHashMap<>();
    private final Set<String> deleted = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> changes = new TreeMap<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();

    Crowd(ProcessFleet fleet, int count, long seed) {
        this.fleet = fleet;
        this.count = count;
        this.random = new Random(seed);
    }

    /** Creates everything within that time, and changes some of it until {@link #end}. */
    void begin(Duration time) {
        List<Task> tasks = tasks();
        Random moments = new Random(random.nextLong());
        Random whims = new Random(random.nextLong());
        threads.add(started("users who create", () -> {
            for (Task task : tasks) {
                // On average the time is kept; some come in bursts, some after a lull.
                Pause.ofMillis((long) (-Math.log(1 - moments.nextDouble()) * time.toMillis() / count));
                create(task);
            }
        }));
        threads.add(started("users who change things", () -> {
            while (!ended.get()) {
                Pause.ofMillis(1000 + whims.nextInt(3000));
                change(whims);
            }
        }));
    }

    private Thread started(String name, Runnable work) {
        return Thread.ofVirtual().name(name).start(() -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                failures.add(name + " ended: " + e);
            }
        });
    }

    /** Why not everything was created and changed as planned. */
    List<String> failures() {
        List<String> found = new ArrayList<>(failures);
        if (created().size() != count) {
            found.add(created().size() + " of " + count + " tasks were created");
        }
        return found;
    }

    /** Waits until all has been created and nothing is changed any more. */
    void end() throws InterruptedException {
        threads.getFirst().join();
        ended.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private List<Task> tasks() {
        List<Task> tasks = new ArrayList<>();
        tasks.add(new Task(Task.TOO_LARGE, Task.Kind.TOO_LARGE, ProcessFleet.MANAGER, "normal", 1, 100, 1));
        for (int number = 1; number < count; number++) {
            int kind = random.nextInt(100);
            String priority = List.of("low", "normal", "normal", "high").get(random.nextInt(4));
            int seconds = 2 + random.nextInt(6);
            if (kind < 50) {
                tasks.add(new Task(
                        "job-" + number,
                        Task.Kind.DISPATCHED_JOB,
                        ProcessFleet.MANAGER,
                        priority,
                        1 + random.nextInt(2),
                        1 + random.nextInt(3),
                        seconds));
            } else if (kind < 65) {
                tasks.add(new Task(
                        "pods-" + number,
                        Task.Kind.DISPATCHED_PODS,
                        ProcessFleet.MANAGER,
                        priority,
                        2 + random.nextInt(2),
                        1,
                        seconds));
            } else {
                String worker = ProcessFleet.WORKERS.get(random.nextInt(ProcessFleet.WORKERS.size()));
                tasks.add(new Task(
                        "own-" + number,
                        Task.Kind.WORKERS_JOB,
                        worker,
                        "low",
                        1,
                        2 + random.nextInt(3),
                        10 + random.nextInt(12)));
            }
        }
        return tasks;
    }

    private void create(Task task) {
        insist(task.cluster(), api -> createUnlessThere(api, task));
        synchronized (created) {
            created.add(task);
            times.put(task.name(), Instant.now());
        }
    }

    private static void createUnlessThere(HttpApi api, Task task) {
        for (String document : task.yaml().split("---\n", -1)) {
            if (!document.isBlank()) {
                try {
                    Manifest.create(api, document);
                } catch (ApiException e) {
                    // The answer to an earlier attempt was lost.
                    if (e.code() != 409) {
                        throw e;
                    }
                }
            }
        }
    }

    private void change(Random whims) {
        List<Task> all = created();
        if (all.size() < 3) {
            return;
        }
        // Mostly those that came last: the others are done.
        Task task = all.get(Math.max(1, all.size() - 1 - whims.nextInt(Math.min(20, all.size() - 1))));
        String cluster = List.of("manager", "manager", "worker-1", "worker-2", "worker-3")
                .get(whims.nextInt(5));
        switch (whims.nextInt(6)) {
            case 0 -> {
                note("deleted");
                delete(task);
            }
            case 1 -> {
                note("priority changed");
                changePriority(task, List.of("low", "normal", "high").get(whims.nextInt(3)));
            }
            case 2 -> {
                note("deactivated and activated");
                activate(task, false);
                Pause.ofMillis(whims.nextInt(3000));
                activate(task, true);
            }
            case 3 -> {
                note("queue held for a while");
                queue(cluster, "{\"spec\": {\"stopPolicy\": \"Hold\"}}");
                Pause.ofMillis(whims.nextInt(4000));
                queue(cluster, "{\"spec\": {\"stopPolicy\": \"None\"}}");
            }
            case 4 -> {
                note("queue drained for a while");
                queue(cluster, "{\"spec\": {\"stopPolicy\": \"HoldAndDrain\"}}");
                Pause.ofMillis(whims.nextInt(2000));
                queue(cluster, "{\"spec\": {\"stopPolicy\": \"None\"}}");
            }
            default -> {
                note("quota lowered for a while");
                int cpu = cluster.equals(ProcessFleet.MANAGER) ? ProcessFleet.MANAGERS_CPU : ProcessFleet.WORKERS_CPU;
                queue(cluster, quota(cpu / 2));
                Pause.ofMillis(whims.nextInt(5000));
                queue(cluster, quota(cpu));
            }
        }
    }

    /**
     * The store of that cluster has forgotten what was done in it since: users create again what is not there any more,
     * and everybody's changes are made again.
     */
    void makeUpFor(String cluster, Instant since) {
        for (Task task : created()) {
            if (!task.cluster().equals(cluster)) {
                continue;
            }
            if (isDeleted(task)) {
                delete(task);
            } else if (Objects.requireNonNull(times.get(task.name())).isAfter(since.minusSeconds(1))) {
                insist(cluster, api -> createUnlessThere(api, task));
            } else {
                activate(task, true);
            }
        }
        queue(cluster, "{\"spec\": {\"stopPolicy\": \"None\"}}");
        queue(
                cluster,
                quota(cluster.equals(ProcessFleet.MANAGER) ? ProcessFleet.MANAGERS_CPU : ProcessFleet.WORKERS_CPU));
    }

    private static String quota(int cpu) {
        return ("{\"spec\": {\"resourceGroups\": [{\"coveredResources\": [\"cpu\"], \"flavors\": [{\"name\":"
                        + " \"default\", \"resources\": [{\"name\": \"cpu\", \"nominalQuota\": \"%d\"}]}]}]}}")
                .formatted(cpu);
    }

    private void queue(String cluster, String patch) {
        insist(cluster, api -> api.patch(QUEUE, PatchType.MERGE, Json.parse(patch)));
    }

    private void delete(Task task) {
        if (task.kind() == Task.Kind.TOO_LARGE) {
            return;
        }
        deleted.add(task.name());
        ObjectNode options = Json.object().put("propagationPolicy", "Background");
        insist(task.cluster(), api -> {
            if (task.kind() == Task.Kind.DISPATCHED_PODS) {
                for (int number = 0; number < task.pods(); number++) {
                    String path = PODS + task.name() + "-" + number;
                    unlessGone(() -> api.delete(path, options));
                }
            } else {
                unlessGone(() -> api.delete(JOBS + task.name(), options));
            }
        });
    }

    private void changePriority(Task task, String priority) {
        if (task.kind() == Task.Kind.DISPATCHED_PODS) {
            return;
        }
        ObjectNode patch = Json.object();
        patch.putObject("metadata").putObject("labels").put("kueue.x-k8s.io/priority-class", priority);
        insist(task.cluster(), api -> unlessGone(() -> api.patch(JOBS + task.name(), PatchType.MERGE, patch)));
    }

    /** Of its Workload, where there is one yet. */
    private void activate(Task task, boolean active) {
        ObjectNode patch = Json.object();
        patch.putObject("spec").put("active", active);
        insist(task.cluster(), api -> {
            for (JsonNode workload : api.get(WORKLOADS).path("items")) {
                for (JsonNode owner : workload.path("metadata").path("ownerReferences")) {
                    if (owner.path("name").asString("").equals(task.name())) {
                        String path = WORKLOADS + "/" + Json.name((ObjectNode) workload);
                        unlessGone(() -> api.patch(path, PatchType.MERGE, patch));
                    }
                }
            }
        });
    }

    private static void unlessGone(Runnable request) {
        try {
            request.run();
        } catch (ApiException e) {
            if (e.code() != 404) {
                throw e;
            }
        }
    }

    private void insist(String cluster, Consumer<HttpApi> request) {
        while (true) {
            try {
                request.accept(fleet.site(cluster).api());
                return;
            } catch (UncheckedIOException e) {
                // The API server is down; it is started again.
                Pause.of(AGAIN);
            } catch (ApiException e) {
                // An API server that has just started, or whose store is down, refuses for a moment; what is wrong for
                // good is not asked for here.
                if (e.code() < 500 && e.code() != 403 && e.code() != 429 && e.code() != 409 && e.code() != 401) {
                    throw e;
                }
                Pause.of(AGAIN);
            }
        }
    }

    private synchronized void note(String change) {
        changes.merge(change, 1, Integer::sum);
    }

    synchronized Map<String, Integer> changes() {
        return new TreeMap<>(changes);
    }

    /** All, also those that were deleted. */
    List<Task> created() {
        synchronized (created) {
            return List.copyOf(created);
        }
    }

    boolean isDeleted(Task task) {
        return deleted.contains(task.name());
    }
}
