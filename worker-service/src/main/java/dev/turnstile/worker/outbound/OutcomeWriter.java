package dev.turnstile.worker.outbound;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.Victim;
import dev.turnstile.core.cycle.WriteTask;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.queue.PassedOver;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.apply.WriteResult;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.Component;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.vocabulary.EvictionReason;
import dev.turnstile.worker.inbound.Surroundings;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.inbound.Workloads;
import dev.turnstile.worker.write.Published;
import dev.turnstile.worker.write.WriteAccess;
import dev.turnstile.worker.write.WriteQueue;
import dev.turnstile.worker.write.Written;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes one decision on one Workload, if it still stands on the Workload as it is now, and tells of it.
 *
 * <p>Events say what changed, so they are sent only after a write that changed something.
 */
public final class OutcomeWriter {
    private static final String COMPONENT = Component.ADMISSION.text();

    private final Store<Workload> workloads;
    private final DecidedStatus statuses;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final InstantSource clock;
    private final TextPace pace;
    private final RecentTexts texts;
    /** For what is said of many Workloads at once, after the evaluation of one. */
    private final Slots slots = new Slots(Duration.ofMillis(200), 50);

    /**
     * A writer of outcomes.
     *
     * @param surroundings what Workloads request where they are
     * @param checks the checks that a Workload has to pass with an admission
     * @param textInterval between two messages of a waiting Workload that have the same reason
     */
    public OutcomeWriter(
            Store<Workload> workloads,
            Surroundings surroundings,
            WriteAccess access,
            BiFunction<Workload, Admission, List<String>> checks,
            Duration textInterval) {
        this.workloads = workloads;
        this.statuses = new DecidedStatus(surroundings, checks);
        this.writer = access.objects();
        this.events = access.events();
        this.clock = access.clock();
        this.pace = new TextPace(textInterval);
        this.texts = new RecentTexts(textInterval);
    }

    /** Writes what is assumed, or reads what became of it. */
    Written carryOut(ObjectKey key, WriteTask task) throws InterruptedException {
        return switch (task) {
            case WriteTask.Write(Assumption.OfAdmission admission) -> admit(key, admission);
            case WriteTask.Write(Assumption.OfEviction eviction) -> evict(key, eviction);
            case WriteTask.Read(Assumption assumption) -> read(key, assumption);
        };
    }

    private Written admit(ObjectKey key, Assumption.OfAdmission assumption) throws InterruptedException {
        Outcome.Admit admit = assumption.decision();
        Instant now = clock.instant();
        Instant[] queuedAt = {now};
        WriteResult<Workload> result = status(key, assumption::begin, workload -> {
            queuedAt[0] = queuedAt(Transitions.takenBack(workload, now));
            return statuses.admitted(workload, admit, now);
        });
        if (!(result instanceof WriteResult.Changed<Workload>(Workload workload))) {
            return shows(key, assumption) ? Written.SHOWN : Written.OUTDATED;
        }
        String considered = admit.assignment().flavorsConsidered();
        events.normal(
                WorkloadFacts.target(workload),
                COMPONENT,
                EventReason.QUOTA_RESERVED.text(),
                "Quota reserved in ClusterQueue %s, wait time since queued was %ds%s"
                        .formatted(
                                admit.clusterQueue(),
                                seconds(queuedAt[0], now),
                                considered.isEmpty() ? "" : "; Flavors considered: " + considered));
        if (WorkloadFacts.admitted(workload)) {
            events.normal(
                    WorkloadFacts.target(workload),
                    COMPONENT,
                    EventReason.ADMITTED.text(),
                    "Admitted by ClusterQueue " + admit.clusterQueue() + ", wait time since reservation was 0s");
        }
        return Written.SENT;
    }

