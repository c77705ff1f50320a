package dev.turnstile.model.kueue;

import com.google.gson.annotations.JsonAdapter;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.ApiObject;
import dev.turnstile.model.meta.JacksonAdapter;
import io.kubernetes.client.openapi.models.V1ObjectMeta;

/**
 * Something besides quota that must be ready before a workload is admitted. Cluster-scoped.
 *
 * @param apiVersion always {@code kueue.x-k8s.io/v1beta2}
 * @param kind always {@code AdmissionCheck}
 * @param metadata name, labels and so on
 * @param spec who decides it
 * @param status what that controller reports
 */
@JsonAdapter(JacksonAdapter.class)
public record AdmissionCheck(
        String apiVersion, String kind, V1ObjectMeta metadata, AdmissionCheckSpec spec, AdmissionCheckStatus status)
        implements ApiObject {
    /** Fills in what the JSON left out. */
    public AdmissionCheck {
        apiVersion = Absent.orElse(apiVersion, ApiNames.API_VERSION);
        kind = Absent.orElse(kind, "AdmissionCheck");
        metadata = Absent.orElse(metadata, new V1ObjectMeta());
        spec = Absent.orElse(spec, AdmissionCheckSpec.EMPTY);
        status = Absent.orElse(status, AdmissionCheckStatus.EMPTY);
    }

    /** An object to create, without a status. */
    public AdmissionCheck(V1ObjectMeta metadata, AdmissionCheckSpec spec) {
        this(ApiNames.API_VERSION, "AdmissionCheck", metadata, spec, AdmissionCheckStatus.EMPTY);
    }

    /** The same object with another status. */
    public AdmissionCheck withStatus(AdmissionCheckStatus newStatus) {
        return new AdmissionCheck(apiVersion, kind, metadata, spec, newStatus);
    }
}
