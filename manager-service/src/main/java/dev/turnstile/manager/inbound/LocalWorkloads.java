package dev.turnstile.manager.inbound;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.LocalWorkload;
import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.StoredWait;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.CheckState;
import dev.turnstile.vocabulary.ConditionType;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A Workload of our own cluster, as the core sees it. */
public final class LocalWorkloads {
    private LocalWorkloads() {}

    /** One that is not there any more; what is left of it in other clusters is to go. */
    public static LocalWorkload gone(ObjectKey key) {
        return new LocalWorkload(key.toString());
    }

    /**
     * One that is there.
     *
     * @param check the state of our check; null where it has none, and so may not be placed
     * @param held whether its check stays pending where it is placed; to the core it is ready then
     * @param nominatedAt since when it is offered to the clusters that it is offered to
     */
    public static LocalWorkload of(
            ObjectKey key,
            Workload workload,
            @Nullable AdmissionCheckState check,
            boolean held,
            Optional<Instant> nominatedAt) {
        WorkloadStatus status = workload.status();
        return new LocalWorkload(
                key.toString(),
                version(workload),
                workload.metadata().getDeletionTimestamp() == null,
                workload.spec().active(),
                check == null ? Optional.empty() : status.reservedSince(),
                status.evicted(),
                finish(status),
                check == null ? CheckState.PENDING : held && placed(status, check) ? CheckState.READY : state(check),
                check == null ? CheckMessage.NONE : CheckMessage.parse(check.message()),
                Optional.ofNullable(status.clusterName()).filter(name -> !name.isEmpty()),
                status.nominatedClusterNames(),
                nominatedAt,
                Optional.ofNullable(Absent.map(workload.metadata().getAnnotations())
                                .get(Annotation.MULTIKUEUE_LAST_UNGATED.text()))
                        .flatMap(RememberedUngating::parse));
    }

    /** The version of a Workload's state. */
    public static String version(Workload workload) {
        return Absent.orElse(workload.metadata().getResourceVersion(), "");
    }

    /** The message is of this life: an eviction writes another one, whatever becomes of {@code clusterName}. */
    private static boolean placed(WorkloadStatus status, AdmissionCheckState check) {
        String cluster = status.clusterName();
        return cluster != null
                && state(check) == CheckState.PENDING
                && CheckMessage.parse(check.message()).equals(new CheckMessage.Placed(cluster));
    }

    private static CheckState state(AdmissionCheckState check) {
        return switch (check.state()) {
            case PENDING -> CheckState.PENDING;
            case READY -> CheckState.READY;
            case RETRY -> CheckState.RETRY;
            case REJECTED -> CheckState.REJECTED;
        };
    }

    /** Why it waits, where a condition says so. */
    public static Optional<Wait> waits(WorkloadStatus status) {
        return Conditions.find(status.conditions(), ConditionType.QUOTA_RESERVED)
                .filter(condition -> !condition.holds())
                .map(condition -> StoredWait.parse(condition.reason(), Message.of(condition.message())));
    }

    static Optional<Instant> since(WorkloadStatus status, ConditionType condition) {
        return Conditions.find(status.conditions(), condition)
                .filter(Condition::holds)
                .map(Condition::lastTransitionTime);
    }

    static Optional<Finish> finish(WorkloadStatus status) {
        return Conditions.find(status.conditions(), ConditionType.FINISHED)
                .filter(Condition::holds)
                .map(condition -> new Finish(condition.reason(), condition.message()));
    }
}
