package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.GroupResource;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.access.Tokens;
import dev.turnstile.embedded.api.read.Reads;
import dev.turnstile.embedded.api.request.Exchange;
import dev.turnstile.embedded.api.request.RequestContext;
import dev.turnstile.embedded.api.request.ResourcePath;
import dev.turnstile.embedded.api.wire.Conversion;
import dev.turnstile.embedded.api.wire.Decoder;
import dev.turnstile.embedded.api.wire.Representation;
import dev.turnstile.embedded.api.write.Deletes;
import dev.turnstile.embedded.api.write.Patches;
import dev.turnstile.embedded.api.write.Writes;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.object.Conditions;
import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.embedded.schema.StrictJson;
import dev.turnstile.embedded.store.StoredObject;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The doors beside an object's own: status, scale, finalize, binding, eviction, token, log. */
public final class Subresources {
    private static final long LONGEST_TOKEN_SECONDS = 1L << 32;

    private static final Set<String> POSTED_TO = Set.of("pods/binding", "pods/eviction", "serviceaccounts/token");
    private static final GroupResource BINDING = new GroupResource("", "pods/binding");

    private final Reads reads;
    private final Writes writes;
    private final Patches patches;
    private final Deletes deletes;
    private final Tokens tokens;
    private final InstantSource time;

    Subresources(Reads reads, Writes writes, Patches patches, Deletes deletes, Tokens tokens, InstantSource time) {
        this.reads = reads;
        this.writes = writes;
        this.patches = patches;
        this.deletes = deletes;
        this.tokens = tokens;
        this.time = time;
    }

    void handle(Exchange exchange, RequestContext context, ResourceType type, ResourcePath path, Representation form)
            throws IOException {
        String key = type.groupResource() + "/" + path.subresource();
        switch (path.subresource()) {
            case "status" -> {
                if (!type.status()) {
                    throw ApiException.noSuchResource();
                }
                readWrite(exchange, context, type, path, form);
            }
            case "scale" -> {
                ResourceType.Scale scale = type.scale();
                if (scale == null) {
                    throw ApiException.noSuchResource();
                }
                new ScaleDoor(reads, writes, patches, type, scale, time).handle(exchange, context, path);
            }
            case "finalize" -> {
                only(exchange, "PUT");
                if (!key.equals("namespaces/finalize")) {
                    throw ApiException.noSuchResource();
                }
                ObjectNode given = Decoder.decode(type, exchange.body(), exchange.header("Content-Type"), context);
                ResourceHandler.answer(exchange, context, form, finalizeNamespace(context, type, path.name(), given));
            }
            case "log" -> {
                if (!key.equals("pods/log")) {
                    throw ApiException.noSuchResource();
                }
                log(exchange, type, path);
            }
            default -> {
                if (!POSTED_TO.contains(key)) {
                    throw ApiException.noSuchResource();
                }
                only(exchange, "POST");
                ObjectNode body = Decoder.object(Decoder.parse(exchange.body(), exchange.header("Content-Type")));
                ObjectNode answer = post(context, type, path.namespace(), path.name(), path.subresource(), body);
                exchange.warn(context.warnings());
                exchange.json(201, answer);
            }
        }
    }

    private void readWrite(
            Exchange exchange, RequestContext context, ResourceType type, ResourcePath path, Representation form)
            throws IOException {
        switch (exchange.method()) {
            case "GET", "HEAD" -> {
                StoredObject stored = reads.get(type, path.namespace(), path.name(), "");
                exchange.answer(200, "application/json", form.object(stored));
            }
            case "PUT" -> {
                ObjectNode object = Decoder.decode(type, exchange.body(), exchange.header("Content-Type"), context);
                ResourceHandler.answer(
                        exchange,
                        context,
                        form,
                        writes.update(
                                context,
                                type,
                                path.namespace(),
                                path.name(),
                                path.subresource(),
                                true,
                                current -> object.deepCopy()));
            }
            case "PATCH" -> {
                PatchType patchType = ResourceHandler.patchType(exchange.header("Content-Type"), type);
                StrictJson parsed = Decoder.parse(
                        exchange.body(),
                        patchType == PatchType.APPLY ? exchange.header("Content-Type") : "application/json");
                ResourceHandler.answer(
                        exchange,
                        context,
                        form,
                        patches.patch(
                                context,
                                type,
                                path.namespace(),
                                path.name(),
                                path.subresource(),
                                patchType,
                                parsed.value(),
                                parsed.duplicates()));
            }
            default -> throw ApiException.methodNotAllowed();
        }
    }

    /** POSTs to a subresource. */
    public ObjectNode post(
            RequestContext context,
            ResourceType type,
            String namespace,
            String name,
            String subresource,
            ObjectNode body) {
        switch (type.groupResource() + "/" + subresource) {
            case "pods/binding" -> bind(context, type, namespace, name, body);
            case "pods/eviction" -> evict(context, type, namespace, name, body);
            case "serviceaccounts/token" -> {
                return token(type, namespace, name, body);
            }
            default -> throw ApiException.noSuchResource();
        }
        return ResourceHandler.success(type, null);
    }

