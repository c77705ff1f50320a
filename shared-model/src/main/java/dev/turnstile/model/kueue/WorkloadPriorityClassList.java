package dev.turnstile.model.kueue;

import com.google.gson.annotations.JsonAdapter;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ApiList;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.JacksonAdapter;
import io.kubernetes.client.openapi.models.V1ListMeta;
import java.util.List;

/** A list of WorkloadPriorityClasses, as the API answers it. */
@JsonAdapter(JacksonAdapter.class)
public record WorkloadPriorityClassList(
        String apiVersion, String kind, V1ListMeta metadata, List<WorkloadPriorityClass> items)
        implements ApiList<WorkloadPriorityClass> {
    /** Fills in what the JSON left out. */
    public WorkloadPriorityClassList {
        apiVersion = Absent.orElse(apiVersion, ApiNames.API_VERSION);
        kind = Absent.orElse(kind, "WorkloadPriorityClassList");
        metadata = Absent.orElse(metadata, new V1ListMeta());
        items = Absent.list(items);
    }
}
