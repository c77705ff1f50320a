package dev.turnstile.model.kueue;

import com.google.gson.annotations.JsonAdapter;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.model.meta.JacksonAdapter;
import io.kubernetes.client.openapi.models.V1ObjectMeta;

/**
 * A worker cluster as the manager cluster knows it. Cluster-scoped.
 *
 * @param apiVersion always {@code kueue.x-k8s.io/v1beta2}
 * @param kind always {@code MultiKueueCluster}
 * @param metadata name, labels and so on
 * @param spec how to reach it
 * @param status whether manager-service does
 */
@JsonAdapter(JacksonAdapter.class)
public record MultiKueueCluster(
        String apiVersion,
        String kind,
        V1ObjectMeta metadata,
        MultiKueueClusterSpec spec,
        MultiKueueClusterStatus status)
        implements ApiObject {
    /** Fills in what the JSON left out. */
    public MultiKueueCluster {
        apiVersion = Absent.orElse(apiVersion, ApiNames.API_VERSION);
        kind = Absent.orElse(kind, "MultiKueueCluster");
        metadata = Absent.orElse(metadata, new V1ObjectMeta());
        spec = Absent.orElse(spec, MultiKueueClusterSpec.EMPTY);
        status = Absent.orElse(status, MultiKueueClusterStatus.EMPTY);
    }

    /** An object to create, without a status. */
    public MultiKueueCluster(V1ObjectMeta metadata, MultiKueueClusterSpec spec) {
        this(ApiNames.API_VERSION, "MultiKueueCluster", metadata, spec, MultiKueueClusterStatus.EMPTY);
    }

    /** The same object with another status. */
    public MultiKueueCluster withStatus(MultiKueueClusterStatus newStatus) {
        return new MultiKueueCluster(apiVersion, kind, metadata, spec, newStatus);
    }
}
