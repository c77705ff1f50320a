package dev.turnstile.embedded.api.access;

import dev.turnstile.embedded.api.AccessAttributes;
import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.api.request.RequestContext;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.schema.FieldError;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Responds to the kinds that are posted and not stored: reviews of tokens, of access, of the user. */
public final class Reviews {
    private final Tokens tokens;
    private final Authorizer authorizer;
    private final InstantSource time;

    public Reviews(Tokens tokens, Authorizer authorizer, InstantSource time) {
        this.tokens = tokens;
        this.authorizer = authorizer;
        this.time = time;
    }

    /** Sets the status; the type is one of those that can only be created. */
    public ObjectNode review(RequestContext context, ResourceType type, String namespace, ObjectNode review) {
        switch (type.kind()) {
            case "TokenReview" -> token(review);
            case "SelfSubjectReview" -> {
                Json.metadata(review).put("creationTimestamp", ApiObject.timestamp(time.instant()));
                review.putObject("status").set("userInfo", user(context.user()));
            }
            case "SelfSubjectAccessReview" -> access(type, context.user(), "", review);
            case "SubjectAccessReview" -> access(type, subject(type, review), "", review);
            case "LocalSubjectAccessReview" -> access(type, subject(type, review), namespace, review);
            case "SelfSubjectRulesReview" -> rules(context.user(), review);
            default -> throw ApiException.methodNotAllowed();
        }
        return review;
    }

    private void token(ObjectNode review) {
        String token = Json.text(review, "spec", "token");
        if (token.isEmpty()) {
            throw ApiException.badRequest("token is required for TokenReview in authentication");
        }
        List<String> audiences = Json.texts(review, "spec", "audiences");
        Optional<Tokens.Identity> identity = tokens.identify(token);
        ObjectNode status = review.putObject("status");
        List<String> common = new ArrayList<>(audiences.isEmpty() ? List.of(Tokens.ISSUER) : audiences);
        identity.ifPresent(known -> common.retainAll(known.audiences()));
        if (identity.isEmpty() || common.isEmpty()) {
            status.put("authenticated", false);
            status.putObject("user");
            status.put(
                    "error",
                    identity.isEmpty() ? "[invalid bearer token, unknown token]" : "token audiences are invalid");
            return;
        }
        status.put("authenticated", true);
        status.set("user", user(identity.get().user()));
        common.forEach(status.putArray("audiences")::add);
    }

    static ObjectNode user(UserInfo user) {
        ObjectNode node = Json.object().put("username", user.username());
        if (!user.uid().isEmpty()) {
            node.put("uid", user.uid());
        }
        if (!user.groups().isEmpty()) {
            user.groups().forEach(node.putArray("groups")::add);
        }
        if (!user.extra().isEmpty()) {
            ObjectNode extra = node.putObject("extra");
            user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
        }
        return node;
    }

    private static UserInfo subject(ResourceType type, ObjectNode review) {
        JsonNode spec = review.path("spec");
        List<String> groups = Json.texts(spec, "groups");
        if (Json.text(spec, "user").isEmpty() && groups.isEmpty()) {
            throw ApiException.invalid(
                    type,
                    "",
                    List.of(FieldError.invalid("spec.user", "", "at least one of user or group must be specified")));
        }
        Map<String, List<String>> extra = new LinkedHashMap<>();
        if (spec.get("extra") instanceof ObjectNode values) {
            values.propertyNames().forEach(key -> extra.put(key, Json.texts(values, key)));
        }
        return new UserInfo(Json.text(spec, "user"), Json.text(spec, "uid"), groups, extra);
    }

    private void access(ResourceType type, UserInfo user, String namespace, ObjectNode review) {
        JsonNode spec = review.path("spec");
        JsonNode resource = Json.at(spec, "resourceAttributes");
        JsonNode path = Json.at(spec, "nonResourceAttributes");
        if ((resource == null) == (path == null)) {
            throw ApiException.invalid(
                    type,
                    "",
                    List.of(FieldError.invalid(
                            resource == null ? "spec.resourceAttributes" : "spec.nonResourceAttributes",
                            resource == null ? "" : path,
                            resource == null
                                    ? "exactly one of nonResourceAttributes or resourceAttributes must be specified"
                                    : "cannot be specified in combination with resourceAttributes")));
        }
        AccessAttributes attributes = resource != null
                ? new AccessAttributes(
                        Json.text(resource, "verb"),
                        Json.text(resource, "group"),
                        Json.text(resource, "resource"),
                        Json.text(resource, "subresource"),
                        namespace.isEmpty() ? Json.text(resource, "namespace") : namespace,
                        Json.text(resource, "name"),
                        "")
                : AccessAttributes.ofPath(Json.text(path, "verb"), Json.text(path, "path"));
        Authorizer.Authorization authorization = authorizer.authorize(user, attributes);
        ObjectNode status = review.putObject("status").put("allowed", authorization.allowed());
        if (!authorization.reason().isEmpty()) {
            status.put("reason", authorization.reason());
        }
    }

    private void rules(UserInfo user, ObjectNode review) {
        ObjectNode status = review.putObject("status");
        var resources = status.putArray("resourceRules");
        var paths = status.putArray("nonResourceRules");
        status.put("incomplete", false);
        if (user.groups().contains("system:masters")) {
            resources.addObject().setAll(Map.of("verbs", all(), "apiGroups", all(), "resources", all()));
            paths.addObject().setAll(Map.of("verbs", all(), "nonResourceURLs", all()));
        }
        authorizer.visitRules(user, Json.text(review, "spec", "namespace"), (rule, reason) -> {
            (Json.items(rule, "nonResourceURLs").isEmpty() ? resources : paths).add(rule.deepCopy());
        });
    }

    private static JsonNode all() {
        return Json.array().add("*");
    }
}
