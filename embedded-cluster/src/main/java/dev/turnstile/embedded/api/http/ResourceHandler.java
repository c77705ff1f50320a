package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.FieldSelector;
import dev.turnstile.embedded.api.LabelSelector;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.api.Verb;
import dev.turnstile.embedded.api.access.Reviews;
import dev.turnstile.embedded.api.local.Operations;
import dev.turnstile.embedded.api.read.Reads;
import dev.turnstile.embedded.api.request.Exchange;
import dev.turnstile.embedded.api.request.FieldChecks;
import dev.turnstile.embedded.api.request.PatchBody;
import dev.turnstile.embedded.api.request.RequestContext;
import dev.turnstile.embedded.api.request.RequestOptions;
import dev.turnstile.embedded.api.request.ResourcePath;
import dev.turnstile.embedded.api.wire.Accept;
import dev.turnstile.embedded.api.wire.Page;
import dev.turnstile.embedded.api.wire.Representation;
import dev.turnstile.embedded.api.wire.SuccessStatus;
import dev.turnstile.embedded.api.write.Deletes;
import dev.turnstile.embedded.api.write.Target;
import dev.turnstile.embedded.api.write.Writes;
import dev.turnstile.embedded.fault.Faults;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.embedded.store.StoredObject;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves requests for resources: calls the operation for the HTTP method and path, and writes its result as the
 * response.
 */
public final class ResourceHandler {
    private final Operations operations;
    private final SubresourceHandler subresources;
    private final Reviews reviews;
    private final Faults faults;
    private final InstantSource time;

    ResourceHandler(Operations operations, Reviews reviews, Faults faults, InstantSource time) {
        this.operations = operations;
        this.subresources = new SubresourceHandler(operations, time);
        this.reviews = reviews;
        this.faults = faults;
        this.time = time;
    }

    void handle(Exchange exchange, UserInfo user, ResourcePath path) throws IOException {
        ResourceType type = operations.registry().find(path.resource()).orElseThrow(ApiException::noSuchResource);
        if (type.deprecationWarning() != null) {
            exchange.warn(List.of(type.deprecationWarning()));
        }
        if (!type.namespaced() && !path.namespace().isEmpty()) {
            throw ApiException.noSuchResource();
        }
        Target target = Target.of(RequestOptions.of(exchange, user), type, path);
        if (type.verbs().equals(Set.of(Verb.CREATE))) {
            review(exchange, target);
        } else if (!path.subresource().isEmpty()) {
            subresources.handle(exchange, target, representation(exchange, type));
        } else if (path.name().isEmpty()) {
            collection(exchange, target);
        } else {
            object(exchange, target);
        }
    }

    private void review(Exchange exchange, Target target) throws IOException {
        ResourceType type = target.type();
        if (!exchange.method().equals("POST") || !target.name().isEmpty()) {
            throw ApiException.methodNotAllowed();
        }
        Accept.negotiate(exchange.headers("Accept"), false);
        ObjectNode review =
                FieldChecks.decode(type, exchange.body(), exchange.header("Content-Type"), target.context());
        exchange.warn(target.context().warnings());
        exchange.json(201, reviews.review(target.context(), type, target.namespace(), review));
    }

    private Representation representation(Exchange exchange, ResourceType type) {
        Accept accept = Accept.negotiate(exchange.headers("Accept"), true);
        return new Representation(type, accept, exchange.query("includeObject"), time);
    }

    private void collection(Exchange exchange, Target target) throws IOException {
        ResourceType type = target.type();
        switch (exchange.method()) {
            case "GET", "HEAD" -> {
                if (exchange.flag("watch")) {
                    allow(type, Verb.WATCH);
                    watch(exchange, type, target.namespace(), selectors(exchange));
                } else {
                    allow(type, Verb.LIST);
                    if (!exchange.query("sendInitialEvents").isEmpty()) {
                        throw ApiException.invalid(
                                "meta.k8s.io",
                                "ListOptions",
                                "",
                                List.of(FieldError.forbidden(
                                        "sendInitialEvents", "sendInitialEvents is forbidden for list")));
                    }
                    Representation form = representation(exchange, type);
                    Page page = operations.reads().list(type, target.namespace(), listRequest(exchange));
                    exchange.respond(200, "application/json", form.list(page));
                }
            }
            case "POST" -> {
                allow(type, Verb.CREATE);
                if (type.namespaced() && target.namespace().isEmpty()) {
                    throw ApiException.methodNotAllowed();
                }
                Representation form = representation(exchange, type);
                ObjectNode object =
                        FieldChecks.decode(type, exchange.body(), exchange.header("Content-Type"), target.context());
                respond(exchange, target.context(), form, operations.writes().create(target, object));
            }
            case "DELETE" -> {
                allow(type, Verb.DELETECOLLECTION);
                deleteCollection(exchange, target);
            }
            default -> throw ApiException.methodNotAllowed();
        }
    }

