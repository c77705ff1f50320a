package dev.turnstile.manager.observe;

import dev.turnstile.core.dispatch.ClusterView;
import dev.turnstile.core.dispatch.Gate;
import dev.turnstile.core.dispatch.Replica;
import dev.turnstile.core.ungating.Trail;
import dev.turnstile.manager.group.GroupMemory;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.group.GroupsNow;
import dev.turnstile.manager.trail.DecisionTrail;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@code /actuator/orchestration}: of each dispatched workload, who asks to preempt since when, what is open, what
 * happens next, and what was decided before.
 */
@Endpoint(id = "orchestration")
public final class OrchestrationEndpoint {
    private final GroupsNow groups;
    private final DecisionTrail trail;
    private final InstantSource clock;

    public OrchestrationEndpoint(GroupsNow groups, DecisionTrail trail, InstantSource clock) {
        this.groups = groups;
        this.trail = trail;
        this.clock = clock;
    }

    /** Every workload for which somebody asks, and the trail of all. */
    @ReadOperation
    public Map<String, Object> all() {
        Map<String, Object> workloads = new LinkedHashMap<>();
        groups.memories().forEach((key, memory) -> {
            boolean asks = memory.ungating()
                    .filter(last -> !last.trail().asking().isEmpty())
                    .isPresent();
            if (asks) {
                workloads.put(key.toString(), describe(key, memory));
            }
        });
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("waiting", workloads);
        answer.put(
                "trail", trail.all().stream().map(OrchestrationEndpoint::entry).toList());
        return answer;
    }

    /** One workload; null, which is a 404, where it is not dispatched. */
    @ReadOperation
    public @Nullable Map<String, Object> one(@Selector String namespace, @Selector String name) {
        ObjectKey key = new ObjectKey(namespace, name);
        return groups.memory(key).map(memory -> describe(key, memory)).orElse(null);
    }

    private Map<String, Object> describe(ObjectKey key, GroupMemory memory) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("placement", memory.placement());
        memory.ungating().ifPresent(last -> {
            words.put("asking", asking(last.trail().asking()));
            words.put("decision", last.trail().words());
            Optional<Instant> next = last.lookAgainAt();
            next.ifPresent(at -> {
                words.put("looksAgainAt", at.toString());
                Duration left = Duration.between(clock.instant(), at);
                words.put("secondsLeft", Math.max(0, left.toSeconds()));
            });
        });
        GroupView view = groups.view(key);
        if (view != null) {
            words.put("open", open(view));
        }
        words.put(
                "trail",
                trail.of(key).stream().map(OrchestrationEndpoint::entry).toList());
        return words;
    }

    private static Map<String, String> open(GroupView view) {
        Map<String, String> open = new LinkedHashMap<>();
        for (ClusterView cluster : view.group().clusters()) {
            if (cluster.remote() instanceof Replica replica && replica.gate() instanceof Gate.Open(var since)) {
                open.put(cluster.name(), since.toString());
            }
        }
        return open;
    }

    private static List<Map<String, String>> asking(List<Trail.Asking> asking) {
        List<Map<String, String>> all = new ArrayList<>();
        for (Trail.Asking one : asking) {
            all.add(Map.of("cluster", one.cluster(), "since", one.since().toString()));
        }
        return all;
    }

    private static Map<String, Object> entry(DecisionTrail.Entry entry) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("time", entry.time().toString());
        words.put("workload", entry.workload().toString());
        words.put("asking", asking(entry.asking()));
        words.put("decision", entry.decision());
        words.put("words", entry.words());
        return words;
    }
}
