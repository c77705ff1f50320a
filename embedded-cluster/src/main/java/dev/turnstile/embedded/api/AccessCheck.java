package dev.turnstile.embedded.api;

import dev.turnstile.embedded.admission.UserInfo;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets a request through that RBAC objects allow, as reviews would answer. Everybody who is somebody may look at what
 * is served and ask about himself, which Kubernetes' own default roles say.
 */
final class AccessCheck {
    private static final Set<String> ABOUT_ONESELF =
            Set.of("selfsubjectreviews", "selfsubjectaccessreviews", "selfsubjectrulesreviews");
    private static final Set<String> READS = Set.of("GET", "HEAD");

    private final Authorizer authorizer;

    AccessCheck(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    void check(Exchange exchange, UserInfo user, @Nullable ResourcePath resource) {
        if (user.groups().contains("system:masters")) {
            return;
        }
        if (resource == null) {
            checkDocument(exchange, user);
        } else if (!ABOUT_ONESELF.contains(resource.plural())) {
            checkResource(exchange, user, resource);
        }
    }

    private void checkDocument(Exchange exchange, UserInfo user) {
        String path = exchange.path();
        boolean discovery = path.startsWith("/api") || path.startsWith("/openapi") || path.equals("/version");
        if (discovery && READS.contains(exchange.method())) {
            return;
        }
        String verb = exchange.method().toLowerCase(java.util.Locale.ROOT);
        if (!authorizer
                .ask(user, new Authorizer.Question(verb, "", "", "", "", "", path))
                .allowed()) {
            throw ApiException.of(
                    403,
                    "Forbidden",
                    "forbidden: User " + ApiException.quote(user.username()) + " cannot " + verb + " path "
                            + ApiException.quote(path));
        }
    }

    private void checkResource(Exchange exchange, UserInfo user, ResourcePath resource) {
        Authorizer.Question question = new Authorizer.Question(
                verb(exchange, resource),
                resource.group(),
                resource.plural(),
                resource.subresource(),
                resource.plural().equals("namespaces") ? resource.name() : resource.namespace(),
                name(exchange, resource),
                "");
        if (!authorizer.ask(user, question).allowed()) {
            String scope = question.namespace().isEmpty()
                    ? "at the cluster scope"
                    : "in the namespace " + ApiException.quote(question.namespace());
            throw ApiException.forbidden(
                    resource.resource().groupResource(),
                    resource.name(),
                    "User " + ApiException.quote(user.username()) + " cannot " + question.verb() + " resource "
                            + ApiException.quote(question.resourceName()) + " in API group "
                            + ApiException.quote(question.group()) + " " + scope);
        }
    }

    /** A list or watch of one name counts as asked for that name, so that rights to named objects are enough for it. */
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
