package dev.turnstile.manager.job;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.service.informer.ObjectKey;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a local Workload was made for. */
public sealed interface Owner {

    /** A Job of batch/v1. */
    record Job(ObjectKey key) implements Owner {}

    /** A pod, or the pods of a group. */
    record Pods(List<ObjectKey> keys) implements Owner {}

    /** Something that is not copied to other clusters. */
    record Other(Set<String> kinds) implements Owner {}

    /** Nobody, or nobody that is known: the Workload is gone, or was made by hand. */
    record Nobody() implements Owner {}

    /** The owner of a Workload; nobody where that is gone. */
    static Owner of(@Nullable Workload workload) {
        List<V1OwnerReference> owners =
                workload == null ? List.of() : Absent.list(workload.metadata().getOwnerReferences());
        if (workload == null || owners.isEmpty()) {
            return new Nobody();
        }
        String namespace = Absent.orElse(workload.metadata().getNamespace(), "");
        for (V1OwnerReference owner : owners) {
            if (Boolean.TRUE.equals(owner.getController()) && is(owner, "batch/v1", "Job")) {
                return new Job(key(namespace, owner));
            }
        }
        if (owners.stream().allMatch(owner -> is(owner, "v1", "Pod"))) {
            return new Pods(owners.stream()
                    .map(owner -> key(namespace, owner))
                    .sorted(Comparator.comparing(ObjectKey::name))
                    .toList());
        }
        return new Other(owners.stream()
                .map(owner -> String.valueOf(owner.getKind()))
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static boolean is(V1OwnerReference owner, String apiVersion, String kind) {
        return apiVersion.equals(owner.getApiVersion()) && kind.equals(owner.getKind());
    }

    private static ObjectKey key(String namespace, V1OwnerReference owner) {
        return new ObjectKey(namespace, Absent.orElse(owner.getName(), ""));
    }

    /**
     * Whether it would be let go here if the check were ready: pods have no {@code managedBy}. Their check stays
     * pending where they are placed.
     */
    default boolean isHeldByCheck() {
        return this instanceof Pods;
    }
}
