package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.api.read.Reads;
import dev.turnstile.embedded.api.request.Exchange;
import dev.turnstile.embedded.api.request.RequestContext;
import dev.turnstile.embedded.api.request.ResourcePath;
import dev.turnstile.embedded.api.wire.Accept;
import dev.turnstile.embedded.api.wire.Conversion;
import dev.turnstile.embedded.api.wire.Decoder;
import dev.turnstile.embedded.api.write.Patches;
import dev.turnstile.embedded.api.write.Writes;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.BuiltInSchemas;
import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.embedded.schema.GroupVersionKind;
import dev.turnstile.embedded.schema.Schema;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The scale subresource of one kind: its replicas seen as an autoscaling/v1 Scale. */
final class ScaleDoor {
    private final Reads reads;
    private final Writes writes;
    private final Patches patches;
    private final ResourceType type;
    private final ResourceType.Scale paths;
    private final InstantSource time;

    ScaleDoor(
            Reads reads,
            Writes writes,
            Patches patches,
            ResourceType type,
            ResourceType.Scale paths,
            InstantSource time) {
        this.reads = reads;
        this.writes = writes;
        this.patches = patches;
        this.type = type;
        this.paths = paths;
        this.time = time;
    }

    void handle(Exchange exchange, RequestContext context, ResourcePath path) throws IOException {
        switch (exchange.method()) {
            case "GET" -> {
                ObjectNode scale = scale(Conversion.served(type, reads.get(type, path.namespace(), path.name(), "")));
                boolean table = Accept.negotiate(exchange.headers("Accept"), true) == Accept.TABLE;
                exchange.json(200, table ? table(scale) : scale);
            }
            case "PUT" -> {
                ObjectNode given = Decoder.object(Decoder.parse(exchange.body(), exchange.header("Content-Type")));
                answer(exchange, write(context, path, scale -> given.deepCopy()));
            }
            case "PATCH" -> {
                PatchType patchType = ResourceHandler.patchType(exchange.header("Content-Type"), type);
                JsonNode patch =
                        Decoder.parse(exchange.body(), "application/json").value();
                if (patchType == PatchType.APPLY) {
                    answer(exchange, apply(context, path, patch));
                } else {
                    Schema schema = BuiltInSchemas.forKind(new GroupVersionKind("autoscaling", "v1", "Scale"))
                            .orElse(null);
                    answer(
                            exchange,
                            write(context, path, scale -> Patches.patched(type, schema, patchType, scale, patch)));
                }
            }
            default -> throw ApiException.methodNotAllowed();
        }
    }

    private ObjectNode table(ObjectNode scale) {
        ObjectNode table = Json.object().put("kind", "Table").put("apiVersion", "meta.k8s.io/v1");
        table.putObject("metadata");
        List<TableColumn> columns = List.of(
                Columns.NAME,
                Columns.number("Desired", "how many are wanted", each -> Json.number(each, 0, "spec", "replicas")),
                Columns.number("Available", "how many there are", each -> Json.number(each, 0, "status", "replicas")),
                Columns.AGE);
        table.set("columnDefinitions", Columns.definitions(columns));
        ObjectNode row = table.putArray("rows").addObject();
        row.set("cells", Columns.cells(columns, scale, time.instant()));
        row.set("object", scale);
        return table;
    }

    private void answer(Exchange exchange, Writes.Written written) throws IOException {
        exchange.json(200, scale(written.tree()));
    }

    private Writes.Written apply(RequestContext context, ResourcePath path, JsonNode patch) {
        ObjectNode partial = Json.object().put("apiVersion", type.apiVersion()).put("kind", type.kind());
        partial.putObject("metadata").put("name", path.name());
        set(partial, Json.number(patch, 0, "spec", "replicas"));
        return patches.patch(
                context, type, path.namespace(), path.name(), "scale", PatchType.APPLY, partial, List.of());
    }

    private Writes.Written write(RequestContext context, ResourcePath path, Writes.Change change) {
        return writes.update(context, type, path.namespace(), path.name(), "scale", true, current -> {
            ObjectNode scale = change.apply(scale(current));
            JsonNode replicas = Json.at(scale, "spec", "replicas");
            long wanted = replicas == null ? 0 : replicas.longValue();
            if (wanted < 0) {
                throw ApiException.invalid(
                        "autoscaling",
                        "Scale",
                        path.name(),
                        List.of(FieldError.invalid("spec.replicas", wanted, "must be greater than or equal to 0")));
            }
            String version = Json.text(scale, "metadata", "resourceVersion");
            String uid = Json.text(scale, "metadata", "uid");
            if (!version.isEmpty()) {
                Json.metadata(current).put("resourceVersion", version);
            }
            if (!uid.isEmpty()) {
                Json.metadata(current).put("uid", uid);
            }
            set(current, wanted);
            return current;
        });
    }

    private void set(ObjectNode object, long replicas) {
        String[] steps = steps(paths.specReplicasPath());
        ObjectNode parent = object;
        for (String step : Arrays.copyOf(steps, steps.length - 1)) {
            parent = Json.child(parent, step);
        }
        parent.put(steps[steps.length - 1], replicas);
    }

    private ObjectNode scale(ObjectNode object) {
        ObjectNode scale = Json.object().put("kind", "Scale").put("apiVersion", "autoscaling/v1");
        ObjectNode metadata = scale.putObject("metadata");
        for (String field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            JsonNode value = Json.at(object, "metadata", field);
            if (value != null) {
                metadata.set(field, value);
            }
        }
        ObjectNode spec = scale.putObject("spec");
        long replicas = Json.number(object, 0, steps(paths.specReplicasPath()));
        if (replicas != 0) {
            spec.put("replicas", replicas);
        }
        ObjectNode status = scale.putObject("status");
        status.put("replicas", Json.number(object, 0, steps(paths.statusReplicasPath())));
        String selector = selector(object, paths.labelSelectorPath());
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return scale;
    }

    private static String selector(ObjectNode object, @Nullable String path) {
        if (path == null || path.isEmpty()) {
            return "";
        }
        JsonNode found = Json.at(object, steps(path));
        if (found instanceof ObjectNode selector) {
            ObjectNode labels = selector.get("matchLabels") instanceof ObjectNode matched ? matched : selector;
            return String.join(
                    ",",
                    labels.properties().stream()
                            .map(label -> label.getKey() + "=" + Json.text(label.getValue()))
                            .sorted()
                            .toList());
        }
        return Json.text(found);
    }

    private static String[] steps(String path) {
        return path.substring(path.startsWith(".") ? 1 : 0).split("\\.");
    }
}
