package dev.turnstile.worker.visibility;

import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.model.meta.KubernetesJson;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** A page as a PendingWorkloadsSummary, or as a Table for {@code kubectl}. */
final class Summary {
    private static final int BYTES_OF_ONE = 400;

    /**
     * A column of the table.
     *
     * @param priority 0 where it is always shown
     */
    private record Column(String name, String type, String format, String description, int priority) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("Name", "string", "name", "Name of the Workload", 0),
            new Column("Namespace", "string", "", "Namespace of the Workload", 0),
            new Column("LocalQueue", "string", "", "LocalQueue that it was submitted to", 0),
            new Column("Priority", "integer", "", "Priority; higher ones come first", 0),
            new Column("Position in ClusterQueue", "integer", "", "Position in the ClusterQueue, from 0", 0),
            new Column("Position in LocalQueue", "integer", "", "Position in the LocalQueue, from 0", 0),
            new Column("Created At", "date", "", "When it was created", 1));

    private final List<PendingWorkload> page;
    private final Function<WorkloadKey, List<V1OwnerReference>> owners;
    private @Nullable Instant lastSecond;
    private String lastText = "";

    Summary(List<PendingWorkload> page, Function<WorkloadKey, List<V1OwnerReference>> owners) {
        this.page = page;
        this.owners = owners;
    }

    byte[] items(String apiVersion) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(BYTES_OF_ONE * (1 + page.size()));
        try (JsonGenerator json = KubernetesJson.mapper().createGenerator(bytes)) {
            begin(json, "PendingWorkloadsSummary", apiVersion);
            json.writeArrayPropertyStart("items");
            for (PendingWorkload each : page) {
                json.writeStartObject();
                metadata(json, each);
                json.writeNumberProperty("priority", each.workload().priority());
                json.writeStringProperty("localQueueName", each.workload().localQueue());
                json.writeNumberProperty("positionInClusterQueue", each.inClusterQueue());
                json.writeNumberProperty("positionInLocalQueue", each.inLocalQueue());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    byte[] table() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(BYTES_OF_ONE * (1 + page.size()));
        try (JsonGenerator json = KubernetesJson.mapper().createGenerator(bytes)) {
            begin(json, "Table", "meta.k8s.io/v1");
            json.writeArrayPropertyStart("columnDefinitions");
            for (Column column : COLUMNS) {
                json.writeStartObject();
                json.writeStringProperty("name", column.name());
                json.writeStringProperty("type", column.type());
                json.writeStringProperty("format", column.format());
                json.writeStringProperty("description", column.description());
                json.writeNumberProperty("priority", column.priority());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayPropertyStart("rows");
            page.forEach(each -> row(json, each));
            json.writeEndArray();
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void begin(JsonGenerator json, String kind, String apiVersion) {
        json.writeStartObject();
        json.writeStringProperty("kind", kind);
        json.writeStringProperty("apiVersion", apiVersion);
        json.writeObjectPropertyStart("metadata");
        json.writeEndObject();
    }

    private void row(JsonGenerator json, PendingWorkload each) {
        json.writeStartObject();
        json.writeArrayPropertyStart("cells");
        json.writeString(each.workload().key().name());
        json.writeString(each.workload().key().namespace());
        json.writeString(each.workload().localQueue());
        json.writeNumber(each.workload().priority());
        json.writeNumber(each.inClusterQueue());
        json.writeNumber(each.inLocalQueue());
        json.writeString(created(each));
        json.writeEndArray();
        json.writeObjectPropertyStart("object");
        json.writeStringProperty("kind", "PartialObjectMetadata");
        json.writeStringProperty("apiVersion", "meta.k8s.io/v1");
        metadata(json, each);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void metadata(JsonGenerator json, PendingWorkload each) {
        json.writeObjectPropertyStart("metadata");
        json.writeStringProperty("name", each.workload().key().name());
        json.writeStringProperty("namespace", each.workload().key().namespace());
        json.writeStringProperty("creationTimestamp", created(each));
        List<V1OwnerReference> references = owners.apply(each.workload().key());
        if (!references.isEmpty()) {
            json.writeArrayPropertyStart("ownerReferences");
            for (V1OwnerReference reference : references) {
                json.writeStartObject();
                json.writeStringProperty("apiVersion", reference.getApiVersion());
                json.writeStringProperty("kind", reference.getKind());
                json.writeStringProperty("name", reference.getName());
                json.writeStringProperty("uid", reference.getUid());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    /** Many were created in the same second. */
    private String created(PendingWorkload each) {
        Instant second = each.workload().createdAt().truncatedTo(ChronoUnit.SECONDS);
        if (!second.equals(lastSecond)) {
            lastSecond = second;
            lastText = second.toString();
        }
        return lastText;
    }
}
