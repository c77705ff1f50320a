package dev.turnstile.embedded.api.wire;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.store.StoredObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes objects and lists in the form that the client accepts. Whole objects are sent as the stored bytes, which makes
 * lists fast.
 *
 * @param includeObject what a table's rows carry: None, Metadata or Object
 * @param time the clock for ages in tables; a watch makes rows long after it began
 */
public record Representation(ResourceType type, Accept accept, String includeObject, InstantSource time) {
    public byte[] object(StoredObject stored) {
        return switch (accept) {
            case OBJECT -> Conversion.servedJson(type, stored);
            case METADATA -> Json.bytes(partial(Conversion.served(type, stored)));
            case TABLE -> Json.bytes(tableOf(List.of(stored), Long.toString(stored.version()), true));
        };
    }

    /** The form of an object that has been written, from its served bytes. */
    public byte[] written(byte[] json) {
        return switch (accept) {
            case OBJECT -> json;
            case METADATA -> Json.bytes(partial(Json.parse(json)));
            case TABLE -> {
                ObjectNode object = Json.parse(json);
                ObjectNode table = table(Json.text(object, "metadata", "resourceVersion"), true);
                table.withArray("rows").add(row(object));
                yield Json.bytes(table);
            }
        };
    }

    public byte[] list(Page page) {
        return switch (accept) {
            case OBJECT -> wholeList(page);
            case METADATA -> {
                ObjectNode list =
                        Json.object().put("kind", "PartialObjectMetadataList").put("apiVersion", "meta.k8s.io/v1");
                list.set("metadata", listMetadata(page));
                ArrayNode items = list.putArray("items");
                page.items()
                        .forEach(item -> items.add(Json.object()
                                .set("metadata", Conversion.served(type, item).get("metadata"))));
                yield Json.bytes(list);
            }
            case TABLE -> {
                ObjectNode table = tableOf(page.items(), "", true);
                table.set("metadata", listMetadata(page));
                yield Json.bytes(table);
            }
        };
    }

    private byte[] wholeList(Page page) {
        ObjectNode head = Json.object().put("kind", type.listKind()).put("apiVersion", type.apiVersion());
        head.set("metadata", listMetadata(page));
        byte[] opening = Json.bytes(head);
        byte[] items = ",\"items\":[".getBytes(StandardCharsets.UTF_8);
        int size = opening.length + items.length + 2;
        boolean identity = Conversion.identity(type);
        if (identity) {
            for (StoredObject item : page.items()) {
                size += item.json().length + 1;
            }
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(size);
        out.write(opening, 0, opening.length - 1);
        out.writeBytes(items);
        byte[] implied = implied();
        boolean first = true;
        for (StoredObject item : page.items()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            byte[] json = Conversion.servedJson(type, item);
            if (implied.length > 0 && startsWith(json, implied)) {
                out.write('{');
                out.write(json, implied.length, json.length - implied.length);
            } else {
                out.writeBytes(json);
            }
        }
        out.write(']');
        out.write('}');
        return out.toByteArray();
    }

    /** The fields that items of a built-in kind omit, since the list states them. */
    private byte[] implied() {
        String text =
                type.custom() ? "" : "{\"kind\":\"" + type.kind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\",";
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static boolean startsWith(byte[] json, byte[] prefix) {
        return json.length > prefix.length && Arrays.equals(json, 0, prefix.length, prefix, 0, prefix.length);
    }

    private static ObjectNode listMetadata(Page page) {
        ObjectNode metadata = Json.object().put("resourceVersion", Long.toString(page.version()));
        if (!page.continueToken().isEmpty()) {
            metadata.put("continue", page.continueToken());
        }
        if (page.remaining() != null) {
            metadata.put("remainingItemCount", page.remaining());
        }
        return metadata;
    }

    /**
     * The object of a watch event.
     *
     * @param version stands in for the object's own where that is older than the event
     * @param columns whether a table repeats its column definitions
     */
    public byte[] event(StoredObject stored, long version, boolean columns) {
        if (accept == Accept.OBJECT && stored.version() == version) {
            return Conversion.servedJson(type, stored);
        }
        ObjectNode object = Conversion.served(type, stored);
        Json.metadata(object).put("resourceVersion", Long.toString(version));
        return switch (accept) {
            case OBJECT -> Json.bytes(object);
            case METADATA -> Json.bytes(partial(object));
            case TABLE -> {
                ObjectNode table = table(Long.toString(version), columns);
                table.withArray("rows").add(row(object));
                yield Json.bytes(table);
            }
        };
    }

    public byte[] bookmark(long version, boolean endOfInitialEvents) {
        ObjectNode object = Json.object().put("kind", type.kind()).put("apiVersion", type.apiVersion());
        ObjectNode metadata = object.putObject("metadata");
        metadata.put("resourceVersion", Long.toString(version));
        if (endOfInitialEvents) {
            metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        return switch (accept) {
            case OBJECT -> Json.bytes(object);
            case METADATA -> Json.bytes(partial(object));
            case TABLE -> {
                ObjectNode table = table(Long.toString(version), false);
                ObjectNode row = table.withArray("rows").addObject();
                row.putArray("cells");
                row.set("object", partial(object));
                yield Json.bytes(table);
            }
        };
    }

    private ObjectNode tableOf(List<StoredObject> items, String version, boolean columns) {
        ObjectNode table = table(version, columns);
        ArrayNode rows = table.withArray("rows");
        items.forEach(item -> rows.add(row(Conversion.served(type, item))));
        return table;
    }

    private ObjectNode table(String version, boolean columns) {
        ObjectNode table = Json.object().put("kind", "Table").put("apiVersion", "meta.k8s.io/v1");
        table.putObject("metadata").put("resourceVersion", version);
        if (columns) {
            table.set("columnDefinitions", Tables.definitions(Tables.columns(type)));
        } else {
            table.putNull("columnDefinitions");
        }
        table.putArray("rows");
        return table;
    }

    private ObjectNode row(ObjectNode object) {
        ObjectNode row = Json.object();
        row.set("cells", Tables.cells(Tables.columns(type), object, time.instant()));
        JsonNode carried = carried(object);
        row.set("object", carried);
        return row;
    }

    private @Nullable JsonNode carried(ObjectNode object) {
        return switch (includeObject) {
            case "None" -> Json.object().nullNode();
            case "Object" -> object;
            case "", "Metadata" -> partial(object);
            default ->
                throw ApiException.badRequest("unrecognized includeObject value: " + ApiException.quote(includeObject));
        };
    }

    private static ObjectNode partial(ObjectNode object) {
        ObjectNode partial = Json.object().put("kind", "PartialObjectMetadata").put("apiVersion", "meta.k8s.io/v1");
        partial.set("metadata", object.get("metadata"));
        return partial;
    }
}
