package dev.turnstile.model.kueue;

import com.google.gson.annotations.JsonAdapter;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.model.meta.JacksonAdapter;
import io.kubernetes.client.openapi.models.V1ObjectMeta;

/**
 * Quota of one team or purpose, and the rules by which workloads get it. Cluster-scoped.
 *
 * @param apiVersion always {@code kueue.x-k8s.io/v1beta2}
 * @param kind always {@code ClusterQueue}
 * @param metadata name, labels and so on
 * @param spec what the administrator wants
 * @param status what worker-service reports
 */
@JsonAdapter(JacksonAdapter.class)
public record ClusterQueue(
        String apiVersion, String kind, V1ObjectMeta metadata, ClusterQueueSpec spec, ClusterQueueStatus status)
        implements ApiObject {
    /** Fills in what the JSON left out. */
    public ClusterQueue {
        apiVersion = Absent.orElse(apiVersion, ApiNames.API_VERSION);
        kind = Absent.orElse(kind, "ClusterQueue");
        metadata = Absent.orElse(metadata, new V1ObjectMeta());
        spec = Absent.orElse(spec, ClusterQueueSpec.EMPTY);
        status = Absent.orElse(status, ClusterQueueStatus.EMPTY);
    }

    /** An object to create, without a status. */
    public ClusterQueue(V1ObjectMeta metadata, ClusterQueueSpec spec) {
        this(ApiNames.API_VERSION, "ClusterQueue", metadata, spec, ClusterQueueStatus.EMPTY);
    }

    /** The same object with another status. */
    public ClusterQueue withStatus(ClusterQueueStatus newStatus) {
        return new ClusterQueue(apiVersion, kind, metadata, spec, newStatus);
    }
}
