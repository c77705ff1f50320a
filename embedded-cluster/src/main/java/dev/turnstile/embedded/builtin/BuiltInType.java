package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.GroupResource;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.ResourceType.Trait;
import dev.turnstile.embedded.api.Verb;
import dev.turnstile.embedded.schema.BuiltInSchemas;
import dev.turnstile.embedded.schema.GroupVersionKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds the description of a built-in kind; what is not stated is what most kinds have. */
final class BuiltInType {
    private final GroupVersionResource resource;
    private final String kind;
    private final Set<Trait> traits;
    private String singular;
    private List<String> shortNames = List.of();
    private List<String> categories = List.of();
    private Set<Verb> verbs = EnumSet.allOf(Verb.class);
    private ResourceType.@Nullable Scale scale;
    private GroupVersionResource storage;
    private ResourceStrategy strategy = ResourceStrategy.NONE;

    private BuiltInType(GroupVersionResource resource, String kind, Set<Trait> traits) {
        this.resource = resource;
        this.kind = kind;
        this.traits = traits;
        this.storage = resource;
        this.singular = kind.toLowerCase(Locale.ROOT);
    }

    static BuiltInType namespaced(String group, String version, String kind, String plural) {
        return new BuiltInType(new GroupVersionResource(group, version, plural), kind, EnumSet.of(Trait.NAMESPACED));
    }

    static BuiltInType cluster(String group, String version, String kind, String plural) {
        return new BuiltInType(new GroupVersionResource(group, version, plural), kind, EnumSet.noneOf(Trait.class));
    }

    /** Nothing of the kind is stored: the response to a POST is the object with its status. */
    BuiltInType review() {
        verbs = EnumSet.of(Verb.CREATE);
        return this;
    }

    BuiltInType without(Verb verb) {
        verbs.remove(verb);
        return this;
    }

    BuiltInType singular(String name) {
        singular = name;
        return this;
    }

    BuiltInType shortNames(String... names) {
        shortNames = List.of(names);
        return this;
    }

    /** Adds the kind to the category {@code all}. */
    BuiltInType all() {
        categories = List.of("all");
        return this;
    }

    BuiltInType extension() {
        categories = List.of("api-extensions");
        return this;
    }

    BuiltInType status() {
        traits.add(Trait.STATUS);
        return this;
    }

    BuiltInType generation() {
        traits.add(Trait.GENERATION);
        return this;
    }

    BuiltInType scaled() {
        scale = new ResourceType.Scale(".spec.replicas", ".status.replicas", ".spec.selector");
        return this;
    }

    BuiltInType storedAs(String group, String version) {
        storage = new GroupVersionResource(group, version, resource.resource());
        return this;
    }

    BuiltInType rules(ResourceStrategy rules) {
        strategy = rules;
        return this;
    }

    ResourceType type() {
        GroupVersionKind name = new GroupVersionKind(resource.group(), resource.version(), kind);
        return new ResourceType(
                resource,
                kind,
                kind + "List",
                singular,
                shortNames,
                categories,
                traits,
                verbs,
                scale,
                new GroupResource(storage.group(), storage.resource()),
                storage.apiVersion(),
                BuiltInSchemas.forKind(name).orElse(null),
                strategy,
                null);
    }
}
