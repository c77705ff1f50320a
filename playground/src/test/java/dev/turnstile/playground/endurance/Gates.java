package dev.turnstile.playground.endurance;

import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Which gates were opened when, by the times that they bear: within one reservation of a Workload of the manager, never
 * a second one within the window while the first is open. Which reservation a gate was opened for, the note says that
 * the manager writes before it opens one.
 */
final class Gates {
    private static final String GATE = "kueue.x-k8s.io/multikueue";
    /** Times of the API have no fractions. */
    private static final Duration RESOLUTION = Duration.ofSeconds(1);

    private record Key(String replica, Instant at) {}

    /** A gate that was opened, and until when it was open. */
    private static final class Opening {
        private final String workload;
        private final String replica;
        private final String cluster;
        private final Instant at;
        private @Nullable Instant closed;

        Opening(ApiObject replica, String cluster, Instant at) {
            this.workload = replica.name();
            this.replica = replica.uid();
            this.cluster = cluster;
            this.at = at;
        }

        boolean isOpenAt(Instant time) {
            return closed == null || closed.isAfter(time.plus(RESOLUTION));
        }

        @Override
        public String toString() {
            return cluster + " at " + at + (closed == null ? "" : ", closed at " + closed);
        }
    }

    private final Faults faults;
    private final Map<Key, Opening> openings = new LinkedHashMap<>();
    private final Map<String, Opening> open = new HashMap<>();
    private final Set<String> preempted = new TreeSet<>();
    /** By Workload of the manager, how often it has reserved quota. */
    private final Map<String, Integer> reservations = new HashMap<>();

    private final Set<String> reserved = new HashSet<>();
    /** By replica, the reservation in which a gate of it was noted. */
    private final Map<String, Integer> noted = new HashMap<>();

    Gates(Faults faults) {
        this.faults = faults;
    }

    /** A Workload of the manager. */
    void local(ApiObject workload) {
        if (!workload.isConditionTrue("QuotaReserved")) {
            reserved.remove(workload.name());
        } else if (reserved.add(workload.name())) {
            reservations.merge(workload.name(), 1, Integer::sum);
        }
        Optional.ofNullable(workload.annotations().get(RememberedUngating.ANNOTATION))
                .flatMap(RememberedUngating::parse)
                .ifPresent(note -> {
                    if (note instanceof RememberedUngating.OneGate one) {
                        noted.putIfAbsent(one.replica(), reservations.getOrDefault(workload.name(), 0));
                    }
                });
    }

    /** A Workload of a worker. */
    void replica(String cluster, ApiObject replica, boolean isGone, Instant now) {
        replica.condition("Preempted")
                .filter(condition -> Json.text(condition, "status").equals("True"))
                .ifPresent(condition -> preempted.add(replica.uid() + Json.text(condition, "lastTransitionTime")));
        Optional<JsonNode> gate = isGone ? Optional.empty() : gate(replica);
        boolean isOpen =
                gate.filter(state -> Json.text(state, "state").equals("Open")).isPresent();
        Instant since = gate.map(state -> Instant.parse(Json.text(state, "lastTransitionTime")))
                .orElse(now);
        Opening before = open.get(replica.uid());
        if (before != null && (!isOpen || !before.at.equals(since))) {
            before.closed = isOpen ? now : since;
            open.remove(replica.uid());
        }
        if (isOpen) {
            open.put(
                    replica.uid(),
                    openings.computeIfAbsent(
                            new Key(replica.uid(), since), unseen -> new Opening(replica, cluster, since)));
        }
    }

    private static Optional<JsonNode> gate(ApiObject workload) {
        return workload.list("status", "preemptionGates").stream()
                .filter(gate -> Json.text(gate, "name").equals(GATE))
                .findFirst();
    }

    /** That cluster is read from the beginning: what was closed meanwhile is never reported. */
    void begunAgain(String cluster, Instant now) {
        for (Opening opening : List.copyOf(open.values())) {
            if (opening.cluster.equals(cluster)) {
                opening.closed = now;
                open.remove(opening.replica);
            }
        }
    }

    /** Gates that were opened too early. */
    List<String> violations() {
        List<String> found = new ArrayList<>();
        for (Opening first : openings.values()) {
            for (Opening second : openings.values()) {
                if (isTooEarly(first, second)) {
                    found.add("two gates of " + first.workload + " within "
                            + Duration.between(first.at, second.at).toSeconds() + " s: " + first + " and " + second);
                }
            }
        }
        return found;
    }

    private boolean isTooEarly(Opening first, Opening second) {
        boolean isLater = second.at.isAfter(first.at)
                || (second.at.equals(first.at) && second.replica.compareTo(first.replica) > 0);
        return isLater
                && first.workload.equals(second.workload)
                && !first.replica.equals(second.replica)
                && Duration.between(first.at, second.at).plus(RESOLUTION).compareTo(ProcessFleet.WINDOW) < 0
                && isOneReservation(first, second)
                && first.isOpenAt(second.at)
                && !faults.isForgotten(first.cluster, first.at)
                && !faults.isForgotten(second.cluster, second.at);
    }

    /** A note that was not seen, since an API server was away, excuses nothing. */
    private boolean isOneReservation(Opening first, Opening second) {
        Integer one = noted.get(first.replica);
        Integer other = noted.get(second.replica);
        return one == null || other == null || one.equals(other);
    }

    int openings() {
        return openings.size();
    }

    int preemptions() {
        return preempted.size();
    }
}
