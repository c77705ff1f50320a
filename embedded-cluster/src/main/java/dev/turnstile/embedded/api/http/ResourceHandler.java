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
import dev.turnstile.embedded.api.crd.TypeRegistry;
import dev.turnstile.embedded.api.read.Reads;
import dev.turnstile.embedded.api.request.Exchange;
import dev.turnstile.embedded.api.request.RequestContext;
import dev.turnstile.embedded.api.request.RequestContexts;
import dev.turnstile.embedded.api.request.ResourcePath;
import dev.turnstile.embedded.api.wire.Accept;
import dev.turnstile.embedded.api.wire.Decoder;
import dev.turnstile.embedded.api.wire.Representation;
import dev.turnstile.embedded.api.write.Deletes;
import dev.turnstile.embedded.api.write.Patches;
import dev.turnstile.embedded.api.write.Writes;
import dev.turnstile.embedded.fault.Faults;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.embedded.schema.StrictJson;
import dev.turnstile.embedded.store.StoredObject;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Serves requests for resources: from the HTTP method and path to the operation, and from its result to the answer. */
public final class ResourceHandler {
    private final TypeRegistry registry;
    private final Reads reads;
    private final Writes writes;
    private final Patches patches;
    private final Deletes deletes;
    private final Subresources subresources;
    private final Reviews reviews;
    private final Faults faults;
    private final InstantSource time;

    ResourceHandler(
            TypeRegistry registry,
            Reads reads,
            Writes writes,
            Patches patches,
            Deletes deletes,
            Subresources subresources,
            Reviews reviews,
            Faults faults,
            InstantSource time) {
        this.registry = registry;
        this.reads = reads;
        this.writes = writes;
        this.patches = patches;
        this.deletes = deletes;
        this.subresources = subresources;
        this.reviews = reviews;
        this.faults = faults;
        this.time = time;
    }

    void handle(Exchange exchange, UserInfo user, ResourcePath path) throws IOException {
        ResourceType type = registry.find(path.resource()).orElseThrow(ApiException::noSuchResource);
        if (type.deprecationWarning() != null) {
            exchange.warn(List.of(type.deprecationWarning()));
        }
        if (!type.namespaced() && !path.namespace().isEmpty()) {
            throw ApiException.noSuchResource();
        }
        RequestContext context = RequestContexts.of(exchange, user);
        if (type.verbs().equals(Set.of(Verb.CREATE))) {
            review(exchange, context, type, path);
        } else if (!path.subresource().isEmpty()) {
            subresources.handle(exchange, context, type, path, representation(exchange, type));
        } else if (path.name().isEmpty()) {
            collection(exchange, context, type, path);
        } else {
            object(exchange, context, type, path);
        }
    }

    private void review(Exchange exchange, RequestContext context, ResourceType type, ResourcePath path)
            throws IOException {
        if (!exchange.method().equals("POST") || !path.name().isEmpty()) {
            throw ApiException.methodNotAllowed();
        }
        Accept.negotiate(exchange.headers("Accept"), false);
        ObjectNode review = Decoder.decode(type, exchange.body(), exchange.header("Content-Type"), context);
        exchange.warn(context.warnings());
        exchange.json(201, reviews.answer(context, type, path.namespace(), review));
    }

    private Representation representation(Exchange exchange, ResourceType type) {
        Accept accept = Accept.negotiate(exchange.headers("Accept"), true);
        return new Representation(type, accept, exchange.query("includeObject"), time);
    }

    private void collection(Exchange exchange, RequestContext context, ResourceType type, ResourcePath path)
            throws IOException {
        switch (exchange.method()) {
            case "GET", "HEAD" -> {
                if (exchange.flag("watch")) {
                    allow(type, Verb.WATCH);
                    watch(exchange, type, path.namespace(), selectors(exchange));
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
                    Reads.Page page = reads.list(type, path.namespace(), listRequest(exchange));
                    exchange.answer(200, "application/json", form.list(page));
                }
            }
            case "POST" -> {
                allow(type, Verb.CREATE);
                if (type.namespaced() && path.namespace().isEmpty()) {
                    throw ApiException.methodNotAllowed();
                }
                Representation form = representation(exchange, type);
                ObjectNode object = Decoder.decode(type, exchange.body(), exchange.header("Content-Type"), context);
                answer(exchange, context, form, writes.create(context, type, path.namespace(), object));
            }
            case "DELETE" -> {
                allow(type, Verb.DELETECOLLECTION);
                deleteCollection(exchange, context, type, path.namespace());
            }
            default -> throw ApiException.methodNotAllowed();
        }
    }

    private void object(Exchange exchange, RequestContext context, ResourceType type, ResourcePath path)
            throws IOException {
        if (type.namespaced() && path.namespace().isEmpty()) {
            throw ApiException.noSuchResource();
        }
        Representation form = representation(exchange, type);
        switch (exchange.method()) {
            case "GET", "HEAD" -> {
                allow(type, Verb.GET);
                StoredObject stored = reads.get(type, path.namespace(), path.name(), exchange.query("resourceVersion"));
                exchange.answer(200, "application/json", form.object(stored));
            }
            case "PUT" -> {
                allow(type, Verb.UPDATE);
                ObjectNode object = Decoder.decode(type, exchange.body(), exchange.header("Content-Type"), context);
                Writes.checkName(object, path.name());
                answer(exchange, context, form, replace(context, type, path, object));
            }
            case "PATCH" -> {
                allow(type, Verb.PATCH);
                answer(exchange, context, form, patch(exchange, context, type, path));
            }
            case "DELETE" -> {
                allow(type, Verb.DELETE);
                DeleteOptions options = RequestContexts.deleteOptions(exchange);
                Deletes.Deleted deleted = deletes.delete(context, type, path.namespace(), path.name(), options);
                exchange.warn(context.warnings());
                if (deleted.gone() && !type.strategy().tellsWhatIsGone()) {
                    exchange.json(200, success(type, deleted.object()));
                } else {
                    exchange.answer(200, "application/json", form.written(Json.bytes(deleted.object())));
                }
            }
            default -> throw ApiException.methodNotAllowed();
        }
    }

