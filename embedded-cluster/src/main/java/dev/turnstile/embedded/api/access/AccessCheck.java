package dev.turnstile.embedded.api.access;

import dev.turnstile.embedded.api.AccessAttributes;
import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.FieldSelector;
import dev.turnstile.embedded.api.GroupResource;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.api.request.Exchange;
import dev.turnstile.embedded.api.request.ResourcePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that RBAC objects do not allow. Every authenticated user may read discovery documents and review
 * their own access, as Kubernetes' default roles allow.
 */
public final class AccessCheck {
    private static final String AUTHENTICATION = "authentication.k8s.io";
    private static final Set<String> ABOUT_ONESELF =
            Set.of("selfsubjectreviews", "selfsubjectaccessreviews", "selfsubjectrulesreviews");
    private static final Set<String> READS = Set.of("GET", "HEAD");

    private final Authorizer authorizer;

    public AccessCheck(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    public void check(Exchange exchange, UserInfo user, @Nullable ResourcePath resource) {
        if (user.groups().contains("system:masters")) {
            return;
        }
        if (resource == null) {
            checkDocument(exchange, user);
        } else if (!ABOUT_ONESELF.contains(resource.plural())) {
            checkResource(exchange, user, resource);
        }
    }

    /** The user whom the request impersonates, if the requesting user may; else the requesting user. */
    public UserInfo impersonated(Exchange exchange, UserInfo user) {
        String name = exchange.header("Impersonate-User");
        List<String> groups = new ArrayList<>(exchange.headerValues("Impersonate-Group"));
        String uid = exchange.header("Impersonate-Uid");
        Map<String, List<String>> extra = exchange.headersBelow("Impersonate-Extra-");
        if (name.isEmpty()) {
            if (!groups.isEmpty() || !uid.isEmpty() || !extra.isEmpty()) {
                throw ApiException.badRequest("requested to impersonate groups " + groups + ", uid "
                        + ApiException.quote(uid) + " and extra " + extra
                        + " without impersonating a user name; state Impersonate-User");
            }
            return user;
        }
        String[] account = name.split(":", -1);
        boolean isAccount = name.startsWith("system:serviceaccount:") && account.length == 4;
        if (isAccount) {
            maySpeakFor(user, "", "serviceaccounts", account[2], account[3]);
        } else {
            maySpeakFor(user, "", "users", "", name);
        }
        groups.forEach(group -> maySpeakFor(user, "", "groups", "", group));
        if (!uid.isEmpty()) {
            maySpeakFor(user, AUTHENTICATION, "uids", "", uid);
        }
        extra.forEach((key, values) ->
                values.forEach(value -> maySpeakFor(user, AUTHENTICATION, "userextras/" + key, "", value)));
        if (groups.isEmpty() && isAccount) {
            groups.add("system:serviceaccounts");
            groups.add("system:serviceaccounts:" + account[2]);
        }
        if (!groups.contains("system:authenticated")) {
            groups.add("system:authenticated");
        }
        return new UserInfo(name, uid, groups, extra);
    }

    private void maySpeakFor(UserInfo user, String group, String what, String namespace, String name) {
        int slash = what.indexOf('/');
        AccessAttributes attributes = new AccessAttributes(
                "impersonate",
                group,
                slash < 0 ? what : what.substring(0, slash),
                slash < 0 ? "" : what.substring(slash + 1),
                namespace,
                name,
                "");
        if (!authorizer.authorize(user, attributes).allowed()) {
            throw forbidden(user, attributes, new GroupResource(group, attributes.resource()));
        }
    }

    private void checkDocument(Exchange exchange, UserInfo user) {
        String path = exchange.path();
        boolean discovery = path.startsWith("/api") || path.startsWith("/openapi") || path.equals("/version");
        if (discovery && READS.contains(exchange.method())) {
            return;
        }
        String verb = exchange.method().toLowerCase(java.util.Locale.ROOT);
        if (!authorizer.authorize(user, AccessAttributes.ofPath(verb, path)).allowed()) {
            throw ApiException.of(
                    403,
                    "Forbidden",
                    "forbidden: User " + ApiException.quote(user.username()) + " cannot " + verb + " path "
                            + ApiException.quote(path));
        }
    }

    private void checkResource(Exchange exchange, UserInfo user, ResourcePath resource) {
        AccessAttributes attributes = new AccessAttributes(
                verb(exchange, resource),
                resource.group(),
                resource.plural(),
                resource.subresource(),
                resource.plural().equals("namespaces") ? resource.name() : resource.namespace(),
                name(exchange, resource),
                "");
        if (!authorizer.authorize(user, attributes).allowed()) {
            throw forbidden(
                    user, attributes.named(resource.name()), resource.resource().groupResource());
        }
    }

    private static ApiException forbidden(UserInfo user, AccessAttributes attributes, GroupResource about) {
        String scope = attributes.namespace().isEmpty()
                ? "at the cluster scope"
                : "in the namespace " + ApiException.quote(attributes.namespace());
        return ApiException.forbidden(
                about,
                attributes.name(),
                "User " + ApiException.quote(user.username()) + " cannot " + attributes.verb() + " resource "
                        + ApiException.quote(attributes.resourceName()) + " in API group "
                        + ApiException.quote(attributes.group()) + " " + scope);
    }

    /** A list or watch of one name is checked for that name, so that rights to named objects suffice. */
    private static String name(Exchange exchange, ResourcePath resource) {
        String selector = exchange.query("fieldSelector");
        if (!resource.name().isEmpty() || selector.isEmpty()) {
            return resource.name();
        }
        String required = FieldSelector.parse(selector).required("metadata.name");
        return required == null ? "" : required;
    }

    private static String verb(Exchange exchange, ResourcePath resource) {
        boolean collection = resource.name().isEmpty();
        return switch (exchange.method()) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> collection ? "deletecollection" : "delete";
            default -> exchange.flag("watch") ? "watch" : collection ? "list" : "get";
        };
    }
}
