package dev.turnstile.manager;

import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Every state of the Workloads of a fleet, in the order in which each cluster stored them, and what they say about the
 * invariants A, C and F. Reads inside the process, where no fault reaches.
 */
final class GateHistory implements AutoCloseable {
    private static final String GATE = "kueue.x-k8s.io/multikueue";
    private static final GroupVersionResource WORKLOADS =
            new GroupVersionResource("kueue.x-k8s.io", "v1beta2", "workloads");
    private static final Pattern PREEMPTOR = Pattern.compile("\\(UID: ([^,)]+)");

    /** A gate that was opened; {@code at} is the time that it bears. */
    private record Opening(String workload, String replica, Instant at) {}

    private final Set<String> namespaces;
    private final List<AutoCloseable> watches = new ArrayList<>();
    /**
     * Each with the life in which it was written: two of them may begin in one second, which is all that a note tells.
     */
    private final Map<String, Map<RememberedUngating, Integer>> notes = new HashMap<>();

    private final Map<String, Integer> lives = new HashMap<>();
    private final Set<String> reserved = new HashSet<>();
    private final Map<String, ApiObject> replicas = new HashMap<>();
    private final List<Opening> openings = new ArrayList<>();
    private final Set<String> madeGated = new HashSet<>();
    private final Set<String> wereOpen = new HashSet<>();
    private final Set<String> preemptors = new HashSet<>();
    private final List<String> violations = new ArrayList<>();

    /** Begins to read. */
    GateHistory(Set<String> namespaces, EmbeddedCluster manager, Map<String, EmbeddedCluster> workers) {
        this.namespaces = Set.copyOf(namespaces);
        watches.add(manager.client().watch(WORKLOADS, "", Selectors.EVERYTHING, 0, this::local));
        workers.forEach((name, worker) -> watches.add(
                worker.client().watch(WORKLOADS, "", Selectors.EVERYTHING, 0, event -> replica(name, event))));
    }

    private boolean concerns(WatchEvent event) {
        return event.type() != WatchEvent.Type.BOOKMARK
                && event.type() != WatchEvent.Type.ERROR
                && namespaces.contains(Json.namespace(event.object()));
    }

    private synchronized void local(WatchEvent event) {
        if (concerns(event)) {
            ApiObject workload = new ApiObject(event.object());
            if (!workload.isConditionTrue("QuotaReserved")) {
                reserved.remove(workload.name());
            } else if (reserved.add(workload.name())) {
                lives.merge(workload.name(), 1, Integer::sum);
            }
            int life = lives.getOrDefault(workload.name(), 0);
            Optional.ofNullable(workload.annotations().get(RememberedUngating.ANNOTATION))
                    .flatMap(RememberedUngating::parse)
                    .ifPresent(note -> notes.computeIfAbsent(workload.name(), unseen -> new HashMap<>())
                            .putIfAbsent(note, life));
        }
    }

    private synchronized void replica(String cluster, WatchEvent event) {
        if (!concerns(event)) {
            return;
        }
        ApiObject now = new ApiObject(event.object());
        String key = cluster + " " + now.uid();
        if (event.type() == WatchEvent.Type.DELETED) {
            replicas.remove(key);
            return;
        }
        ApiObject before = replicas.put(key, now);
        preempted(cluster, before, now);
        if (!isGated(now)) {
            return;
        }
        if (before == null) {
            madeGated.add(now.uid());
        }
        boolean wasOpen = before != null && state(before).equals("Open");
        if (state(now).equals("Open") && !wasOpen) {
            if (before == null) {
                violations.add("C: " + now.name() + " on " + cluster + " was made with an open gate");
            }
            openings.add(new Opening(now.name(), now.uid(), openedAt(now)));
            wereOpen.add(now.uid());
        }
        boolean evictedNow = now.isConditionTrue("Evicted") && (before == null || !before.isConditionTrue("Evicted"));
        if (evictedNow && !state(now).equals("Closed")) {
            violations.add("C: " + now.name() + " on " + cluster + " is evicted, and its gate is " + state(now));
        }
    }

