package dev.turnstile.manager;

import dev.turnstile.model.kueue.AdmissionCheck;
import dev.turnstile.model.kueue.KubeConfig;
import dev.turnstile.model.kueue.MultiKueueCluster;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Under which key an object is worked on. */
final class Keys {
    private Keys() {}

    static ObjectKey of(Workload workload) {
        return new ObjectKey(
                name(workload.metadata().getNamespace()),
                name(workload.metadata().getName()));
    }

    static ObjectKey of(MultiKueueCluster cluster) {
        return ObjectKey.of(name(cluster.metadata().getName()));
    }

    static ObjectKey of(AdmissionCheck check) {
        return ObjectKey.of(name(check.metadata().getName()));
    }

    /** Whether the kubeconfig of a cluster is in that Secret. */
    static boolean names(MultiKueueCluster cluster, String secret) {
        KubeConfig place = cluster.spec().clusterSource().kubeConfig();
        return place != null && place.location().equals(secret);
    }

    private static String name(@Nullable String name) {
        return Objects.requireNonNullElse(name, "");
    }
}
