package dev.turnstile.embedded.control.loop;

import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.object.ApiObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a controller knows of the objects of one kind: what its watch told, corrected at once by what it wrote itself.
 * So a controller never acts twice because its watch is late: an older event than its own write changes nothing.
 * Belongs to the thread of its controller.
 */
public final class Mirror {
    private final NavigableMap<String, ApiObject> objects = new TreeMap<>();
    private final Map<String, NavigableMap<String, ApiObject>> groups = new HashMap<>();
    private final Set<String> deletedByController = new HashSet<>();
    private final Function<ApiObject, Optional<String>> grouping;

    /** @param grouping the group under which {@link #group} finds an object, e.g. the uid of its controller */
    public Mirror(Function<ApiObject, Optional<String>> grouping) {
        this.grouping = grouping;
    }

    public static Mirror ungrouped() {
        return new Mirror(object -> Optional.empty());
    }

    /** Takes over what the watch says; the event's object belongs to the mirror from now on. */
    public void observe(WatchEvent event) {
        var object = new ApiObject(event.object());
        switch (event.type()) {
            case ADDED, MODIFIED -> {
                if (!deletedByController.contains(object.uid())) {
                    store(object);
                }
            }
            case DELETED -> {
                deletedByController.remove(object.uid());
                remove(object);
            }
            case BOOKMARK, ERROR -> {}
        }
    }

    /** Takes over the answer to an own write. */
    public void wrote(ObjectNode object) {
        store(new ApiObject(object));
    }

    /** Forgets an object that was deleted for good by an own request. */
    public void deleted(ApiObject object) {
        var known = objects.get(object.key());
        if (known != null && known.uid().equals(object.uid())) {
            deletedByController.add(object.uid());
            remove(object);
        }
    }

    public Optional<ApiObject> get(String key) {
        return Optional.ofNullable(objects.get(key));
    }

    public Collection<ApiObject> all() {
        return objects.values();
    }

    public List<ApiObject> group(String name) {
        var members = groups.get(name);
        return members == null ? List.of() : List.copyOf(members.values());
    }

    private void store(ApiObject object) {
        var known = objects.get(object.key());
        if (known != null && known.version() >= object.version()) {
            return;
        }
        if (known != null) {
            remove(known);
        }
        objects.put(object.key(), object);
        grouping.apply(object)
                .ifPresent(name ->
                        groups.computeIfAbsent(name, _ -> new TreeMap<>()).put(object.key(), object));
    }

    private void remove(ApiObject object) {
        var known = objects.get(object.key());
        if (known == null || !known.uid().equals(object.uid())) {
            return;
        }
        objects.remove(object.key());
        grouping.apply(known)
                .ifPresent(name -> groups.computeIfPresent(name, (_, members) -> {
                    members.remove(known.key());
                    return members.isEmpty() ? null : members;
                }));
    }
}