    private void object(Exchange exchange, Target target) throws IOException {
        ResourceType type = target.type();
        if (type.namespaced() && target.namespace().isEmpty()) {
            throw ApiException.noSuchResource();
        }
        Representation form = representation(exchange, type);
        switch (exchange.method()) {
            case "GET", "HEAD" -> {
                allow(type, Verb.GET);
                StoredObject stored = operations
                        .reads()
                        .get(type, target.namespace(), target.name(), exchange.query("resourceVersion"));
                exchange.respond(200, "application/json", form.object(stored));
            }
            case "PUT" -> {
                allow(type, Verb.UPDATE);
                ObjectNode object =
                        FieldChecks.decode(type, exchange.body(), exchange.header("Content-Type"), target.context());
                Writes.checkName(object, target.name());
                respond(exchange, target.context(), form, replace(target, object));
            }
            case "PATCH" -> {
                allow(type, Verb.PATCH);
                respond(exchange, target.context(), form, patch(exchange, target));
            }
            case "DELETE" -> {
                allow(type, Verb.DELETE);
                DeleteOptions options = RequestOptions.deleteOptions(exchange);
                Deletes.Deleted deleted = operations.deletes().delete(target, options);
                exchange.warn(target.context().warnings());
                if (deleted.gone() && !type.strategy().returnsDeletedObject()) {
                    exchange.json(200, SuccessStatus.ofDeleted(type, deleted.object()));
                } else {
                    exchange.respond(200, "application/json", form.written(Json.bytes(deleted.object())));
                }
            }
            default -> throw ApiException.methodNotAllowed();
        }
    }

    private Writes.Written replace(Target target, ObjectNode object) {
        try {
            return operations.writes().update(target, current -> object.deepCopy());
        } catch (ApiException e) {
            if (!target.type().strategy().updatesCreate()
                    || !operations.reads().isMissing(target.type(), target.namespace(), target.name())) {
                throw e;
            }
        }
        Json.metadata(object).put("name", target.name());
        return operations.writes().create(target, object);
    }

    private Writes.Written patch(Exchange exchange, Target target) throws IOException {
        PatchBody body = PatchBody.read(exchange, target.type());
        if (target.context().force() && body.type() != PatchType.APPLY) {
            throw ApiException.invalid(
                    "meta.k8s.io",
                    "PatchOptions",
                    "",
                    List.of(FieldError.forbidden("force", "may not be specified for non-apply patch")));
        }
        return operations.patches().patch(target, body);
    }

    private void deleteCollection(Exchange exchange, Target target) throws IOException {
        ResourceType type = target.type();
        DeleteOptions options = RequestOptions.deleteOptions(exchange);
        Page page = operations.reads().list(type, target.namespace(), listRequest(exchange));
        ObjectNode list = Json.object().put("kind", type.listKind()).put("apiVersion", type.apiVersion());
        list.putObject("metadata").put("resourceVersion", Long.toString(page.version()));
        ArrayNode items = list.putArray("items");
        for (StoredObject stored : page.items()) {
            Target each = new Target(
                    target.context(),
                    type,
                    stored.key().namespace(),
                    stored.key().name(),
                    "");
            try {
                items.add(operations.deletes().delete(each, options).object());
            } catch (ApiException e) {
                if (e.code() != 404) {
                    throw e;
                }
            }
        }
        exchange.warn(target.context().warnings());
        exchange.json(200, list);
    }

    private void watch(Exchange exchange, ResourceType type, String namespace, Selectors selectors) throws IOException {
        Representation form = representation(exchange, type);
        String initial = exchange.query("sendInitialEvents");
        String match = exchange.query("resourceVersionMatch");
        if (!initial.isEmpty() && !match.equals("NotOlderThan")) {
            throw ApiException.invalid(
                    "meta.k8s.io",
                    "ListOptions",
                    "",
                    List.of(FieldError.forbidden(
                            "resourceVersionMatch",
                            "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan")));
        }
        if (initial.isEmpty() && !match.isEmpty()) {
            throw ApiException.invalid(
                    "meta.k8s.io",
                    "ListOptions",
                    "",
                    List.of(FieldError.forbidden(
                            "resourceVersionMatch",
                            "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided")));
        }
        exchange.allowIdle();
        new WatchResponse(exchange, operations.reads().shelf(type), form, faults)
                .stream(new WatchResponse.Parameters(
                        namespace,
                        new Reads.Matcher(type, selectors),
                        exchange.query("resourceVersion"),
                        exchange.flag("allowWatchBookmarks"),
                        initial.isEmpty() ? null : (Boolean) initial.equals("true"),
                        exchange.number("timeoutSeconds")));
    }

    private static Selectors selectors(Exchange exchange) {
        return new Selectors(
                LabelSelector.parse(exchange.query("labelSelector")),
                FieldSelector.parse(exchange.query("fieldSelector")));
    }

    private static Reads.ListRequest listRequest(Exchange exchange) {
        var _ = exchange.number("timeoutSeconds"); // no list takes so long, but it has to be a number
        return new Reads.ListRequest(
                selectors(exchange),
                exchange.number("limit"),
                exchange.query("continue"),
                exchange.query("resourceVersion"),
                exchange.query("resourceVersionMatch"));
    }

    private static void allow(ResourceType type, Verb verb) {
        if (!type.verbs().contains(verb)) {
            throw ApiException.methodNotAllowed();
        }
    }

    static void respond(Exchange exchange, RequestContext context, Representation form, Writes.Written written)
            throws IOException {
        exchange.warn(context.warnings());
        exchange.respond(written.created() ? 201 : 200, "application/json", form.written(written.json()));
    }
}
