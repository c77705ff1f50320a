package dev.turnstile.model.kueue;

import com.google.gson.annotations.JsonAdapter;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.model.meta.JacksonAdapter;
import io.kubernetes.client.openapi.models.V1ObjectMeta;

/**
 * The door of a namespace to a ClusterQueue. Namespaced.
 *
 * @param apiVersion always {@code kueue.x-k8s.io/v1beta2}
 * @param kind always {@code LocalQueue}
 * @param metadata name, namespace and so on
 * @param spec what the administrator wants
 * @param status what worker-service reports
 */
@JsonAdapter(JacksonAdapter.class)
public record LocalQueue(
        String apiVersion, String kind, V1ObjectMeta metadata, LocalQueueSpec spec, LocalQueueStatus status)
        implements ApiObject {
    /** Fills in what the JSON left out. */
    public LocalQueue {
        apiVersion = Absent.orElse(apiVersion, ApiNames.API_VERSION);
        kind = Absent.orElse(kind, "LocalQueue");
        metadata = Absent.orElse(metadata, new V1ObjectMeta());
        spec = Absent.orElse(spec, LocalQueueSpec.EMPTY);
        status = Absent.orElse(status, LocalQueueStatus.EMPTY);
    }

    /** An object to create, without a status. */
    public LocalQueue(V1ObjectMeta metadata, LocalQueueSpec spec) {
        this(ApiNames.API_VERSION, "LocalQueue", metadata, spec, LocalQueueStatus.EMPTY);
    }

    /** The same object with another status. */
    public LocalQueue withStatus(LocalQueueStatus newStatus) {
        return new LocalQueue(apiVersion, kind, metadata, spec, newStatus);
    }
}
