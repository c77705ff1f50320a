package dev.turnstile.model.kueue;

import com.google.gson.annotations.JsonAdapter;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.model.meta.JacksonAdapter;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import org.jspecify.annotations.Nullable;

/**
 * A named priority of workloads that has no bearing on pods. Cluster-scoped.
 *
 * @param apiVersion always {@code kueue.x-k8s.io/v1beta2}
 * @param kind always {@code WorkloadPriorityClass}
 * @param metadata name, labels and so on
 * @param value the priority; higher comes first
 * @param description when to use it
 */
@JsonAdapter(JacksonAdapter.class)
public record WorkloadPriorityClass(
        String apiVersion,
        String kind,
        V1ObjectMeta metadata,
        int value,
        @Nullable String description) implements ApiObject {
    /** Fills in what the JSON left out. */
    public WorkloadPriorityClass {
        apiVersion = Absent.orElse(apiVersion, ApiNames.API_VERSION);
        kind = Absent.orElse(kind, "WorkloadPriorityClass");
        metadata = Absent.orElse(metadata, new V1ObjectMeta());
    }

    /** An object to create. */
    public WorkloadPriorityClass(V1ObjectMeta metadata, int value) {
        this(ApiNames.API_VERSION, "WorkloadPriorityClass", metadata, value, null);
    }
}
