package dev.turnstile.model.kueue;

import com.google.gson.annotations.JsonAdapter;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.model.meta.JacksonAdapter;
import io.kubernetes.client.openapi.models.V1ObjectMeta;

/**
 * The clusters that a MultiKueue check dispatches to. Cluster-scoped, without a status.
 *
 * @param apiVersion always {@code kueue.x-k8s.io/v1beta2}
 * @param kind always {@code MultiKueueConfig}
 * @param metadata name, labels and so on
 * @param spec the clusters
 */
@JsonAdapter(JacksonAdapter.class)
public record MultiKueueConfig(String apiVersion, String kind, V1ObjectMeta metadata, MultiKueueConfigSpec spec)
        implements ApiObject {
    /** Fills in what the JSON left out. */
    public MultiKueueConfig {
        apiVersion = Absent.orElse(apiVersion, ApiNames.API_VERSION);
        kind = Absent.orElse(kind, "MultiKueueConfig");
        metadata = Absent.orElse(metadata, new V1ObjectMeta());
        spec = Absent.orElse(spec, MultiKueueConfigSpec.EMPTY);
    }

    /** An object to create. */
    public MultiKueueConfig(V1ObjectMeta metadata, MultiKueueConfigSpec spec) {
        this(ApiNames.API_VERSION, "MultiKueueConfig", metadata, spec);
    }
}
