package dev.turnstile.embedded.api.crd;

import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.ResourceType;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** The served kinds: built-in ones, and those of CustomResourceDefinitions. */
public final class TypeRegistry {
    private static final Comparator<GroupVersionResource> ORDER = Comparator.comparing(GroupVersionResource::group)
            .thenComparing(GroupVersionResource::version, VersionOrder.NEWEST_FIRST)
            .thenComparing(GroupVersionResource::resource);

    private final Map<GroupVersionResource, ResourceType> builtIn = new TreeMap<>(ORDER);
    private final AtomicLong generation = new AtomicLong();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private Map<String, List<ResourceType>> custom = Map.of();
    private volatile Map<GroupVersionResource, ResourceType> all = Map.of();

    public TypeRegistry(Collection<ResourceType> builtIns) {
        builtIns.forEach(type -> builtIn.put(type.resource(), type));
        define("", List.of());
    }

    public synchronized void addBuiltIn(ResourceType type) {
        builtIn.put(type.resource(), type);
        define("", List.of());
    }

    public Optional<ResourceType> find(GroupVersionResource resource) {
        return Optional.ofNullable(all.get(resource));
    }

    /** A type by its kind, for owner references, policies' parameters and the like. */
    public Optional<ResourceType> findKind(String group, String version, String kind) {
        return all.values().stream()
                .filter(type -> type.kind().equals(kind)
                        && type.group().equals(group)
                        && (version.isEmpty() || type.version().equals(version)))
                .findFirst();
    }

    /** By group, newest version first, then plural. */
    public List<ResourceType> types() {
        return List.copyOf(all.values());
    }

    public boolean servesVersion(String group, String version) {
        return all.keySet().stream()
                .anyMatch(resource ->
                        resource.group().equals(group) && resource.version().equals(version));
    }

    synchronized boolean defines(String definition) {
        return custom.containsKey(definition);
    }

    /** Increases with every change of the served kinds. */
    public long generation() {
        return generation.get();
    }

    /** Replaces the types of one definition; removes them if the list is empty. */
    public final synchronized void define(String definition, List<ResourceType> types) {
        Map<String, List<ResourceType>> definitions = new TreeMap<>(custom);
        if (types.isEmpty()) {
            definitions.remove(definition);
        } else {
            definitions.put(definition, List.copyOf(types));
        }
        Map<GroupVersionResource, ResourceType> served = new TreeMap<>(ORDER);
        definitions.values().forEach(list -> list.forEach(type -> served.put(type.resource(), type)));
        served.putAll(builtIn);
        custom = definitions;
        all = served;
        generation.incrementAndGet();
        listeners.forEach(Runnable::run);
    }

    /** Calls the listener after each change, on the thread that makes the change. */
    public void addListener(Runnable listener) {
        listeners.add(listener);
    }
}
