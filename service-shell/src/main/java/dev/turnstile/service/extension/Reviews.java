package dev.turnstile.service.extension;

import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks the cluster whose a token is and what a user may, and remembers the answers for as long as Kubernetes' extension
 * API servers do. Anybody may send requests, so that only a few reviews are under way at a time. Tokens are kept as
 * digests only, and no answer about a token is logged, since it may repeat it.
 */
public final class Reviews {
    private static final ApiResource TOKEN =
            new ApiResource("authentication.k8s.io/v1", "TokenReview", "tokenreviews", false);
    private static final ApiResource ACCESS =
            new ApiResource("authorization.k8s.io/v1", "SubjectAccessReview", "subjectaccessreviews", false);
    private static final Duration REMEMBERED = Duration.ofSeconds(10);
    /** A token that nobody knows may be one that the API server comes to know in a moment. */
    private static final Duration UNKNOWN_REMEMBERED = Duration.ofSeconds(1);

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MOST_REMEMBERED = 1_000;
    private static final int MOST_UNDER_WAY = 16;

    private final ApiConnection connection;
    private final Semaphore underWay = new Semaphore(MOST_UNDER_WAY);
    private final ShortMemory<String, Optional<Requester>> users;
    private final ShortMemory<Question, Verdict> verdicts;

    private record Question(Requester user, ObjectNode attributes) {}

    /** What the cluster says to a wish. */
    record Verdict(boolean allowed, String why) {}

    /** @param connection one of its own: requests of strangers must not delay anything else */
    public Reviews(ApiConnection connection, InstantSource clock) {
        this.connection = connection.urgent().within(PATIENCE);
        users = new ShortMemory<>(MOST_REMEMBERED, clock);
        verdicts = new ShortMemory<>(MOST_REMEMBERED, clock);
    }

    /** Whose token that is; empty where nobody knows it. */
    Optional<Requester> user(String token) {
        String digest = digest(token);
        return users.recall(digest).orElseGet(() -> {
            ObjectNode review = review(TOKEN);
            review.putObject("spec").put("token", token);
            JsonNode status = send(TOKEN, review);
            Optional<Requester> user = status.path("authenticated").asBoolean(false)
                    ? Optional.of(requester(status.path("user")))
                    : Optional.empty();
            users.remember(digest, user, user.isPresent() ? REMEMBERED : UNKNOWN_REMEMBERED);
            return user;
        });
    }

    private static Requester requester(JsonNode user) {
        Map<String, List<String>> extra = new TreeMap<>();
        user.path("extra").properties().forEach(entry -> extra.put(entry.getKey(), texts(entry.getValue())));
        return new Requester(
                user.path("username").asString(""), user.path("uid").asString(""), texts(user.path("groups")), extra);
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }

    /** Whether a user may do that to a resource. */
    Verdict access(Requester user, ResourceAddress address, String verb) {
        ObjectNode attributes = KubernetesJson.mapper().createObjectNode();
        attributes
                .putObject("resourceAttributes")
                .put("verb", verb)
                .put("group", address.group())
                .put("version", address.version())
                .put("namespace", address.namespace())
                .put("resource", address.resource())
                .put("subresource", address.subresource())
                .put("name", address.name());
        return access(new Question(user, attributes));
    }

    /** Whether a user may do that to a path. */
    Verdict access(Requester user, String path, String verb) {
        ObjectNode attributes = KubernetesJson.mapper().createObjectNode();
        attributes.putObject("nonResourceAttributes").put("path", path).put("verb", verb);
        return access(new Question(user, attributes));
    }

    private Verdict access(Question question) {
        if (question.user().unrestricted()) {
            return new Verdict(true, "");
        }
        return verdicts.recall(question).orElseGet(() -> {
            ObjectNode review = review(ACCESS);
            Requester user = question.user();
            ObjectNode spec = question.attributes().deepCopy();
            spec.put("user", user.name()).put("uid", user.uid());
            user.groups().forEach(spec.putArray("groups")::add);
            ObjectNode extra = spec.putObject("extra");
            user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
            review.set("spec", spec);
            JsonNode status = send(ACCESS, review);
            Verdict verdict = new Verdict(
                    status.path("allowed").asBoolean(false),
                    status.path("reason").asString(""));
            verdicts.remember(question, verdict, REMEMBERED);
            return verdict;
        });
    }

    private static ObjectNode review(ApiResource kind) {
        return KubernetesJson.mapper()
                .createObjectNode()
                .put("apiVersion", kind.apiVersion())
                .put("kind", kind.kind());
    }

    private JsonNode send(ApiResource kind, ObjectNode review) {
        return guarded(() -> connection.create(kind, "", review).path("status"));
    }

    private <T> T guarded(Supplier<T> request) {
        if (!underWay.tryAcquire()) {
            throw StatusException.busy();
        }
        try {
            return request.get();
        } catch (ApiStatusException e) {
            throw StatusException.unavailable("the API server answered a review with " + e.code());
        } catch (UncheckedIOException _) {
            throw StatusException.unavailable("the API server does not answer reviews");
        } finally {
            underWay.release();
        }
    }

    private static String digest(String token) {
        try {
            byte[] bytes = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
