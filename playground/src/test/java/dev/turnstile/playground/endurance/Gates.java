package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Which gates were opened when: never a second one of a Workload within the window, while the first is still open. */
final class Gates {
    private static final String GATE = "kueue.x-k8s.io/multikueue";
    /** Times of the API have no fractions. */
    private static final Duration RESOLUTION = Duration.ofSeconds(1);

    /** A gate that was opened, and until when it was seen open. */
    private static final class Opening {
        private final String replica;
        private final String cluster;
        private final Instant at;
        private @Nullable Instant closed;

        Opening(String replica, String cluster, Instant at) {
            this.replica = replica;
            this.cluster = cluster;
            this.at = at;
        }

        @Override
        public String toString() {
            return cluster + " at " + at + (closed == null ? "" : ", closed at " + closed);
        }
    }

    private final BiPredicate<String, Instant> excused;
    private final Map<String, Map<String, Opening>> open = new HashMap<>();
    private final Map<String, List<Opening>> openings = new LinkedHashMap<>();
    private final Set<String> preempted = new TreeSet<>();
    private final List<String> violations = new ArrayList<>();

    /** @param excused whether a cluster has forgotten what happened then */
    Gates(BiPredicate<String, Instant> excused) {
        this.excused = excused;
    }

    void observe(String cluster, ApiObject replica, boolean isGone) {
        if (replica.isConditionTrue("Preempted")) {
            replica.condition("Preempted")
                    .ifPresent(condition -> preempted.add(replica.uid() + Json.text(condition, "lastTransitionTime")));
        }
        Map<String, Opening> known = open.computeIfAbsent(replica.name(), unseen -> new HashMap<>());
        Optional<Instant> openedAt = isGone ? Optional.empty() : openedAt(replica);
        Opening before = known.get(replica.uid());
        if (openedAt.isEmpty()) {
            if (before != null) {
                before.closed = Instant.now();
                known.remove(replica.uid());
            }
        } else if (before == null) {
            Opening opening = new Opening(replica.uid(), cluster, openedAt.get());
            known.put(replica.uid(), opening);
            check(replica.name(), opening);
            openings.computeIfAbsent(replica.name(), unseen -> new ArrayList<>())
                    .add(opening);
        }
    }

    void begunAgain(String cluster, Instant now) {
        for (Map<String, Opening> replicas : open.values()) {
            replicas.values().stream()
                    .filter(opening -> opening.cluster.equals(cluster))
                    .forEach(opening -> opening.closed = now);
            replicas.values().removeIf(opening -> opening.cluster.equals(cluster));
        }
    }

    private void check(String workload, Opening opening) {
        for (Opening earlier : openings.getOrDefault(workload, List.of())) {
            Duration between = Duration.between(earlier.at, opening.at).abs();
            boolean isStillOpen = earlier.closed == null || earlier.closed.isAfter(opening.at.plus(RESOLUTION));
            if (isStillOpen
                    && !earlier.replica.equals(opening.replica)
                    && between.plus(RESOLUTION).compareTo(ProcessFleet.WINDOW) < 0
                    && !excused.test(earlier.cluster, earlier.at)
                    && !excused.test(opening.cluster, opening.at)) {
                violations.add("two gates of " + workload + " within " + between.toSeconds() + " s: " + earlier
                        + " and " + opening);
            }
        }
    }

    private static Optional<Instant> openedAt(ApiObject workload) {
        return workload.list("status", "preemptionGates").stream()
                .filter(gate -> Json.text(gate, "name").equals(GATE)
                        && Json.text(gate, "state").equals("Open"))
                .map(gate -> Instant.parse(Json.text(gate, "lastTransitionTime")))
                .findFirst();
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    int openings() {
        return openings.values().stream().mapToInt(List::size).sum();
    }

    int preemptions() {
        return preempted.size();
    }
}
