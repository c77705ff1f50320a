package dev.turnstile.manager.write;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What is written to the local Workload; each is one patch, null where it says so already. */
public final class LocalPatches {
    private LocalPatches() {}

    /** It is offered to these clusters. */
    public static @Nullable ObjectNode nominated(Workload workload, List<String> clusters) {
        return changed(
                workload,
                workload.status().toBuilder().nominatedClusterNames(clusters).build());
    }

    /** It was placed, and the check says so. */
    public static @Nullable ObjectNode won(
            Workload workload, String check, CheckState state, String cluster, CheckMessage message, Instant now) {
        return changed(
                workload,
                workload.status().toBuilder()
                        .clusterName(cluster)
                        .nominatedClusterNames(List.of())
                        .admissionChecks(checks(workload, check, state, message, now))
                        .build());
    }

    /** The state of our check. */
    public static @Nullable ObjectNode check(
            Workload workload, String check, CheckState state, CheckMessage message, Instant now) {
        return changed(
                workload,
                workload.status().toBuilder()
                        .admissionChecks(checks(workload, check, state, message, now))
                        .build());
    }

    private static List<AdmissionCheckState> checks(
            Workload workload, String name, CheckState wanted, CheckMessage message, Instant now) {
        dev.turnstile.model.kueue.CheckState state = switch (wanted) {
            case PENDING -> dev.turnstile.model.kueue.CheckState.PENDING;
            case READY -> dev.turnstile.model.kueue.CheckState.READY;
            case RETRY -> dev.turnstile.model.kueue.CheckState.RETRY;
            case REJECTED -> dev.turnstile.model.kueue.CheckState.REJECTED;
        };
        return workload.status().admissionChecks().stream()
                .map(check -> check.name().equals(name)
                        ? new AdmissionCheckState(
                                name,
                                state,
                                check.state() == state ? check.lastTransitionTime() : now,
                                message.message().text(),
                                check.requeueAfterSeconds(),
                                check.retryCount(),
                                check.podSetUpdates())
                        : check)
                .toList();
    }

    /** Placement and nomination are forgotten. */
    public static @Nullable ObjectNode cleared(Workload workload) {
        return changed(
                workload,
                workload.status().toBuilder()
                        .clusterName(null)
                        .nominatedClusterNames(List.of())
                        .build());
    }

    /** It finished as its replica did. */
    public static @Nullable ObjectNode finished(Workload workload, Finish finish, Instant now) {
        return condition(
                workload,
                new Condition(
                        ConditionType.FINISHED,
                        ConditionStatus.TRUE,
                        workload.metadata().getGeneration(),
                        now,
                        finish.reason(),
                        finish.message()));
    }

    /** What its replica says of its pods. */
    public static @Nullable ObjectNode podsReady(Workload workload, Workload replica) {
        Optional<Condition> said = Conditions.find(replica.status().conditions(), ConditionType.PODS_READY);
        Optional<Condition> known = Conditions.find(workload.status().conditions(), ConditionType.PODS_READY);
        if (said.isEmpty() || known.filter(said.get()::saysTheSameAs).isPresent()) {
            return null;
        }
        Condition wanted = said.get();
        return condition(
                workload,
                new Condition(
                        wanted.type(),
                        wanted.status(),
                        workload.metadata().getGeneration(),
                        wanted.lastTransitionTime(),
                        wanted.reason(),
                        wanted.message()));
    }

    private static @Nullable ObjectNode condition(Workload workload, Condition condition) {
        WorkloadStatus status = workload.status();
        return changed(workload, status.withConditions(Conditions.set(status.conditions(), condition)));
    }

    private static @Nullable ObjectNode changed(Workload workload, WorkloadStatus wanted) {
        return Difference.ofStatus(KubernetesJson.tree(workload.status()), KubernetesJson.tree(wanted));
    }

    /** The annotation that remembers an opening, or none where {@code text} is null. */
    public static ObjectNode remembered(@Nullable String text) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").putObject("annotations").put(Annotation.MULTIKUEUE_LAST_UNGATED.text(), text);
        return patch;
    }
}
