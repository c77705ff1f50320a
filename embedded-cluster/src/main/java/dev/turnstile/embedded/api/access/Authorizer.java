package dev.turnstile.embedded.api.access;

import dev.turnstile.embedded.api.AccessAttributes;
import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.store.ObjectKey;
import dev.turnstile.embedded.store.Store;
import dev.turnstile.embedded.store.StoredObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Decides accesses from the stored RBAC objects, for the check of each request, for access reviews and for policies'
 * {@code authorizer}. Members of {@code system:masters} may do everything.
 */
public final class Authorizer {
    private static final String GROUP = ".rbac.authorization.k8s.io";

    private final Store store;

    public Authorizer(Store store) {
        this.store = store;
    }

    /** Whether an access is allowed; the reason names the binding that allows it. */
    public record Authorization(boolean allowed, String reason) {}

    public Authorization authorize(UserInfo user, AccessAttributes attributes) {
        if (user.groups().contains("system:masters")) {
            return new Authorization(true, "");
        }
        List<String> reasons = new ArrayList<>();
        visitRules(user, attributes.namespace(), (rule, reason) -> {
            if (reasons.isEmpty() && allows(rule, attributes)) {
                reasons.add(reason);
            }
        });
        return reasons.isEmpty() ? new Authorization(false, "") : new Authorization(true, reasons.getFirst());
    }

    /** Calls the visitor with each rule that applies to the user in the namespace, and the reason. */
    void visitRules(UserInfo user, String namespace, BiConsumer<JsonNode, String> visitor) {
        for (StoredObject stored : store.shelf("clusterrolebindings" + GROUP).objects()) {
            visitBinding(user, stored.tree(), "ClusterRoleBinding", visitor);
        }
        if (!namespace.isEmpty()) {
            for (StoredObject stored : store.shelf("rolebindings" + GROUP).objects(namespace)) {
                visitBinding(user, stored.tree(), "RoleBinding", visitor);
            }
        }
    }

    private void visitBinding(UserInfo user, ObjectNode binding, String kind, BiConsumer<JsonNode, String> visitor) {
        JsonNode subject = Json.items(binding, "subjects").stream()
                .filter(each -> isUser(each, user, Json.namespace(binding)))
                .findFirst()
                .orElse(null);
        if (subject == null) {
            return;
        }
        String roleKind = Json.text(binding, "roleRef", "kind");
        String roleName = Json.text(binding, "roleRef", "name");
        ObjectNode role = role(roleKind, Json.namespace(binding), roleName);
        if (role == null) {
            return;
        }
        String place = Json.namespace(binding);
        String reason = "RBAC: allowed by " + kind + " "
                + ApiException.quote(place.isEmpty() ? Json.name(binding) : Json.name(binding) + "/" + place) + " of "
                + roleKind
                + " " + ApiException.quote(roleName) + " to " + Json.text(subject, "kind") + " "
                + ApiException.quote(
                        Json.text(subject, "kind").equals("ServiceAccount")
                                ? Json.text(subject, "name") + "/" + Json.text(subject, "namespace")
                                : Json.text(subject, "name"));
        Json.items(role, "rules").forEach(rule -> visitor.accept(rule, reason));
    }

    private @Nullable ObjectNode role(String kind, String namespace, String name) {
        StoredObject role = kind.equals("ClusterRole")
                ? store.shelf("clusterroles" + GROUP).get(new ObjectKey("", name))
                : store.shelf("roles" + GROUP).get(new ObjectKey(namespace, name));
        return role == null ? null : role.tree();
    }

    private static boolean isUser(JsonNode subject, UserInfo user, String bindingNamespace) {
        String name = Json.text(subject, "name");
        return switch (Json.text(subject, "kind")) {
            case "User" -> name.equals(user.username());
            case "Group" -> user.groups().contains(name);
            case "ServiceAccount" -> {
                String namespace = Json.text(subject, "namespace");
                yield user.username()
                        .equals("system:serviceaccount:" + (namespace.isEmpty() ? bindingNamespace : namespace) + ":"
                                + name);
            }
            default -> false;
        };
    }

    private static boolean allows(JsonNode rule, AccessAttributes attributes) {
        if (!contains(rule, "verbs", attributes.verb())) {
            return false;
        }
        if (!attributes.path().isEmpty()) {
            return Json.texts(rule, "nonResourceURLs").stream()
                    .anyMatch(url -> url.equals("*")
                            || url.equals(attributes.path())
                            || (url.endsWith("*") && attributes.path().startsWith(url.substring(0, url.length() - 1))));
        }
        List<String> names = Json.texts(rule, "resourceNames");
        return contains(rule, "apiGroups", attributes.group())
                && (contains(rule, "resources", attributes.resourceName())
                        || (!attributes.subresource().isEmpty()
                                && Json.texts(rule, "resources").contains("*/" + attributes.subresource())))
                && (names.isEmpty() || names.contains(attributes.name()));
    }

    private static boolean contains(JsonNode rule, String field, String value) {
        List<String> values = Json.texts(rule, field);
        return values.contains("*") || values.contains(value);
    }
}
