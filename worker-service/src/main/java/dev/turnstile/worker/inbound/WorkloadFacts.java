package dev.turnstile.worker.inbound;

import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.Finalizer;
import dev.turnstile.vocabulary.Label;
import dev.turnstile.vocabulary.WaitingReason;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is often asked of a Workload. */
public final class WorkloadFacts {
    private WorkloadFacts() {}

    /** Namespace and name. */
    public static ObjectKey key(Workload workload) {
        return new ObjectKey(
                Objects.requireNonNullElse(workload.metadata().getNamespace(), ""),
                Objects.requireNonNullElse(workload.metadata().getName(), ""));
    }

    /** The object of events about it. */
    public static EventTarget target(Workload workload) {
        ObjectKey key = key(workload);
        return new EventTarget(
                ApiNames.API_VERSION,
                "Workload",
                key.namespace(),
                key.name(),
                Objects.requireNonNullElse(workload.metadata().getUid(), ""));
    }

    /** Whether the condition was set and is true. */
    public static boolean is(Workload workload, ConditionType condition) {
        return Conditions.isTrue(workload.status().conditions(), condition);
    }

    /** Whether it holds quota. */
    public static boolean reserved(Workload workload) {
        return workload.status().quotaReserved();
    }

    /** Whether it may run. */
    public static boolean admitted(Workload workload) {
        return workload.status().admitted();
    }

    /** Whether a closed gate holds its preemption back; once it waits for victims, none does. */
    public static boolean gated(Workload workload) {
        return workload.status().preemptionBlocked()
                && Lifecycles.waits(workload)
                        .filter(waits -> waits.reason() == WaitingReason.WAITING_FOR_PREEMPTED_WORKLOADS)
                        .isEmpty();
    }

    /** Whether it is over. */
    public static boolean finished(Workload workload) {
        return workload.status().finished();
    }

    /** Whether it must give its quota back, or has done so and waits again. */
    public static boolean evicted(Workload workload) {
        return workload.status().evicted();
    }

    /** Whether it is being deleted. */
    public static boolean deleting(Workload workload) {
        return workload.metadata().getDeletionTimestamp() != null;
    }

    /** Whether our finalizer is on it. */
    public static boolean held(Workload workload) {
        List<String> finalizers = workload.metadata().getFinalizers();
        return finalizers != null && finalizers.contains(Finalizer.RESOURCE_IN_USE.text());
    }

    /** The job that controls it, or null. */
    public static @Nullable V1OwnerReference owner(Workload workload) {
        List<V1OwnerReference> owners = workload.metadata().getOwnerReferences();
        if (owners == null) {
            return null;
        }
        return owners.stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .findFirst()
                .orElse(null);
    }

    /** Everybody who owns it: a job, or the pods of a group. */
    public static List<V1OwnerReference> owners(Workload workload) {
        return Objects.requireNonNullElse(workload.metadata().getOwnerReferences(), List.of());
    }

    /** Whether it was made for a group of pods. */
    public static boolean ofGroup(Workload workload) {
        Map<String, String> annotations = workload.metadata().getAnnotations();
        return annotations != null && "true".equals(annotations.get(Annotation.IS_GROUP_WORKLOAD.text()));
    }

    /** Whether a manager made it, for a job of its cluster. */
    public static boolean dispatched(Workload workload) {
        Map<String, String> labels = workload.metadata().getLabels();
        return labels != null && labels.containsKey(Label.MULTIKUEUE_ORIGIN.text());
    }

    /** Whether the job integration made it, or took it over. */
    public static boolean madeForJob(Workload workload) {
        return ofGroup(workload) || !jobUid(workload).isEmpty();
    }

    /** The uid of its job, or the empty string. */
    public static String jobUid(Workload workload) {
        Map<String, String> labels = workload.metadata().getLabels();
        return labels == null ? "" : labels.getOrDefault(Label.JOB_UID.text(), "");
    }

    /** The uid of the job that it is for, also where that one is in the manager's cluster, or the empty string. */
    public static String jobToName(Workload workload) {
        String here = jobUid(workload);
        Map<String, String> annotations = workload.metadata().getAnnotations();
        return here.isEmpty() && annotations != null
                ? annotations.getOrDefault(Annotation.MULTIKUEUE_JOB_UID.text(), "")
                : here;
    }
}
