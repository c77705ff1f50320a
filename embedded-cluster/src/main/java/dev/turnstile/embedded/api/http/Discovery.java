package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.Verb;
import dev.turnstile.embedded.api.aggregate.Aggregation;
import dev.turnstile.embedded.api.crd.TypeRegistry;
import dev.turnstile.embedded.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The discovery documents: the list of each version, and the aggregated one. */
final class Discovery {
    /** A subresource as discovery lists it. */
    record Subresource(String name, String group, String version, String kind, List<Verb> verbs) {}

    private final TypeRegistry registry;
    private final Aggregation aggregation;

    Discovery(TypeRegistry registry, Aggregation aggregation) {
        this.registry = registry;
        this.aggregation = aggregation;
    }

    static List<Subresource> subresources(ResourceType type) {
        List<Subresource> subresources = new ArrayList<>();
        List<Verb> readWrite = List.of(Verb.GET, Verb.PATCH, Verb.UPDATE);
        String key = type.groupResource().toString();
        switch (key) {
            case "pods" -> {
                subresources.add(new Subresource("binding", "", "v1", "Binding", List.of(Verb.CREATE)));
                subresources.add(new Subresource("eviction", "policy", "v1", "Eviction", List.of(Verb.CREATE)));
                subresources.add(new Subresource("log", "", "v1", "Pod", List.of(Verb.GET)));
            }
            case "namespaces" ->
                subresources.add(new Subresource("finalize", "", "v1", "Namespace", List.of(Verb.UPDATE)));
            case "serviceaccounts" ->
                subresources.add(
                        new Subresource("token", "authentication.k8s.io", "v1", "TokenRequest", List.of(Verb.CREATE)));
            default -> {}
        }
        if (type.scale() != null) {
            subresources.add(new Subresource("scale", "autoscaling", "v1", "Scale", readWrite));
        }
        if (type.status()) {
            subresources.add(new Subresource("status", "", "", type.kind(), readWrite));
        }
        return subresources;
    }

    /** {@code /api}. */
    ObjectNode coreVersions(String address) {
        ObjectNode versions = Json.object().put("kind", "APIVersions");
        versions.putArray("versions").add("v1");
        versions.putArray("serverAddressByClientCIDRs")
                .addObject()
                .put("clientCIDR", "0.0.0.0/0")
                .put("serverAddress", address);
        return versions;
    }

