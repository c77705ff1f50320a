package dev.turnstile.embedded.api.write;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.GroupResource;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.access.Tokens;
import dev.turnstile.embedded.api.read.Reads;
import dev.turnstile.embedded.api.wire.Conversion;
import dev.turnstile.embedded.api.wire.SuccessStatus;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.object.Conditions;
import dev.turnstile.embedded.schema.FieldError;
import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The writes that only a subresource makes: finalize, binding, eviction, token. */
public final class SubresourceWrites {
    private static final long LONGEST_TOKEN_SECONDS = 1L << 32;
    private static final GroupResource BINDING = new GroupResource("", "pods/binding");
    private final Reads reads;
    private final Writes writes;
    private final Deletes deletes;
    private final Tokens tokens;
    private final InstantSource time;

    public SubresourceWrites(Reads reads, Writes writes, Deletes deletes, Tokens tokens, InstantSource time) {
        this.reads = reads;
        this.writes = writes;
        this.deletes = deletes;
        this.tokens = tokens;
        this.time = time;
    }

    /** A POST to a subresource; the result is the body of the response. */
    public ObjectNode post(Target target, ObjectNode body) {
        switch (target.type().groupResource() + "/" + target.subresource()) {
            case "pods/binding" -> bind(target, body);
            case "pods/eviction" -> evict(target, body);
            case "serviceaccounts/token" -> {
                return issueToken(target, body);
            }
            default -> throw ApiException.noSuchResource();
        }
        return SuccessStatus.withoutDetails();
    }

    /** Writes the finalizers in a namespace's spec, which nothing else can. */
    public Writes.Written finalizeNamespace(Target target, ObjectNode given) {
        return writes.update(target, current -> {
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

    private void bind(Target target, ObjectNode binding) {
        String name = target.name();
        String node = Json.text(binding, "target", "name");
        if (node.isEmpty()) {
            throw ApiException.invalid("", "Binding", name, List.of(FieldError.required("target.name", "")));
        }
        writes.updateUntracked(target, pod -> {
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

    private void evict(Target target, ObjectNode eviction) {
        String name = target.name();
        String named = Json.name(eviction);
        if (!named.isEmpty() && !named.equals(name)) {
            throw ApiException.badRequest("name in URL does not match name in Eviction object: "
                    + ApiException.quote(name) + " " + ApiException.quote(named));
        }
        JsonNode options = Json.at(eviction, "deleteOptions");
        JsonNode grace = Json.at(options, "gracePeriodSeconds");
        String uid = Json.text(options, "preconditions", "uid");
        String version = Json.text(options, "preconditions", "resourceVersion");
        boolean dryRun =
                target.context().dryRun() || !Json.texts(options, "dryRun").isEmpty();
        deletes.delete(
                target.ofObject(),
                new DeleteOptions(
                        grace == null ? null : (Long) grace.longValue(),
                        null,
                        uid.isEmpty() ? null : uid,
                        version.isEmpty() ? null : version,
                        dryRun));
    }

    private ObjectNode issueToken(Target target, ObjectNode request) {
        ResourceType type = target.type();
        String namespace = target.namespace();
        String name = target.name();
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
}
