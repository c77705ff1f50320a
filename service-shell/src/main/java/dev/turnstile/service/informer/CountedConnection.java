package dev.turnstile.service.informer;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** A connection whose writes are counted. */
public final class CountedConnection implements ApiConnection {
    private final ApiConnection connection;
    private final WriteCounts counts;

    public CountedConnection(ApiConnection connection, WriteCounts counts) {
        this.connection = connection;
        this.counts = counts;
    }

    @Override
    public ObjectNode get(String path, Map<String, String> query) {
        return connection.get(path, query);
    }

    @Override
    public ObjectNode metadata(String path, Map<String, String> query) {
        return connection.metadata(path, query);
    }

    @Override
    public ApiConnection within(Duration time) {
        return new CountedConnection(connection.within(time), counts);
    }

    @Override
    public ApiConnection inPages() {
        return new CountedConnection(connection.inPages(), counts);
    }

    @Override
    public ApiConnection urgent() {
        return new CountedConnection(connection.urgent(), counts);
    }

    @Override
    public void abandon() {
        connection.abandon();
    }

    @Override
    public ObjectNode create(ApiResource resource, String namespace, ObjectNode body) {
        return counted(resource.plural(), "create", () -> connection.create(resource, namespace, body));
    }

    @Override
    public ObjectNode patch(ApiResource resource, ObjectKey key, String subresource, ObjectNode body) {
        String part = subresource.isEmpty() ? "" : "/" + subresource;
        return counted(resource.plural() + part, "patch", () -> connection.patch(resource, key, subresource, body));
    }

    @Override
    public ObjectNode replace(ApiResource resource, ObjectKey key, ObjectNode body) {
        return counted(resource.plural(), "update", () -> connection.replace(resource, key, body));
    }

    @Override
    public ObjectNode delete(ApiResource resource, ObjectKey key, ObjectNode options) {
        return counted(resource.plural(), "delete", () -> connection.delete(resource, key, options));
    }

    @Override
    public ChangeStream watch(String path, Map<String, String> query, Duration atMost) {
        return connection.watch(path, query, atMost);
    }

    private ObjectNode counted(String resource, String verb, Supplier<ObjectNode> request) {
        String result = "unanswered";
        try {
            ObjectNode answer = request.get();
            result = "written";
            return answer;
        } catch (ApiStatusException e) {
            result = result(e);
            throw e;
        } finally {
            counts.count(new WriteCounts.Kind(resource, verb, result));
        }
    }

    private static String result(ApiStatusException e) {
        if (e.code() == 429) {
            return "throttled";
        }
        if (e.code() >= 500) {
            return "error";
        }
        return e.conflict() ? "conflict" : "refused";
    }
}