    private static long seconds(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toSeconds());
    }

    private static Instant queuedAt(Workload workload) {
        return Conditions.find(workload.status().conditions(), ConditionType.REQUEUED)
                .filter(Condition::holds)
                .map(Condition::lastTransitionTime)
                .orElseGet(() -> Workloads.createdAt(workload));
    }

    /** Writes why it waits, where that is due. */
    Published publish(ObjectKey key, Outcome.Waiting outcome, WriteQueue.Turn turn) throws InterruptedException {
        Instant now = clock.instant();
        Duration[] left = {Duration.ZERO};
        WriteResult<Workload> result = status(key, workload -> {
            // It has left its queue since: it is evaluated, and published, when it comes back.
            WorkloadStatus wanted = turn.deferred() && DecidedStatus.outOfQueue(workload)
                    ? null
                    : statuses.waiting(workload, outcome, now);
            left[0] = wanted == null
                    ? Duration.ZERO
                    : pace.left(
                            workload.status(), wanted, new TextPace.History(turn.since(), texts.writtenAt(key)), now);
            return left[0].isZero() ? wanted : null;
        });
        boolean nothingOfItsOwn = outcome instanceof Outcome.Blocked;
        if (result instanceof WriteResult.Changed<Workload>(Workload workload)) {
            texts.wrote(key, now);
            if (!nothingOfItsOwn) {
                warn(workload, outcome.why());
            }
        }
        return left[0].isZero() ? new Published.Done(sent(result)) : new Published.Later(left[0]);
    }

    /** Writes why no cycle decides on it, in its slot. No event: nobody looked at it. */
    Published passOver(ObjectKey key, PassedOver one, WriteQueue.Turn turn) throws InterruptedException {
        Instant now = clock.instant();
        Duration[] left = {Duration.ZERO};
        WriteResult<Workload> result = status(key, workload -> {
            WorkloadStatus wanted = statuses.passedOver(workload, one, now);
            left[0] = wanted == null || turn.deferred() ? Duration.ZERO : slots.take(now);
            return left[0].isZero() ? wanted : null;
        });
        if (result.changed()) {
            texts.wrote(key, now);
        }
        return left[0].isZero() ? new Published.Done(sent(result)) : new Published.Later(left[0]);
    }

    /** Writes what is wrong with it. */
    Written refuse(ObjectKey key, Surroundings.Problem problem) throws InterruptedException {
        Instant now = clock.instant();
        WriteResult<Workload> result = status(key, workload -> statuses.refused(workload, problem, now));
        if (result instanceof WriteResult.Changed<Workload>(Workload workload)) {
            warn(workload, new Wait.Misconfigured(problem.told()));
        }
        return sent(result);
    }

    private void warn(Workload workload, Wait why) {
        events.warning(
                WorkloadFacts.target(workload),
                COMPONENT,
                why.reason().text(),
                why.message().text());
    }

    private static Written sent(WriteResult<Workload> result) {
        return result.changed() ? Written.SENT : Written.OUTDATED;
    }

    private Written evict(ObjectKey key, Assumption.OfEviction assumption) throws InterruptedException {
        Victim victim = assumption.victim();
        dev.turnstile.core.workload.Workload preemptor = assumption.preemptor();
        Workload winner = workloads.get(
                new ObjectKey(preemptor.key().namespace(), preemptor.key().name()));
        Message message = victim.message(preemptor, winner == null ? "" : WorkloadFacts.jobToName(winner));
        Instant now = clock.instant();
        WriteResult<Workload> result =
                status(key, assumption::begin, workload -> DecidedStatus.evicted(workload, victim, message, now));
        if (!(result instanceof WriteResult.Changed<Workload>(Workload workload))) {
            return shows(key, assumption) ? Written.SHOWN : Written.OUTDATED;
        }
        String priorities =
                "preemptor effective priority: %1$d (base: %1$d, boost: 0); preemptee effective priority: %2$d (base: %2$d, boost: 0)"
                        .formatted(preemptor.priority(), victim.workload().priority());
        events.normal(
                WorkloadFacts.target(workload),
                COMPONENT,
                EventReason.evictedDueTo(EvictionReason.PREEMPTED.text()),
                message.text());
        events.normal(
                WorkloadFacts.target(workload), COMPONENT, EventReason.PREEMPTED.text(), message + "; " + priorities);
        if (winner != null) {
            events.normal(
                    WorkloadFacts.target(winner),
                    COMPONENT,
                    EventReason.PREEMPTED_WORKLOAD.text(),
                    "Preempted workload %s (UID: %s) in ClusterQueue %s; %s"
                            .formatted(key, victim.workload().uid(), victim.clusterQueue(), priorities));
        }
        return Written.SENT;
    }

    private Written read(ObjectKey key, Assumption assumption) throws InterruptedException {
        writer.read(workloads, key, assumption.uid());
        return shows(key, assumption) ? Written.SHOWN : Written.OUTDATED;
    }

    private boolean shows(ObjectKey key, Assumption assumption) {
        return DecidedStatus.shows(workloads.get(key), assumption);
    }

    private WriteResult<Workload> status(ObjectKey key, Function<Workload, @Nullable WorkloadStatus> decide)
            throws InterruptedException {
        return status(key, () -> true, decide);
    }

    /** @param begin asked before every request, whether it may still be sent */
    private WriteResult<Workload> status(
            ObjectKey key, BooleanSupplier begin, Function<Workload, @Nullable WorkloadStatus> decide)
            throws InterruptedException {
        return writer.update(workloads, key, ObjectWriter.Part.STATUS, workload -> {
            WorkloadStatus wanted = decide.apply(workload);
            ObjectNode patch = wanted == null ? null : patch(workload, wanted);
            if (patch == null) {
                return null;
            }
            writer.checkMaySend("PATCH " + workloads.resource().path(key) + "/status");
            return begin.getAsBoolean() ? patch : null;
        });
    }

    private static @Nullable ObjectNode patch(Workload workload, WorkloadStatus wanted) {
        return wanted.equals(workload.status())
                ? null
                : Difference.ofStatus(KubernetesJson.tree(workload.status()), KubernetesJson.tree(wanted));
    }
}
