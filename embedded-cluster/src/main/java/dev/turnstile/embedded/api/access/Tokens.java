package dev.turnstile.embedded.api.access;

import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.NameGenerator;
import dev.turnstile.embedded.store.ObjectKey;
import dev.turnstile.embedded.store.Store;
import dev.turnstile.embedded.store.StoredObject;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Identifies the user of a bearer token: the admin of this cluster, or a service account to which it was issued (a
 * signed JWT).
 */
public final class Tokens {
    public static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

    /** The prefix of every admin token, so that a leaked one is recognised, such as in a log. */
    private static final String ADMIN_TOKEN = "embedded-admin-";

    private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();
    private static final UserInfo ADMIN = new UserInfo(
            "kubernetes-admin",
            "",
            List.of("kubeadm:cluster-admins", "system:masters", "system:authenticated"),
            Map.of());

    private final Store store;
    private final InstantSource time;
    private final String admin;
    private final KeyPair keys;
    private final String keyId;

    public Tokens(Store store, InstantSource time) {
        this.store = store;
        this.time = time;
        byte[] secret = new byte[24];
        new SecureRandom().nextBytes(secret);
        admin = ADMIN_TOKEN + URL.encodeToString(secret);
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            keys = generator.generateKeyPair();
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(keys.getPublic().getEncoded());
            keyId = URL.encodeToString(digest).substring(0, 16);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM makes no EC keys: " + e.getMessage(), e);
        }
    }

    public String admin() {
        return admin;
    }

    /** The user of a token, and the audiences for which it is valid. */
    public record Identity(UserInfo user, List<String> audiences) {}

    public Optional<Identity> identify(String token) {
        if (MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8), admin.getBytes(StandardCharsets.UTF_8))) {
            return Optional.of(new Identity(ADMIN, List.of(ISSUER)));
        }
        return serviceAccount(token);
    }

    private Optional<Identity> serviceAccount(String token) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        ObjectNode claims;
        try {
            Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
            verifier.initVerify(keys.getPublic());
            verifier.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
            if (!verifier.verify(Base64.getUrlDecoder().decode(parts[2]))) {
                return Optional.empty();
            }
            claims = Json.parse(Base64.getUrlDecoder().decode(parts[1]));
        } catch (GeneralSecurityException | IllegalArgumentException | JacksonException e) {
            return Optional.empty();
        }
        if (Json.number(claims, 0, "exp") <= time.instant().getEpochSecond()) {
            return Optional.empty();
        }
        JsonNode kubernetes = Json.at(claims, "kubernetes.io");
        String namespace = Json.text(kubernetes, "namespace");
        String name = Json.text(kubernetes, "serviceaccount", "name");
        String uid = Json.text(kubernetes, "serviceaccount", "uid");
        if (!alive("serviceaccounts", namespace, name, uid)) {
            return Optional.empty();
        }
        Map<String, List<String>> extra = new TreeMap<>();
        extra.put("authentication.kubernetes.io/credential-id", List.of("JTI=" + Json.text(claims, "jti")));
        String pod = Json.text(kubernetes, "pod", "name");
        if (!pod.isEmpty()) {
            if (!alive("pods", namespace, pod, Json.text(kubernetes, "pod", "uid"))) {
                return Optional.empty();
            }
            extra.put("authentication.kubernetes.io/pod-name", List.of(pod));
            extra.put("authentication.kubernetes.io/pod-uid", List.of(Json.text(kubernetes, "pod", "uid")));
        }
        UserInfo user = new UserInfo(
                "system:serviceaccount:" + namespace + ":" + name,
                uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace, "system:authenticated"),
                extra);
        return Optional.of(new Identity(user, Json.texts(claims, "aud")));
    }

    private boolean alive(String resource, String namespace, String name, String uid) {
        StoredObject stored = store.shelf(resource).get(new ObjectKey(namespace, name));
        return stored != null && Json.text(stored.tree(), "metadata", "uid").equals(uid);
    }

    public record Issued(String token, Instant expiration) {}

    /** @param bound the object whose deletion invalidates the token (apiVersion, kind, name, uid), if any */
    public Issued issue(ObjectNode serviceAccount, List<String> audiences, long seconds, @Nullable JsonNode bound) {
        Instant now = time.instant();
        Instant expiration = Instant.ofEpochSecond(now.getEpochSecond() + seconds);
        ObjectNode claims = Json.object();
        List<String> intended = new ArrayList<>(audiences.isEmpty() ? List.of(ISSUER) : audiences);
        intended.forEach(claims.putArray("aud")::add);
        claims.put("exp", expiration.getEpochSecond())
                .put("iat", now.getEpochSecond())
                .put("iss", ISSUER)
                .put("jti", NameGenerator.uid());
        ObjectNode kubernetes = claims.putObject("kubernetes.io").put("namespace", Json.namespace(serviceAccount));
        if (bound != null) {
            kubernetes
                    .putObject(Json.text(bound, "kind").toLowerCase(java.util.Locale.ROOT))
                    .put("name", Json.text(bound, "name"))
                    .put("uid", Json.text(bound, "uid"));
        }
        kubernetes
                .putObject("serviceaccount")
                .put("name", Json.name(serviceAccount))
                .put("uid", Json.text(serviceAccount, "metadata", "uid"));
        claims.put("nbf", now.getEpochSecond())
                .put(
                        "sub",
                        "system:serviceaccount:" + Json.namespace(serviceAccount) + ":" + Json.name(serviceAccount));
        ObjectNode header = Json.object().put("alg", "ES256").put("kid", keyId);
        String signed = URL.encodeToString(Json.bytes(header)) + "." + URL.encodeToString(Json.bytes(claims));
        try {
            Signature signer = Signature.getInstance("SHA256withECDSAinP1363Format");
            signer.initSign(keys.getPrivate());
            signer.update(signed.getBytes(StandardCharsets.US_ASCII));
            return new Issued(signed + "." + URL.encodeToString(signer.sign()), expiration);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM signs no ES256: " + e.getMessage(), e);
        }
    }

    /** The document {@code /openid/v1/jwks}. */
    public ObjectNode keySet() {
        ECPublicKey key = (ECPublicKey) keys.getPublic();
        ObjectNode set = Json.object();
        set.putArray("keys")
                .addObject()
                .put("use", "sig")
                .put("kty", "EC")
                .put("kid", keyId)
                .put("crv", "P-256")
                .put("alg", "ES256")
                .put("x", coordinate(key.getW().getAffineX()))
                .put("y", coordinate(key.getW().getAffineY()));
        return set;
    }

    private static String coordinate(BigInteger value) {
        byte[] bytes = value.toByteArray();
        byte[] fixed = new byte[32];
        int length = Math.min(bytes.length, 32);
        System.arraycopy(bytes, bytes.length - length, fixed, 32 - length, length);
        return URL.encodeToString(fixed);
    }
}
