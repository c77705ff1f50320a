package dev.turnstile.service.access;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.AuthenticationV1Api;
import io.kubernetes.client.openapi.apis.AuthorizationV1Api;
import io.kubernetes.client.openapi.models.V1NonResourceAttributes;
import io.kubernetes.client.openapi.models.V1SubjectAccessReview;
import io.kubernetes.client.openapi.models.V1SubjectAccessReviewSpec;
import io.kubernetes.client.openapi.models.V1TokenReview;
import io.kubernetes.client.openapi.models.V1TokenReviewSpec;
import io.kubernetes.client.openapi.models.V1UserInfo;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the cluster whether the bearer of a token may do a verb on a path, and remembers the answer for a short while,
 * so that a console that refreshes each second does not ask each second. Tokens are kept as digests only.
 *
 * <p>Anybody may send a token, and each new one costs two requests to the API server, so that only a few of these are
 * under way at a time.
 */
public final class AccessReview {
    private static final Logger LOG = LoggerFactory.getLogger(AccessReview.class);

    private static final Duration REMEMBERED = Duration.ofSeconds(10);
    /**
     * Tokens that nobody knows cost their sender nothing: an answer is kept for as long as a mistaken script retries.
     */
    private static final Duration UNKNOWN_REMEMBERED = Duration.ofSeconds(1);

    private static final int MOST_REMEMBERED = 1_000;
    private static final int MOST_UNDER_WAY = 16;

    private final AuthenticationV1Api authentication;
    private final AuthorizationV1Api authorization;
    private final InstantSource clock;
    private final Semaphore underWay = new Semaphore(MOST_UNDER_WAY);
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Question, Answer> remembered = new LinkedHashMap<>();

    private record Question(String tokenDigest, String verb, String path) {}

    private record Answer(Verdict verdict, Instant until) {}

    /** @param client one of its own: who asks with tokens that nobody knows must not delay anything else */
    public AccessReview(ApiClient client, InstantSource clock) {
        this.authentication = new AuthenticationV1Api(client);
        this.authorization = new AuthorizationV1Api(client);
        this.clock = clock;
    }

    /** Whether the bearer may, as the cluster says now or said a moment ago. */
    public Verdict review(String token, String verb, String path) {
        var question = new Question(digest(token), verb, path);
        return recall(question).orElseGet(() -> {
            if (!underWay.tryAcquire()) {
                return new Verdict.Busy();
            }
            try {
                var verdict = ask(token, verb, path);
                remember(question, verdict);
                return verdict;
            } finally {
                underWay.release();
            }
        });
    }

    private Verdict ask(String token, String verb, String path) {
        try {
            var review = authentication
                    .createTokenReview(new V1TokenReview().spec(new V1TokenReviewSpec().token(token)))
                    .execute();
            var status = review.getStatus();
            if (status == null || !Boolean.TRUE.equals(status.getAuthenticated()) || status.getUser() == null) {
                return new Verdict.UnknownToken();
            }
            return mayDo(status.getUser(), verb, path);
        } catch (ApiException e) {
            return new Verdict.Unanswered(
                    e.getCode() == 0 ? "the API server does not answer" : "the API server answered " + e.getCode());
        } catch (RuntimeException e) {
            // What reads answers for the client throws many kinds: JSON of another shape, a proxy's page, a bad date.
            // Their messages quote the answer, which repeats the token.
            LOG.warn(
                    "the API server's answer about a token cannot be read: {}",
                    e.getClass().getSimpleName());
            return new Verdict.Unanswered("the API server's answer cannot be read");
        }
    }

    private Verdict mayDo(V1UserInfo user, String verb, String path) throws ApiException {
        var spec = new V1SubjectAccessReviewSpec()
                .user(user.getUsername())
                .uid(user.getUid())
                .groups(user.getGroups())
                .extra(user.getExtra())
                .nonResourceAttributes(new V1NonResourceAttributes().path(path).verb(verb));
        var status = authorization
                .createSubjectAccessReview(new V1SubjectAccessReview().spec(spec))
                .execute()
                .getStatus();
        var name = String.valueOf(user.getUsername());
        return status != null && Boolean.TRUE.equals(status.getAllowed())
                ? new Verdict.Allowed(name)
                : new Verdict.Forbidden(name);
    }

    private Optional<Verdict> recall(Question question) {
        lock.lock();
        try {
            var answer = remembered.get(question);
            return answer == null || !clock.instant().isBefore(answer.until())
                    ? Optional.empty()
                    : Optional.of(answer.verdict());
        } finally {
            lock.unlock();
        }
    }

    private static Duration remembered(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Allowed _, Verdict.Forbidden _ -> REMEMBERED;
            case Verdict.UnknownToken _ -> UNKNOWN_REMEMBERED;
            case Verdict.Unanswered _, Verdict.Busy _ -> Duration.ZERO;
        };
    }

    private void remember(Question question, Verdict verdict) {
        var time = remembered(verdict);
        if (time.isZero()) {
            return;
        }
        lock.lock();
        try {
            var now = clock.instant();
            remembered.values().removeIf(answer -> !now.isBefore(answer.until()));
            if (remembered.size() >= MOST_REMEMBERED) {
                remembered.remove(remembered.keySet().iterator().next());
            }
            remembered.put(question, new Answer(verdict, now.plus(time)));
        } finally {
            lock.unlock();
        }
    }

    private static String digest(String token) {
        try {
            var bytes = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
