package dev.turnstile.model.kueue;

import com.google.gson.annotations.JsonAdapter;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.model.meta.JacksonAdapter;
import io.kubernetes.client.openapi.models.V1ObjectMeta;

/**
 * What waits, holds quota, runs and ends: one Job, pod or pod group, or what a manager cluster sent. Namespaced.
 *
 * @param apiVersion always {@code kueue.x-k8s.io/v1beta2}
 * @param kind always {@code Workload}
 * @param metadata name, namespace, owner and so on
 * @param spec what is asked for
 * @param status how far it got
 */
@JsonAdapter(JacksonAdapter.class)
public record Workload(String apiVersion, String kind, V1ObjectMeta metadata, WorkloadSpec spec, WorkloadStatus status)
        implements ApiObject {
    /** Fills in what the JSON left out. */
    public Workload {
        apiVersion = Absent.orElse(apiVersion, ApiNames.API_VERSION);
        kind = Absent.orElse(kind, "Workload");
        metadata = Absent.orElse(metadata, new V1ObjectMeta());
        spec = Absent.orElse(spec, WorkloadSpec.EMPTY);
        status = Absent.orElse(status, WorkloadStatus.EMPTY);
    }

    /** An object to create, without a status. */
    public Workload(V1ObjectMeta metadata, WorkloadSpec spec) {
        this(ApiNames.API_VERSION, "Workload", metadata, spec, WorkloadStatus.EMPTY);
    }

    /** The same object with another spec. */
    public Workload withSpec(WorkloadSpec newSpec) {
        return new Workload(apiVersion, kind, metadata, newSpec, status);
    }

    /** The same object with another status. */
    public Workload withStatus(WorkloadStatus newStatus) {
        return new Workload(apiVersion, kind, metadata, spec, newStatus);
    }
}
