package dev.turnstile.proof.world;

import dev.turnstile.proof.api.ApiServer;
import dev.turnstile.proof.api.Change;
import dev.turnstile.proof.api.ChangeObserver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Workloads of a cluster do not preempt each other again and again, and nobody writes one object again and again. */
final class RestlessnessInvariants implements ChangeObserver {
    private static final Duration A_WHILE = Duration.ofSeconds(10);
    /** More than all workloads of a world, each more than once. */
    private static final int MOST = 40;

    /** Of one workload. */
    private static final int MOST_OF_ONE = 5;

    /** More than anything needs that makes progress. */
    private static final int MOST_WRITES = 80;

    private final World world;
    private final Map<String, Deque<Long>> writes = new HashMap<>();
    private final Map<String, Deque<Long>> preemptions = new HashMap<>();

    RestlessnessInvariants(World world) {
        this.world = world;
    }

    @Override
    public void changed(ApiServer server, Change change) {
        if (!change.kind().equals("leases") && most(writes, Json.uid(change.object()), change.at(), MOST_WRITES)) {
            world.violated("%s %s of %s is written more than %d times within %s"
                    .formatted(change.kind(), change.key(), server.name(), MOST_WRITES, A_WHILE));
        }
        boolean preempted =
                change.kind().equals("workloads") && preempted(change.after()) && !preempted(change.before());
        if (!preempted || world.switched("PrioritizePreemptorWorkloads")) {
            return;
        }
        if (most(preemptions, server.name() + " " + change.key(), change.at(), MOST_OF_ONE)) {
            world.violated("%s of %s was preempted more than %d times within %s"
                    .formatted(change.key(), server.name(), MOST_OF_ONE, A_WHILE));
        }
        if (most(preemptions, server.name(), change.at(), MOST)) {
            world.violated(
                    "more than %d workloads of %s were preempted within %s".formatted(MOST, server.name(), A_WHILE));
        }
    }

    /** Counts one more; whether there are more than that now. */
    private static boolean most(Map<String, Deque<Long>> counted, String what, long now, int most) {
        Deque<Long> times = counted.computeIfAbsent(what, _ -> new ArrayDeque<>());
        times.add(now);
        while (times.getFirst() < now - A_WHILE.toNanos()) {
            times.removeFirst();
        }
        return times.size() > most;
    }

    private static boolean preempted(@Nullable ObjectNode workload) {
        return workload != null && Json.condition(workload, "Evicted").equals("True Preempted");
    }
}
