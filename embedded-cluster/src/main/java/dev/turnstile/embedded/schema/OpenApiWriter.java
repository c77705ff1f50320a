package dev.turnstile.embedded.schema;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes one group version's OpenAPI v3 document: its schemas, and the paths by which clients find kinds. */
final class OpenApiWriter {

    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
    private static final String REFERENCE = "#/components/schemas/";

    private final JsonNode known;
    private final ObjectNode paths = JsonNodeFactory.instance.objectNode();
    private final ObjectNode schemas = JsonNodeFactory.instance.objectNode();
    private final Set<String> wanted =
            new TreeSet<>(Set.of(META + "DeleteOptions", META + "ListMeta", META + "Status"));

    private OpenApiWriter(JsonNode known) {
        this.known = known;
    }

    /** A resource as discovery names it: {@code pods}, {@code pods/status}. */
    private record Resource(
            String name, GroupVersionKind kind, String component, boolean namespaced, Set<String> verbs) {}

    static ObjectNode builtIn(String path) {
        JsonNode data = BuiltInOpenApi.load();
        OpenApiWriter writer = new OpenApiWriter(data.path("components"));
        for (JsonNode listed : data.path("documents").path(path)) {
            GroupVersionKind kind = new GroupVersionKind(
                    listed.path("group").asString(""),
                    listed.path("version").asString(""),
                    listed.path("kind").asString(""));
            String component = writer.component(kind);
            Set<String> verbs = new TreeSet<>();
            listed.path("verbs").forEach(verb -> verbs.add(verb.asString("")));
            Resource resource = new Resource(
                    listed.path("name").asString(""),
                    kind,
                    component,
                    listed.path("namespaced").asBoolean(),
                    verbs);
            if (!component.isEmpty()) {
                writer.wanted.add(component);
                writer.addList(resource);
                writer.addPaths(path, resource);
            }
        }
        return writer.document("Kubernetes", data.path("release").asString(""));
    }

    static ObjectNode custom(String path, List<ObjectNode> definitions) {
        OpenApiWriter writer = new OpenApiWriter(BuiltInOpenApi.load().path("components"));
        for (ObjectNode definition : definitions) {
            writer.addDefinition(path, definition.path("spec"));
        }
        return writer.document("Kubernetes CRD Swagger", "v0.1.0");
    }

    private void addDefinition(String path, JsonNode spec) {
        String group = spec.path("group").asString("");
        String versionName = path.substring(path.lastIndexOf('/') + 1);
        String kindName = spec.path("names").path("kind").asString("");
        for (JsonNode version : spec.path("versions")) {
            if (!version.path("name").asString("").equals(versionName)) {
                continue;
            }
            List<String> domain = new ArrayList<>(List.of(group.split("\\.", -1)));
            Collections.reverse(domain);
            String component = String.join(".", domain) + "." + versionName + "." + kindName;
            GroupVersionKind kind = new GroupVersionKind(group, versionName, kindName);
            ObjectNode schema = published(version.path("schema").path("openAPIV3Schema"), true);
            schema.set("x-kubernetes-group-version-kind", kinds(kind));
            schemas.set(component, schema);
            wanted.add(META + "ObjectMeta");
            boolean namespaced = spec.path("scope").asString("").equals("Namespaced");
            String plural = spec.path("names").path("plural").asString("");
            Resource resource = new Resource(
                    plural,
                    kind,
                    component,
                    namespaced,
                    Set.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"));
            addList(resource);
            addPaths(path, resource);
            for (String subresource : version.path("subresources").propertyNames()) {
                boolean scale = subresource.equals("scale");
                GroupVersionKind partKind = scale ? new GroupVersionKind("autoscaling", "v1", "Scale") : kind;
                String part = scale ? component(partKind) : component;
                wanted.add(part);
                addPaths(
                        path,
                        new Resource(
                                plural + "/" + subresource,
                                partKind,
                                part,
                                namespaced,
                                Set.of("get", "patch", "update")));
            }
        }
    }

    /** The published form of a schema: what is implicit in the definition is explicit. */
    private static ObjectNode published(JsonNode source, boolean resource) {
        ObjectNode schema = source instanceof ObjectNode object
                ? object.deepCopy()
                : JsonNodeFactory.instance.objectNode().put("type", "object");
        if (schema.path("x-kubernetes-int-or-string").asBoolean(false)
                && !schema.has("anyOf")
                && !schema.has("allOf")) {
            ArrayNode types = schema.putArray("anyOf");
            types.addObject().put("type", "integer");
            types.addObject().put("type", "string");
        }
        if (schema.get("properties") instanceof ObjectNode properties) {
            for (Map.Entry<String, JsonNode> property : properties.properties()) {
                property.setValue(published(property.getValue(), false));
            }
        }
        for (String part : List.of("items", "additionalProperties")) {
            if (schema.get(part) instanceof ObjectNode nested) {
                schema.set(part, published(nested, false));
            }
        }
        if (resource || schema.path("x-kubernetes-embedded-resource").asBoolean(false)) {
            ObjectNode properties =
                    schema.get("properties") instanceof ObjectNode present ? present : schema.putObject("properties");
            properties.set("apiVersion", described("string", TypeDescriptions.API_VERSION));
            properties.set("kind", described("string", TypeDescriptions.KIND));
            ObjectNode metadata = properties.putObject("metadata").put("description", TypeDescriptions.METADATA);
            metadata.putArray("allOf").addObject().put("$ref", REFERENCE + META + "ObjectMeta");
        }
        return schema;
    }

    private static ObjectNode described(String type, String description) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("description", description)
                .put("type", type);
    }

    private static ArrayNode kinds(GroupVersionKind kind) {
        return JsonNodeFactory.instance.arrayNode().add(stated(kind));
    }

