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
 * A controller's copy of the objects of one kind: what its watch delivered, corrected at once by what the controller
 * wrote itself. So a controller never acts twice because its watch lags: an event older than its own write changes
 * nothing. Owned by the thread of its controller.
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

    /** Applies a watch event; the event's object belongs to the mirror from now on. */
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

    /** Applies the response to a write of the controller. */
    public void wrote(ObjectNode object) {
        store(new ApiObject(object));
    }

    /** Removes an object that a request of the controller deleted. */
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
