package dev.turnstile.embedded.api.local;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.api.read.Reads;
import dev.turnstile.embedded.api.request.FieldChecks;
import dev.turnstile.embedded.api.request.PatchBody;
import dev.turnstile.embedded.api.request.RequestContext;
import dev.turnstile.embedded.api.wire.Conversion;
import dev.turnstile.embedded.api.wire.Page;
import dev.turnstile.embedded.api.write.Target;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.store.CompactedException;
import dev.turnstile.embedded.store.Cursor;
import dev.turnstile.embedded.store.Shelf;
import dev.turnstile.embedded.store.StoredObject;
import dev.turnstile.embedded.watch.Watch;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Implements {@link ClusterClient} on the same operations as HTTP. */
public final class LocalClient implements ClusterClient {
    private static final long LONG = TimeUnit.HOURS.toNanos(1);

    private final Operations server;
    private final UserInfo user;
    private final String fieldManager;

    public LocalClient(Operations server, UserInfo user, String fieldManager) {
        this.server = server;
        this.user = user;
        this.fieldManager = fieldManager;
    }

    @Override
    public ClusterClient as(String newUser, String newFieldManager) {
        return new LocalClient(
                server,
                new UserInfo(newUser, "", List.of("system:masters", "system:authenticated"), Map.of()),
                newFieldManager);
    }

    private ResourceType known(GroupVersionResource resource) {
        return server.registry().find(resource).orElseThrow(ApiException::noSuchResource);
    }

    private Target target(GroupVersionResource resource, String namespace, String name, String subresource) {
        return new Target(context(), known(resource), namespace, name, subresource);
    }

    private RequestContext context() {
        return new RequestContext(
                user, fieldManager, RequestContext.FieldValidation.Strict, EnumSet.of(RequestContext.Option.FORCE));
    }

    @Override
    public List<ResourceType> types() {
        return server.registry().types();
    }

    @Override
    public void whenTypesChange(Runnable listener) {
        server.registry().addListener(listener);
    }

    @Override
    public Optional<ResourceType> type(GroupVersionResource resource) {
        return server.registry().find(resource);
    }

    @Override
    public Optional<ObjectNode> get(GroupVersionResource resource, String namespace, String name) {
        ResourceType type = known(resource);
        try {
            return Optional.of(Conversion.served(type, server.reads().get(type, namespace, name, "")));
        } catch (ApiException e) {
            if (e.code() == 404) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public ListResult list(GroupVersionResource resource, String namespace, Selectors selectors) {
        ResourceType type = known(resource);
        Page page = server.reads().list(type, namespace, Reads.ListRequest.of(selectors));
        List<ObjectNode> items =
                page.items().stream().map(item -> Conversion.served(type, item)).toList();
        return new ListResult(items, page.version());
    }

    @Override
    public ObjectNode create(GroupVersionResource resource, ObjectNode object) {
        ResourceType type = known(resource);
        ObjectNode copy = object.deepCopy();
        Target target = new Target(context(), type, Json.namespace(copy), Json.name(copy), "");
        FieldChecks.expectKind(copy, type.apiVersion(), type.kind(), true);
        FieldChecks.checkFields(type, copy, List.of(), target.context());
        return server.writes().create(target, copy).tree();
    }

    @Override
    public ObjectNode update(GroupVersionResource resource, ObjectNode object) {
        return write(resource, object, "");
    }

    @Override
    public ObjectNode updateStatus(GroupVersionResource resource, ObjectNode object) {
        return write(resource, object, "status");
    }

    private ObjectNode write(GroupVersionResource resource, ObjectNode object, String subresource) {
        ResourceType type = known(resource);
        ObjectNode copy = object.deepCopy();
        Target target = new Target(context(), type, Json.namespace(copy), Json.name(copy), subresource);
        FieldChecks.expectKind(copy, type.apiVersion(), type.kind(), true);
        FieldChecks.checkFields(type, copy, List.of(), target.context());
        return server.writes().update(target, current -> copy.deepCopy()).tree();
    }

    @Override
    public ObjectNode patch(
            GroupVersionResource resource,
            String namespace,
            String name,
            PatchType type,
            JsonNode patch,
            String subresource) {
        return server.patches()
                .patch(target(resource, namespace, name, subresource), PatchBody.of(type, patch))
                .tree();
    }

    @Override
    public ObjectNode post(
            GroupVersionResource resource, String namespace, String name, String subresource, ObjectNode body) {
        return server.subresources().post(target(resource, namespace, name, subresource), body.deepCopy());
    }

    @Override
    public ObjectNode put(
            GroupVersionResource resource, String namespace, String name, String subresource, ObjectNode body) {
        if (subresource.equals("finalize")) {
            return server.subresources()
                    .finalizeNamespace(target(resource, namespace, name, subresource), body.deepCopy())
                    .tree();
        }
        return write(resource, body, subresource);
    }

    @Override
    public void delete(GroupVersionResource resource, String namespace, String name, DeleteOptions options) {
        server.deletes().delete(target(resource, namespace, name, ""), options);
    }

    @Override
    public AutoCloseable watch(
            GroupVersionResource resource,
            String namespace,
            Selectors selectors,
            long afterVersion,
            Consumer<WatchEvent> listener) {
        ResourceType type = known(resource);
        Follower follower = new Follower(type, namespace, new Reads.Matcher(type, selectors), listener);
        Thread thread = Thread.ofVirtual().name("watch " + resource).start(() -> follower.run(afterVersion));
        return () -> {
            follower.stop();
            thread.interrupt();
        };
    }

    /** Watches one resource on its own thread; lists again when its position in the history was compacted. */
    private final class Follower {
        private final ResourceType type;
        private final String namespace;
        private final Reads.Matcher matcher;
        private final Consumer<WatchEvent> listener;
        private volatile boolean stopped;

        Follower(ResourceType type, String namespace, Reads.Matcher matcher, Consumer<WatchEvent> listener) {
            this.type = type;
            this.namespace = namespace;
            this.matcher = matcher;
            this.listener = listener;
        }

        void stop() {
            stopped = true;
        }

        void run(long afterVersion) {
            Cursor cursor = afterVersion == 0 ? relist() : cursor(afterVersion);
            try (Watch watch = new Watch(cursor, namespace, matcher::matches)) {
                while (!stopped) {
                    Watch.Event event = watch.next(LONG);
                    if (event != null && !stopped) {
                        deliver(event);
                    }
                    if (Thread.currentThread().isInterrupted()) {
                        return;
                    }
                }
            }
        }

        private Cursor cursor(long version) {
            try {
                return server.reads().shelf(type).cursor(version);
            } catch (CompactedException e) {
                return relist();
            }
        }

        private Cursor relist() {
            Shelf.Followed followed = server.reads().shelf(type).follow();
            for (StoredObject object : followed.snapshot().in(namespace)) {
                if (matcher.matches(object)) {
                    send(WatchEvent.Type.ADDED, object);
                }
            }
            return followed.cursor();
        }

        private void deliver(Watch.Event event) {
            send(
                    switch (event.kind()) {
                        case ADDED -> WatchEvent.Type.ADDED;
                        case MODIFIED -> WatchEvent.Type.MODIFIED;
                        case DELETED -> WatchEvent.Type.DELETED;
                    },
                    event.object());
        }

        private void send(WatchEvent.Type kind, StoredObject object) {
            listener.accept(new WatchEvent(kind, Conversion.served(type, object)));
        }
    }
}
