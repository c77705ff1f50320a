package dev.turnstile.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.Times;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.StoredWait;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workload in each phase, reached by the events that lead there, and one of each event. */
final class Lives {

    static final String GATE = "kueue.x-k8s.io/multikueue";
    static final RequeuingBackoff BACKOFF =
            new RequeuingBackoff(Duration.ofSeconds(4), Duration.ofSeconds(10), Optional.of(2));
    static final WorkloadEvent GRANTED = new WorkloadEvent.QuotaGranted("cq", List.of());
    static final WorkloadEvent GRANTED_WITH_CHECK = new WorkloadEvent.QuotaGranted("cq", List.of("prov"));
    static final WorkloadEvent FOUND_GATED = new WorkloadEvent.FoundGated(List.of(GATE));
    static final WorkloadEvent STOPPED = new WorkloadEvent.JobStopped(true);
    static final WorkloadEvent DRAINED = new WorkloadEvent.QueueDrained(StoppedQueue.CLUSTER_QUEUE);
    static final WorkloadEvent CLEARED = new WorkloadEvent.ActiveCleared();
    static final WorkloadEvent RETRY =
            new WorkloadEvent.CheckAnswered("prov", CheckState.RETRY, Message.of("node went away"), Optional.empty());

    private Lives() {}

    static Effect patch(StatusChange... changes) {
        return new Effect.PatchStatus(List.of(changes));
    }

    static StatusChange.SetCondition set(ConditionType type, boolean status, String reason, String message) {
        return new StatusChange.SetCondition(type, status, reason, Message.of(message));
    }

    static WorkloadState fresh() {
        return WorkloadState.created("team/job-a", List.of(new GateState(GATE, false, Times.at("12:00:00"))));
    }

    static Transition.Legal on(WorkloadState state, WorkloadEvent event, String time) {
        Transition transition = Lifecycle.on(state, event, Times.at(time));
        assertThat(transition).isInstanceOf(Transition.Legal.class);
        return (Transition.Legal) transition;
    }

    /** What becomes of a fresh workload, one second per event from 12:00:01. */
    static WorkloadState after(WorkloadEvent... events) {
        return then(fresh(), "12:00:0", events);
    }

    static WorkloadState then(WorkloadState from, String times, WorkloadEvent... events) {
        WorkloadState state = from;
        int second = 1;
        for (WorkloadEvent event : events) {
            state = on(state, event, times + second).state();
            second++;
        }
        return state;
    }

    static WorkloadState in(Phase phase) {
        return Optional.ofNullable(ofEachPhase().get(phase)).orElseThrow();
    }

    static WorkloadEvent event(String name) {
        return Optional.ofNullable(ofEachKind().get(name)).orElseThrow();
    }

    static Map<Phase, WorkloadState> ofEachPhase() {
        Map<Phase, WorkloadState> states = new LinkedHashMap<>();
        states.put(Phase.WAITING, fresh());
        states.put(Phase.GATED, after(FOUND_GATED));
        states.put(Phase.BACKING_OFF, after(GRANTED_WITH_CHECK, RETRY, STOPPED));
        states.put(Phase.HELD, after(GRANTED, DRAINED, STOPPED));
        states.put(Phase.RESERVED, after(GRANTED_WITH_CHECK));
        states.put(
                Phase.ADMITTED,
                after(
                        GRANTED_WITH_CHECK,
                        new WorkloadEvent.CheckAnswered("prov", CheckState.READY, Message.of("ok"), Optional.empty())));
        states.put(
                Phase.DEACTIVATING,
                after(GRANTED, new WorkloadEvent.DeactivationDemanded(new DeactivationCause.RequeuingLimitExceeded())));
        states.put(Phase.EVICTING, after(GRANTED, DRAINED));
        states.put(Phase.DEACTIVATED, after(GRANTED, CLEARED, STOPPED));
        states.put(Phase.FINISHED, after(GRANTED, new WorkloadEvent.JobFinished("Succeeded", Message.of("done"))));
        return states;
    }

    static Map<String, WorkloadEvent> ofEachKind() {
        Map<String, WorkloadEvent> events = new LinkedHashMap<>();
        events.put("granted", GRANTED);
        events.put("granted, with a check", GRANTED_WITH_CHECK);
        events.put("found gated", FOUND_GATED);
        events.put(
                "found waiting",
                new WorkloadEvent.FoundWaiting(StoredWait.parse("WaitingForQuota", Message.of("1 more needed"))));
        events.put("gate opened", new WorkloadEvent.GateOpened(GATE));
        events.put("gates ignored", new WorkloadEvent.GatesIgnored());
        events.put("gates declared", new WorkloadEvent.GatesDeclared(List.of(GATE, "example.com/b")));
        events.put("checks required", new WorkloadEvent.ChecksRequired(List.of("prov", "spot-only")));
        events.put(
                "check pending",
                new WorkloadEvent.CheckAnswered("prov", CheckState.PENDING, Message.of(""), Optional.empty()));
        events.put(
                "check ready",
                new WorkloadEvent.CheckAnswered("prov", CheckState.READY, Message.of("ok"), Optional.empty()));
        events.put("check retry", RETRY);
        events.put(
                "check rejected",
                new WorkloadEvent.CheckAnswered(
                        "prov", CheckState.REJECTED, Message.of("no such machine"), Optional.empty()));
        events.put(
                "preempted",
                new WorkloadEvent.Preempted("InClusterQueue", Message.of("Preempted to accommodate a workload")));
        events.put("queue drained", DRAINED);
        events.put("queue restarted", new WorkloadEvent.QueueRestarted(StoppedQueue.CLUSTER_QUEUE));
        events.put("pods ready", new WorkloadEvent.PodsReady());
        events.put("pods not ready", new WorkloadEvent.PodsNotReady(true));
        events.put("pods ready timed out", new WorkloadEvent.PodsReadyTimedOut(BACKOFF));
        events.put(
                "deactivation demanded",
                new WorkloadEvent.DeactivationDemanded(
                        new DeactivationCause.MaximumExecutionTimeExceeded(Duration.ofSeconds(5))));
        events.put("active cleared", CLEARED);
        events.put("active set", new WorkloadEvent.ActiveSet());
        events.put("job stopped", STOPPED);
        events.put("back-off elapsed", new WorkloadEvent.BackoffElapsed());
        events.put("job finished", new WorkloadEvent.JobFinished("Succeeded", Message.of("done")));
        events.put("owner deleted", new WorkloadEvent.OwnerDeleted());
        return events;
    }
}
