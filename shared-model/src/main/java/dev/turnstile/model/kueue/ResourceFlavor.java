package dev.turnstile.model.kueue;

import com.google.gson.annotations.JsonAdapter;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.model.meta.JacksonAdapter;
import io.kubernetes.client.openapi.models.V1ObjectMeta;

/**
 * A kind of nodes that quota is given for. Cluster-scoped.
 *
 * @param apiVersion always {@code kueue.x-k8s.io/v1beta2}
 * @param kind always {@code ResourceFlavor}
 * @param metadata name, labels and so on
 * @param spec how its nodes are distinguished
 */
@JsonAdapter(JacksonAdapter.class)
public record ResourceFlavor(String apiVersion, String kind, V1ObjectMeta metadata, ResourceFlavorSpec spec)
        implements ApiObject {
    /** Fills in what the JSON left out. */
    public ResourceFlavor {
        apiVersion = Absent.orElse(apiVersion, ApiNames.API_VERSION);
        kind = Absent.orElse(kind, "ResourceFlavor");
        metadata = Absent.orElse(metadata, new V1ObjectMeta());
        spec = Absent.orElse(spec, ResourceFlavorSpec.EMPTY);
    }

    /** An object to create. */
    public ResourceFlavor(V1ObjectMeta metadata, ResourceFlavorSpec spec) {
        this(ApiNames.API_VERSION, "ResourceFlavor", metadata, spec);
    }
}