    /**
     * A replica that preempts was let through before, where it is one that was made with a gate. One that got its gate
     * when the feature was turned on may have been decided on a moment before.
     */
    private void preempted(String cluster, @Nullable ApiObject before, ApiObject now) {
        if (!now.isConditionTrue("Preempted") || (before != null && before.isConditionTrue("Preempted"))) {
            return;
        }
        String message = now.condition("Preempted")
                .map(condition -> Json.text(condition, "message"))
                .orElse("");
        Matcher preemptor = PREEMPTOR.matcher(message);
        ApiObject replica = preemptor.find() ? replicas.get(cluster + " " + preemptor.group(1)) : null;
        if (replica != null && isGated(replica)) {
            preemptors.add(replica.uid());
            if (madeGated.contains(replica.uid()) && !wereOpen.contains(replica.uid())) {
                violations.add("C: " + replica.name() + " on " + cluster + " preempts, and was never let through");
            }
        }
    }

    private static boolean isGated(ApiObject workload) {
        return Json.items(workload.tree(), "spec", "preemptionGates").stream()
                .anyMatch(gate -> Json.text(gate, "name").equals(GATE));
    }

    private static Optional<JsonNode> gate(ApiObject workload) {
        return Json.items(workload.tree(), "status", "preemptionGates").stream()
                .filter(gate -> Json.text(gate, "name").equals(GATE))
                .findFirst();
    }

    private static String state(ApiObject workload) {
        return gate(workload).map(gate -> Json.text(gate, "state")).orElse("");
    }

    private static Instant openedAt(ApiObject workload) {
        return gate(workload)
                .map(gate -> Instant.parse(Json.text(gate, "lastTransitionTime")))
                .orElseThrow();
    }

    private static boolean isFor(RememberedUngating note, Opening opening) {
        return !(note instanceof RememberedUngating.OneGate one)
                || one.replica().equals(opening.replica());
    }

    /**
     * What did not hold. A gate bears the time at which it was sent, in whole seconds: not before its note, but perhaps
     * long after it.
     */
    synchronized List<String> violations(Duration window, SetBackClock clock) {
        List<String> found = new ArrayList<>(violations);
        Map<String, Map<Integer, Map<String, Instant>>> decided = new HashMap<>();
        for (Opening opening : openings) {
            Map<RememberedUngating, Integer> ofWorkload = notes.getOrDefault(opening.workload(), Map.of());
            Optional<RememberedUngating> noted = ofWorkload.keySet().stream()
                    .filter(note -> isFor(note, opening)
                            && !note.at().truncatedTo(ChronoUnit.SECONDS).isAfter(opening.at()))
                    .max(Comparator.comparing(RememberedUngating::at));
            if (noted.isEmpty()) {
                found.add("A: " + opening + " was not noted before; the notes are " + ofWorkload.keySet());
            }
            if (noted.orElse(null) instanceof RememberedUngating.OneGate one) {
                decided.computeIfAbsent(opening.workload(), unseen -> new HashMap<>())
                        .computeIfAbsent(ofWorkload.get(one), unseen -> new HashMap<>())
                        .put(one.replica(), clock.whenItSaid(one.at()));
            }
        }
        decided.forEach(
                (workload, lives) -> lives.forEach((life, times) -> found.addAll(tooClose(workload, window, times))));
        return found;
    }

    private static List<String> tooClose(String workload, Duration window, Map<String, Instant> times) {
        List<Map.Entry<String, Instant>> ordered =
                times.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList();
        List<String> found = new ArrayList<>();
        for (int i = 1; i < ordered.size(); i++) {
            Duration between = Duration.between(
                    ordered.get(i - 1).getValue(), ordered.get(i).getValue());
            if (between.compareTo(window) < 0) {
                found.add("A: of " + workload + ", " + ordered.get(i) + " was opened " + between + " after "
                        + ordered.get(i - 1));
            }
        }
        return found;
    }

    /** How many gates were opened. */
    synchronized int openings() {
        return openings.size();
    }

    /** How many replicas have preempted. */
    synchronized int preemptors() {
        return preemptors.size();
    }

    @Override
    public void close() {
        for (AutoCloseable watch : watches) {
            try {
                watch.close();
            } catch (Exception e) {
                throw new IllegalStateException("a watch cannot be ended", e);
            }
        }
    }
}