    private static ObjectNode stated(GroupVersionKind kind) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("group", kind.group())
                .put("kind", kind.kind())
                .put("version", kind.version());
    }

    private String component(GroupVersionKind kind) {
        for (Map.Entry<String, JsonNode> entry : known.properties()) {
            for (JsonNode stated : entry.getValue().path("x-kubernetes-group-version-kind")) {
                if (stated.path("kind").asString("").equals(kind.kind())
                        && stated.path("group").asString("").equals(kind.group())
                        && stated.path("version").asString("").equals(kind.version())) {
                    return entry.getKey();
                }
            }
        }
        return "";
    }

    private void addList(Resource resource) {
        if (!resource.verbs().contains("list")) {
            return;
        }
        GroupVersionKind kind = resource.kind();
        ObjectNode list = described("object", kind.kind() + "List is a list of " + kind.kind());
        list.putArray("required").add("items");
        ObjectNode properties = list.putObject("properties");
        properties.set("apiVersion", described("string", TypeDescriptions.API_VERSION));
        ObjectNode items = described("array", "List of " + resource.name() + ".");
        items.putObject("items").put("$ref", REFERENCE + resource.component());
        properties.set("items", items);
        properties.set("kind", described("string", TypeDescriptions.KIND));
        ObjectNode metadata = properties.putObject("metadata").put("description", TypeDescriptions.LIST_METADATA);
        metadata.putArray("allOf").addObject().put("$ref", REFERENCE + META + "ListMeta");
        list.set(
                "x-kubernetes-group-version-kind",
                kinds(new GroupVersionKind(kind.group(), kind.version(), kind.kind() + "List")));
        schemas.set(resource.component() + "List", list);
    }

    private void addPaths(String groupVersion, Resource resource) {
        int slash = resource.name().indexOf('/');
        String plural = slash < 0 ? resource.name() : resource.name().substring(0, slash);
        String below = slash < 0 ? "" : resource.name().substring(slash);
        String collection = "/" + groupVersion + (resource.namespaced() ? "/namespaces/{namespace}/" : "/") + plural;
        if (slash < 0) {
            ObjectNode all = paths.putObject(collection);
            operation(all, resource, "list", "get", "list");
            operation(all, resource, "create", "post", "post");
            operation(all, resource, "deletecollection", "delete", "deletecollection");
            if (resource.namespaced() && resource.verbs().contains("list")) {
                operation(paths.putObject("/" + groupVersion + "/" + plural), resource, "list", "get", "list");
            }
        }
        boolean one = resource.verbs().contains("get") || slash >= 0;
        if (one) {
            ObjectNode path = paths.putObject(collection + "/{name}" + below);
            operation(path, resource, "get", "get", "get");
            operation(path, resource, "update", "put", "put");
            operation(path, resource, "patch", "patch", "patch");
            operation(path, resource, "delete", "delete", "delete");
            if (slash >= 0) {
                operation(path, resource, "create", "post", "post");
            }
        }
    }

    private static void operation(ObjectNode path, Resource resource, String verb, String method, String action) {
        if (!resource.verbs().contains(verb)) {
            return;
        }
        ObjectNode operation = path.putObject(method);
        ArrayNode parameters = operation.putArray("parameters");
        if (Set.of("post", "put", "patch").contains(method)) {
            for (String name : List.of("dryRun", "fieldManager", "fieldValidation")) {
                parameter(parameters, name, "string");
            }
            if (method.equals("patch")) {
                parameter(parameters, "force", "boolean");
            }
        }
        String answer = action.equals("list") ? resource.component() + "List" : resource.component();
        ObjectNode ok = operation.putObject("responses").putObject("200").put("description", "OK");
        ok.putObject("content")
                .putObject("application/json")
                .putObject("schema")
                .put("$ref", REFERENCE + (action.startsWith("delete") ? META + "Status" : answer));
        operation.put("x-kubernetes-action", action);
        operation.set("x-kubernetes-group-version-kind", stated(resource.kind()));
    }

    private static void parameter(ArrayNode parameters, String name, String type) {
        parameters
                .addObject()
                .put("name", name)
                .put("in", "query")
                .putObject("schema")
                .put("type", type);
    }

    private ObjectNode document(String title, String version) {
        Deque<String> todo = new ArrayDeque<>(wanted);
        while (!todo.isEmpty()) {
            String name = todo.pop();
            if (!schemas.has(name) && known.has(name)) {
                schemas.set(name, known.path(name));
                references(known.path(name), todo);
            }
        }
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("openapi", "3.0.0");
        document.putObject("info").put("title", title).put("version", version);
        document.set("paths", paths);
        document.putObject("components").set("schemas", schemas);
        return document;
    }

    private static void references(JsonNode node, Deque<String> found) {
        if (node.path("$ref").isString()) {
            found.add(node.path("$ref").stringValue().substring(REFERENCE.length()));
        }
        for (JsonNode child : node) {
            references(child, found);
        }
    }

    /** Kubernetes' descriptions of the fields that every object has. */
    private static final class TypeDescriptions {
        private static final String CONVENTIONS =
                " More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#";
        static final String API_VERSION =
                "APIVersion defines the versioned schema of this representation of an object. Servers should convert"
                        + " recognized schemas to the latest internal value, and may reject unrecognized"
                        + " values." + CONVENTIONS
                        + "resources";
        static final String KIND =
                "Kind is a string value representing the REST resource this object represents. Servers may infer this"
                        + " from the endpoint the client submits requests to. Cannot be updated. In"
                        + " CamelCase." + CONVENTIONS
                        + "types-kinds";
        static final String METADATA = "Standard object's metadata." + CONVENTIONS + "metadata";
        static final String LIST_METADATA = "Standard list metadata." + CONVENTIONS + "types-kinds";
    }
}