    public Writes.Written finalizeNamespace(RequestContext context, ResourceType type, String name, ObjectNode given) {
        return writes.update(context, type, "", name, "finalize", true, current -> {
            String version = Json.text(given, "metadata", "resourceVersion");
            if (!version.isEmpty()) {
                Json.metadata(current).put("resourceVersion", version);
            }
            JsonNode finalizers = Json.at(given, "spec", "finalizers");
            ObjectNode spec = Json.child(current, "spec");
            if (finalizers == null) {
                spec.remove("finalizers");
            } else {
                spec.set("finalizers", finalizers.deepCopy());
            }
            return current;
        });
    }

    private void bind(RequestContext context, ResourceType type, String namespace, String name, ObjectNode binding) {
        String node = Json.text(binding, "target", "name");
        if (node.isEmpty()) {
            throw ApiException.invalid("", "Binding", name, List.of(FieldError.required("target.name", "")));
        }
        writes.update(context, type, namespace, name, "binding", false, pod -> {
            if (Json.at(pod, "metadata", "deletionTimestamp") != null) {
                throw ApiException.conflict(
                        BINDING, name, "pod " + name + " is being deleted, cannot be assigned to a host");
            }
            String assigned = Json.text(pod, "spec", "nodeName");
            if (!assigned.isEmpty()) {
                throw ApiException.conflict(
                        BINDING, name, "pod " + name + " is already assigned to node " + ApiException.quote(assigned));
            }
            if (!Json.items(pod, "spec", "schedulingGates").isEmpty()) {
                throw ApiException.conflict(BINDING, name, "pod " + name + " has non-empty .spec.schedulingGates");
            }
            String uid = Json.text(binding, "metadata", "uid");
            if (!uid.isEmpty() && !uid.equals(Json.text(pod, "metadata", "uid"))) {
                throw ApiException.conflict(
                        BINDING,
                        name,
                        "Precondition failed: UID in precondition: " + uid + ", UID in object meta: "
                                + Json.text(pod, "metadata", "uid"));
            }
            Json.child(pod, "spec").put("nodeName", node);
            Conditions.set(pod, "PodScheduled", "True", "", "", time.instant());
            return pod;
        });
    }

    private void evict(RequestContext context, ResourceType type, String namespace, String name, ObjectNode eviction) {
        String named = Json.name(eviction);
        if (!named.isEmpty() && !named.equals(name)) {
            throw ApiException.badRequest("name in URL does not match name in Eviction object: "
                    + ApiException.quote(name) + " " + ApiException.quote(named));
        }
        JsonNode options = Json.at(eviction, "deleteOptions");
        JsonNode grace = Json.at(options, "gracePeriodSeconds");
        String uid = Json.text(options, "preconditions", "uid");
        String version = Json.text(options, "preconditions", "resourceVersion");
        boolean dryRun = context.dryRun() || !Json.texts(options, "dryRun").isEmpty();
        deletes.delete(
                context,
                type,
                namespace,
                name,
                new DeleteOptions(
                        grace == null ? null : (Long) grace.longValue(),
                        null,
                        uid.isEmpty() ? null : uid,
                        version.isEmpty() ? null : version,
                        dryRun));
    }

    private void log(Exchange exchange, ResourceType type, ResourcePath path) throws IOException {
        only(exchange, "GET");
        reads.get(type, path.namespace(), path.name(), "");
        exchange.answer(200, "text/plain", new byte[0]);
    }

    private ObjectNode token(ResourceType type, String namespace, String name, ObjectNode request) {
        ObjectNode account = Conversion.served(type, reads.get(type, namespace, name, ""));
        long seconds = Json.number(request, 3600, "spec", "expirationSeconds");
        if (seconds < 600 || seconds > LONGEST_TOKEN_SECONDS) {
            throw ApiException.invalid(
                    "authentication.k8s.io",
                    "TokenRequest",
                    "",
                    List.of(FieldError.invalid(
                            "spec.expirationSeconds",
                            seconds,
                            seconds < 600
                                    ? "may not specify a duration less than 10 minutes"
                                    : "may not specify a duration larger than 2^32 seconds")));
        }
        List<String> audiences = Json.texts(request, "spec", "audiences");
        Tokens.Issued issued = tokens.issue(account, audiences, seconds, Json.at(request, "spec", "boundObjectRef"));
        request.put("kind", "TokenRequest").put("apiVersion", "authentication.k8s.io/v1");
        ObjectNode metadata = Json.metadata(request);
        metadata.put("name", name).put("namespace", namespace);
        metadata.put("creationTimestamp", ApiObject.timestamp(time.instant()));
        ObjectNode spec = Json.child(request, "spec");
        spec.put("expirationSeconds", seconds);
        if (audiences.isEmpty()) {
            spec.putArray("audiences").add(Tokens.ISSUER);
        }
        request.putObject("status")
                .put("token", issued.token())
                .put("expirationTimestamp", ApiObject.timestamp(issued.expiration()));
        return request;
    }

    private static void only(Exchange exchange, String method) {
        if (!exchange.method().equals(method)) {
            throw ApiException.methodNotAllowed();
        }
    }
}
