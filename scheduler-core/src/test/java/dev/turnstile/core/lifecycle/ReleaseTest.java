package dev.turnstile.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.Times;
import dev.turnstile.core.lifecycle.Circumstances.Queues;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Quota is held by what runs or may run: in every state that any events lead to, a workload that was evicted, and
 * behind which nothing runs, releases its quota in the pass that finds it so.
 */
class ReleaseTest {
    private static final int EVENTS = 4;
    /** The gates are declared, an announced deactivation is carried out, its eviction begins, the quota is released. */
    private static final int STEPS_OF_A_PASS = 4;

    private static final Instant NOW = Times.at("12:10:00");

    @Test
    void in_every_state_an_evicted_workload_without_a_job_releases_its_quota_in_one_pass() {
        int evicted = 0;
        for (WorkloadState state : reachable()) {
            for (Queues queues : List.of(queues(false), queues(true))) {
                boolean holds = holdsQuotaThoughEvicted(state);
                evicted += holds ? 1 : 0;
                WorkloadState after = pass(state, queues);
                assertThat(holdsQuotaThoughEvicted(after)).as("after %s", state).isFalse();
            }
        }
        assertThat(evicted).as("states in which there is something to release").isGreaterThan(100);
    }

    private static boolean holdsQuotaThoughEvicted(WorkloadState state) {
        return state.is(ConditionType.EVICTED) && state.clusterQueue().isPresent() && !state.is(ConditionType.FINISHED);
    }

    private static Iterable<WorkloadState> reachable() {
        Map<WorkloadState, Integer> depths = new HashMap<>();
        Deque<WorkloadState> open = new ArrayDeque<>();
        depths.put(Lives.fresh(), 0);
        open.add(Lives.fresh());
        while (!open.isEmpty()) {
            WorkloadState state = open.remove();
            int depth = depths.getOrDefault(state, 0);
            if (depth == EVENTS) {
                continue;
            }
            for (WorkloadEvent event : Lives.ofEachKind().values()) {
                if (Lifecycle.on(state, event, NOW) instanceof Transition.Legal legal
                        && depths.putIfAbsent(legal.state(), depth + 1) == null) {
                    open.add(legal.state());
                }
            }
        }
        return depths.keySet();
    }

    private static WorkloadState pass(WorkloadState from, Queues queues) {
        WorkloadState state = from;
        Circumstances around = new Circumstances(
                false,
                true,
                queues,
                from.checks().stream().map(Check::name).toList(),
                List.of(),
                Optional.of(List.of(Lives.GATE)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        for (int step = 0; step < STEPS_OF_A_PASS; step++) {
            switch (Agenda.next(state, around, NOW)) {
                case Next.Due(WorkloadEvent due) -> state = ((Transition.Legal) Lifecycle.on(state, due, NOW)).state();
                case Next.Deactivate() -> state = deactivated(state);
                case Next.Rest _, Next.Expired _ -> {
                    return state;
                }
            }
        }
        return state;
    }

    private static WorkloadState deactivated(WorkloadState state) {
        return new WorkloadState(
                state.key(),
                false,
                state.conditions(),
                state.clusterQueue(),
                state.checks(),
                state.gates(),
                state.requeueCount(),
                state.requeueAt(),
                state.executed());
    }

    private static Queues queues(boolean drained) {
        return new Queues(Optional.empty(), drained, drained, false, false);
    }
}
