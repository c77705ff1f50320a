package dev.turnstile.model.kueue;

import com.google.gson.annotations.JsonAdapter;
import dev.turnstile.model.meta.Absent;
import dev.turnstile.model.meta.ApiList;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.model.meta.JacksonAdapter;
import io.kubernetes.client.openapi.models.V1ListMeta;
import java.util.List;

/** A list of LocalQueues, as the API answers it. */
@JsonAdapter(JacksonAdapter.class)
public record LocalQueueList(String apiVersion, String kind, V1ListMeta metadata, List<LocalQueue> items)
        implements ApiList<LocalQueue> {
    /** Fills in what the JSON left out. */
    public LocalQueueList {
        apiVersion = Absent.orElse(apiVersion, ApiNames.API_VERSION);
        kind = Absent.orElse(kind, "LocalQueueList");
        metadata = Absent.orElse(metadata, new V1ListMeta());
        items = Absent.list(items);
    }
}
