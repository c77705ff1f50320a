package dev.turnstile.embedded.admission;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.values.NullValue;
import dev.turnstile.cel.CelAuthorizer;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.schema.CelView;
import dev.turnstile.embedded.schema.GroupVersionKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The variables of a request in expressions of policies and webhooks. */
final class RequestVariables {

    /** The authorizer, bound to the access that the request itself needs. */
    private static final String AUTHORIZER = "authorizer";

    /** {@code authorizer.requestResource} is written as a field, but the type checker sees a variable of that name. */
    private static final String REQUEST_RESOURCE = "authorizer.requestResource";

    private RequestVariables() {}

    /** The types of variables in a webhook's match conditions. */
    static Map<String, CelType> types() {
        return Map.of(
                "object",
                SimpleType.DYN,
                "oldObject",
                SimpleType.DYN,
                "request",
                SimpleType.DYN,
                AUTHORIZER,
                CelAuthorizer.TYPE,
                REQUEST_RESOURCE,
                CelAuthorizer.RESOURCE_CHECK_TYPE);
    }

    /** The types of variables in a policy's expressions; {@code variables} has the types of the policy's own. */
    static Map<String, CelType> types(boolean params, StructType variables) {
        Map<String, CelType> types = new HashMap<>(types());
        types.put("namespaceObject", SimpleType.DYN);
        types.put("variables", variables);
        if (params) {
            types.put("params", SimpleType.DYN);
        }
        return types;
    }

    static Map<String, Object> values(AdmissionRequest request, AdmissionConfiguration configuration) {
        Map<String, Object> values = new HashMap<>();
        values.put("object", view(request.object()));
        values.put("oldObject", view(request.oldObject()));
        values.put("request", CelView.of(request(request)));
        CelAuthorizer authorizer = new UserAuthorizer(request.user(), configuration);
        values.put(AUTHORIZER, authorizer);
        values.put(
                REQUEST_RESOURCE,
                new CelAuthorizer.ResourceCheck(
                        authorizer,
                        request.resource().group(),
                        request.resource().resource(),
                        request.subresource(),
                        request.namespace(),
                        request.name()));
        Optional<ObjectNode> namespace = request.namespace().isEmpty() || RequestMatch.isNamespace(request)
                ? Optional.empty()
                : configuration.namespace(request.namespace());
        values.put("namespaceObject", view(namespace.orElse(null)));
        return values;
    }

    static Object view(@Nullable ObjectNode object) {
        return object == null ? NullValue.NULL_VALUE : CelView.of(object);
    }

    /** The AdmissionRequest without the objects. */
    static ObjectNode request(AdmissionRequest request) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.set("kind", kind(request.kind()));
        node.set("resource", resource(request.resource()));
        node.put("subResource", request.subresource());
        node.set("requestKind", kind(request.kind()));
        node.set("requestResource", resource(request.resource()));
        node.put("requestSubResource", request.subresource());
        node.put("name", request.name());
        node.put("namespace", request.namespace());
        node.put("operation", request.operation().name());
        node.set("userInfo", user(request.user()));
        node.put("dryRun", request.dryRun());
        node.set("options", request.options());
        return node;
    }

    private static ObjectNode kind(GroupVersionKind kind) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("group", kind.group())
                .put("version", kind.version())
                .put("kind", kind.kind());
    }

    private static ObjectNode resource(GroupVersionResource resource) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("group", resource.group())
                .put("version", resource.version())
                .put("resource", resource.resource());
    }

    private static ObjectNode user(UserInfo user) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("username", user.username());
        if (!user.uid().isEmpty()) {
            node.put("uid", user.uid());
        }
        user.groups().forEach(node.putArray("groups")::add);
        if (!user.extra().isEmpty()) {
            ObjectNode extra = node.putObject("extra");
            user.extra().forEach((name, values) -> values.forEach(extra.withArray(name)::add));
        }
        return node;
    }
}