    private Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (ResourceType type : registry.types()) {
            List<String> versions = groups.computeIfAbsent(type.group(), group -> new ArrayList<>());
            if (!versions.contains(type.version())) {
                versions.add(type.version());
            }
        }
        groups.remove("");
        for (Aggregation.Served served : aggregation.served()) {
            List<String> versions = groups.computeIfAbsent(served.group(), group -> new ArrayList<>());
            if (!versions.contains(served.version())) {
                versions.add(served.version());
            }
        }
        return groups;
    }

    /** {@code /apis}. */
    ObjectNode groupList() {
        ObjectNode list = Json.object().put("kind", "APIGroupList").put("apiVersion", "v1");
        ArrayNode groups = list.putArray("groups");
        groups().forEach((group, versions) -> groups.add(group(group, versions)));
        return list;
    }

    /** {@code /apis/<group>}. */
    Optional<ObjectNode> group(String name) {
        return Optional.ofNullable(groups().get(name)).map(versions -> {
            ObjectNode group = Json.object().put("kind", "APIGroup").put("apiVersion", "v1");
            group.setAll(group(name, versions));
            return group;
        });
    }

    private static ObjectNode group(String name, List<String> versions) {
        ObjectNode group = Json.object().put("name", name);
        ArrayNode array = group.putArray("versions");
        versions.forEach(version -> array.add(version(name, version)));
        group.set("preferredVersion", version(name, versions.getFirst()));
        return group;
    }

    private static ObjectNode version(String group, String version) {
        return Json.object().put("groupVersion", group + "/" + version).put("version", version);
    }

    /** {@code /api/v1} or {@code /apis/<group>/<version>}. */
    Optional<ObjectNode> resources(String group, String version) {
        if (!registry.servesVersion(group, version)) {
            return Optional.empty();
        }
        ObjectNode list = Json.object().put("kind", "APIResourceList");
        if (!group.isEmpty()) {
            list.put("apiVersion", "v1");
        }
        list.put("groupVersion", group.isEmpty() ? version : group + "/" + version);
        ArrayNode resources = list.putArray("resources");
        for (ResourceType type : types(group, version)) {
            ObjectNode resource = resources.addObject();
            resource.put("name", type.plural())
                    .put("singularName", type.singular())
                    .put("namespaced", type.namespaced())
                    .put("kind", type.kind());
            verbs(resource, ordered(type));
            if (!type.shortNames().isEmpty()) {
                type.shortNames().forEach(resource.putArray("shortNames")::add);
            }
            if (!type.categories().isEmpty()) {
                type.categories().forEach(resource.putArray("categories")::add);
            }
            if (type.verbs().contains(Verb.LIST)) {
                resource.put("storageVersionHash", hash(type));
            }
            for (Subresource sub : subresources(type)) {
                ObjectNode entry = resources.addObject();
                entry.put("name", type.plural() + "/" + sub.name())
                        .put("singularName", "")
                        .put("namespaced", type.namespaced());
                if (!sub.version().isEmpty()) {
                    entry.put("group", sub.group()).put("version", sub.version());
                }
                entry.put("kind", sub.kind());
                verbs(entry, sub.verbs());
            }
        }
        return Optional.of(list);
    }

    private List<ResourceType> types(String group, String version) {
        return registry.types().stream()
                .filter(type -> type.group().equals(group) && type.version().equals(version))
                .toList();
    }

    /** The hash that Kubernetes makes from the kind of the storage version; clients may compare it. */
    private static String hash(ResourceType type) {
        String stored = type.storageVersion();
        String kind = (stored.contains("/") ? stored : "/" + stored) + "/" + type.kind();
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(kind.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(Arrays.copyOf(digest, 8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** By name, except those of custom resources, which Kubernetes lists in the order of its code. */
    private static List<Verb> ordered(ResourceType type) {
        List<Verb> order = type.custom()
                ? List.of(
                        Verb.DELETE,
                        Verb.DELETECOLLECTION,
                        Verb.GET,
                        Verb.LIST,
                        Verb.PATCH,
                        Verb.CREATE,
                        Verb.UPDATE,
                        Verb.WATCH)
                : List.of(Verb.values());
        return order.stream().filter(type.verbs()::contains).toList();
    }

    private static void verbs(ObjectNode resource, List<Verb> verbs) {
        ArrayNode array = resource.putArray("verbs");
        verbs.forEach(verb -> array.add(verb.word()));
    }

    /** The aggregated form of {@code /api} (core only) or {@code /apis} (all others). */
    ObjectNode aggregated(boolean core) {
        ObjectNode list =
                Json.object().put("kind", "APIGroupDiscoveryList").put("apiVersion", "apidiscovery.k8s.io/v2");
        list.putObject("metadata");
        ArrayNode items = list.putArray("items");
        Map<String, List<String>> groups = core ? Map.of("", List.of("v1")) : groups();
        groups.forEach((group, versions) -> {
            ObjectNode item = items.addObject();
            ObjectNode metadata = item.putObject("metadata");
            if (!group.isEmpty()) {
                metadata.put("name", group);
            }
            ArrayNode array = item.putArray("versions");
            for (String version : versions) {
                ObjectNode entry = array.addObject().put("version", version);
                Aggregation.Served elsewhere = new Aggregation.Served(group, version);
                if (aggregation.served().contains(elsewhere)) {
                    AggregatedElsewhere.describe(elsewhere, aggregation.resources(elsewhere), entry);
                    continue;
                }
                ArrayNode resources = entry.putArray("resources");
                types(group, version).forEach(type -> resources.add(aggregated(type)));
                entry.put("freshness", "Current");
            }
        });
        return list;
    }

    private static ObjectNode aggregated(ResourceType type) {
        ObjectNode resource = Json.object().put("resource", type.plural());
        resource.set("responseKind", kind(type.group(), type.version(), type.kind()));
        resource.put("scope", type.namespaced() ? "Namespaced" : "Cluster").put("singularResource", type.singular());
        verbs(resource, ordered(type));
        if (!type.shortNames().isEmpty()) {
            type.shortNames().forEach(resource.putArray("shortNames")::add);
        }
        if (!type.categories().isEmpty()) {
            type.categories().forEach(resource.putArray("categories")::add);
        }
        List<Subresource> subresources = subresources(type);
        if (!subresources.isEmpty()) {
            ArrayNode array = resource.putArray("subresources");
            for (Subresource sub : subresources) {
                ObjectNode entry = array.addObject().put("subresource", sub.name());
                entry.set(
                        "responseKind",
                        sub.version().isEmpty()
                                ? kind(type.group(), type.version(), sub.kind())
                                : kind(sub.group(), sub.version(), sub.kind()));
                verbs(entry, sub.verbs());
            }
        }
        return resource;
    }

    static ObjectNode kind(String group, String version, String kind) {
        return Json.object().put("group", group).put("version", version).put("kind", kind);
    }
}
