package dev.turnstile.model.kueue;

import com.google.gson.annotations.JsonAdapter;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.model.meta.JacksonAdapter;
import io.kubernetes.client.openapi.models.V1ObjectMeta;

/**
 * A group of ClusterQueues and Cohorts that lend each other quota, possibly with quota of its own. Cluster-scoped.
 *
 * @param apiVersion always {@code kueue.x-k8s.io/v1beta2}
 * @param kind always {@code Cohort}
 * @param metadata name, labels and so on
 * @param spec what the administrator wants
 * @param status what worker-service reports
 */
@JsonAdapter(JacksonAdapter.class)
public record Cohort(String apiVersion, String kind, V1ObjectMeta metadata, CohortSpec spec, CohortStatus status)
        implements ApiObject {
    /** Fills in what the JSON left out. */
    public Cohort {
        apiVersion = Absent.orElse(apiVersion, ApiNames.API_VERSION);
        kind = Absent.orElse(kind, "Cohort");
        metadata = Absent.orElse(metadata, new V1ObjectMeta());
        spec = Absent.orElse(spec, CohortSpec.EMPTY);
        status = Absent.orElse(status, CohortStatus.EMPTY);
    }

    /** An object to create, without a status. */
    public Cohort(V1ObjectMeta metadata, CohortSpec spec) {
        this(ApiNames.API_VERSION, "Cohort", metadata, spec, CohortStatus.EMPTY);
    }

    /** The same object with another status. */
    public Cohort withStatus(CohortStatus newStatus) {
        return new Cohort(apiVersion, kind, metadata, spec, newStatus);
    }
}
