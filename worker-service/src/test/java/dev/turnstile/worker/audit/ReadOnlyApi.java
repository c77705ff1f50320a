package dev.turnstile.worker.audit;

import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** An API from which single objects can be read, and nothing else. */
final class ReadOnlyApi implements ApiConnection {
    private final Map<String, ObjectNode> objects = new HashMap<>();
    final List<String> read = new ArrayList<>();

    void has(ApiResource resource, ObjectNode object) {
        objects.put(resource.path(ObjectKey.of(object)), object);
    }

    @Override
    public ObjectNode get(String path, Map<String, String> query) {
        read.add(path);
        ObjectNode found = objects.get(path);
        if (found == null) {
            throw new ApiStatusException("GET " + path, 404, "NotFound", "not found", Duration.ZERO);
        }
        return found.deepCopy();
    }

    @Override
    public ApiConnection within(Duration time) {
        return this;
    }

    @Override
    public void abandon() {}

    @Override
    public ObjectNode create(ApiResource resource, String namespace, ObjectNode body) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ObjectNode patch(ApiResource resource, ObjectKey key, String subresource, ObjectNode body) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ObjectNode replace(ApiResource resource, ObjectKey key, ObjectNode body) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ObjectNode delete(ApiResource resource, ObjectKey key, ObjectNode options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ChangeStream watch(String path, Map<String, String> query, Duration atMost) {
        throw new UnsupportedOperationException();
    }
}
