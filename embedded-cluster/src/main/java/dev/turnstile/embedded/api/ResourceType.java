package dev.turnstile.embedded.api;

import dev.turnstile.embedded.schema.Schema;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One kind of object at one served version.
 *
 * @param storage the resource under which its objects are kept: versions of one kind share it, as do the two Event
 *     kinds
 * @param storageVersion the apiVersion that stored objects carry
 * @param status whether there is a {@code /status} subresource
 * @param scale where {@code /scale} finds its numbers, if it is served
 * @param generation whether a change of anything but metadata and status counts up {@code metadata.generation}
 * @param schema the object's structure; null where anything is accepted
 * @param custom whether a CustomResourceDefinition made it
 */
public record ResourceType(
        GroupVersionResource resource,
        String kind,
        String listKind,
        String singular,
        List<String> shortNames,
        List<String> categories,
        boolean namespaced,
        Set<Verb> verbs,
        boolean status,
        @Nullable Scale scale,
        boolean generation,
        GroupResource storage,
        String storageVersion,
        @Nullable Schema schema,
        ResourceStrategy strategy,
        boolean custom,
        @Nullable String deprecationWarning) {
    public ResourceType {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
        verbs = Set.copyOf(verbs);
    }

    /** Paths of a scale subresource, each a JSON path such as {@code .spec.replicas}. */
    public record Scale(
            String specReplicasPath,
            String statusReplicasPath,
            @Nullable String labelSelectorPath) {}

    public String group() {
        return resource.group();
    }

    public String version() {
        return resource.version();
    }

    public String plural() {
        return resource.resource();
    }

    public String apiVersion() {
        return resource.apiVersion();
    }

    public GroupResource groupResource() {
        return resource.groupResource();
    }
}