    private Writes.Written replace(RequestContext context, ResourceType type, ResourcePath path, ObjectNode object) {
        try {
            return writes.update(context, type, path.namespace(), path.name(), "", true, current -> object.deepCopy());
        } catch (ApiException e) {
            if (!type.strategy().updatesCreate() || !reads.isMissing(type, path.namespace(), path.name())) {
                throw e;
            }
        }
        Json.metadata(object).put("name", path.name());
        return writes.create(context, type, path.namespace(), object);
    }

    private Writes.Written patch(Exchange exchange, RequestContext context, ResourceType type, ResourcePath path)
            throws IOException {
        PatchType patchType = patchType(exchange.header("Content-Type"), type);
        StrictJson parsed = Decoder.parse(
                exchange.body(), patchType == PatchType.APPLY ? exchange.header("Content-Type") : "application/json");
        if (context.force() && patchType != PatchType.APPLY) {
            throw ApiException.invalid(
                    "meta.k8s.io",
                    "PatchOptions",
                    "",
                    List.of(FieldError.forbidden("force", "may not be specified for non-apply patch")));
        }
        return patches.patch(
                context,
                type,
                path.namespace(),
                path.name(),
                path.subresource(),
                patchType,
                parsed.value(),
                parsed.duplicates());
    }

    static PatchType patchType(String contentType, ResourceType type) {
        String mediaType = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        for (PatchType known : PatchType.values()) {
            if (known.mediaType().equals(mediaType) && !(known == PatchType.STRATEGIC && type.custom())) {
                return known;
            }
        }
        throw ApiException.unsupportedMediaType("application/json-patch+json, application/merge-patch+json, "
                + (type.custom() ? "" : "application/strategic-merge-patch+json, ")
                + "application/apply-patch+yaml");
    }

    private void deleteCollection(Exchange exchange, RequestContext context, ResourceType type, String namespace)
            throws IOException {
        DeleteOptions options = RequestContexts.deleteOptions(exchange);
        Reads.Page page = reads.list(type, namespace, listRequest(exchange));
        ObjectNode list = Json.object().put("kind", type.listKind()).put("apiVersion", type.apiVersion());
        list.putObject("metadata").put("resourceVersion", Long.toString(page.version()));
        ArrayNode items = list.putArray("items");
        for (StoredObject stored : page.items()) {
            try {
                items.add(deletes.delete(
                                context,
                                type,
                                stored.key().namespace(),
                                stored.key().name(),
                                options)
                        .object());
            } catch (ApiException e) {
                if (e.code() != 404) {
                    throw e;
                }
            }
        }
        exchange.warn(context.warnings());
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
        exchange.mayIdle();
        new WatchResponse(exchange, reads.shelf(type), form, faults)
                .stream(new WatchResponse.Parameters(
                        namespace,
                        new Reads.Matcher(type, selectors),
                        exchange.query("resourceVersion"),
                        exchange.flag("allowWatchBookmarks"),
                        initial.isEmpty() ? null : (Boolean) initial.equals("true"),
                        number(exchange, "timeoutSeconds")));
    }

    private static Selectors selectors(Exchange exchange) {
        return new Selectors(
                LabelSelector.parse(exchange.query("labelSelector")),
                FieldSelector.parse(exchange.query("fieldSelector")));
    }

    private static Reads.ListRequest listRequest(Exchange exchange) {
        var _ = number(exchange, "timeoutSeconds"); // no list takes so long, but it has to be a number
        return new Reads.ListRequest(
                selectors(exchange),
                number(exchange, "limit"),
                exchange.query("continue"),
                exchange.query("resourceVersion"),
                exchange.query("resourceVersionMatch"));
    }

    public static long number(Exchange exchange, String parameter) {
        String text = exchange.query(parameter);
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw ApiException.badRequest("strconv.ParseInt: parsing " + ApiException.quote(text) + ": invalid syntax");
        }
    }

    private static void allow(ResourceType type, Verb verb) {
        if (!type.verbs().contains(verb)) {
            throw ApiException.methodNotAllowed();
        }
    }

    static void answer(Exchange exchange, RequestContext context, Representation form, Writes.Written written)
            throws IOException {
        exchange.warn(context.warnings());
        exchange.answer(written.created() ? 201 : 200, "application/json", form.written(written.json()));
    }

    static ObjectNode success(ResourceType type, @Nullable ObjectNode object) {
        ObjectNode status = Json.object().put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Success");
        if (object != null) {
            ObjectNode details = status.putObject("details").put("name", Json.name(object));
            if (!type.group().isEmpty()) {
                details.put("group", type.group());
            }
            details.put("kind", type.plural()).put("uid", Json.text(object, "metadata", "uid"));
        }
        return status;
    }
}
