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
 * @param scale the paths of {@code /scale}, if it is served
 * @param schema the object's structure; null where anything is accepted
 */
public record ResourceType(
        GroupVersionResource resource,
        String kind,
        String listKind,
        String singular,
        List<String> shortNames,
        List<String> categories,
        Set<Trait> traits,
        Set<Verb> verbs,
        @Nullable Scale scale,
        GroupResource storage,
        String storageVersion,
        @Nullable Schema schema,
        ResourceStrategy strategy,
        @Nullable String deprecationWarning) {
    public ResourceType {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
        traits = Set.copyOf(traits);
        verbs = Set.copyOf(verbs);
    }

    /** What a kind is, apart from its names and its form. */
    public enum Trait {
        NAMESPACED,
        /** There is a {@code /status} subresource. */
        STATUS,
        /** A change of anything but metadata and status counts up {@code metadata.generation}. */
        GENERATION,
        /** A CustomResourceDefinition made it. */
        CUSTOM
    }

    public boolean namespaced() {
        return traits.contains(Trait.NAMESPACED);
    }

    public boolean status() {
        return traits.contains(Trait.STATUS);
    }

    public boolean generation() {
        return traits.contains(Trait.GENERATION);
    }

    public boolean custom() {
        return traits.contains(Trait.CUSTOM);
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
