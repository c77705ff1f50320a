package dev.turnstile.embedded.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Tokens of service accounts as a kube-apiserver issued them at another time: the only way to one that has expired,
 * since none is issued for less than ten minutes.
 */
final class AccountTokens {
    private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();
    private static final Duration LIFE = Duration.ofHours(1);

    private final PrivateKey key;
    private final String issuer;

    private AccountTokens(PrivateKey key, String issuer) {
        this.key = key;
        this.issuer = issuer;
    }

    static AccountTokens signedWith(Path pem, String issuer) throws IOException {
        var text = Files.readString(pem).replaceAll("-----[A-Z ]+-----|\\s", "");
        try {
            var spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text));
            return new AccountTokens(KeyFactory.getInstance("RSA").generatePrivate(spec), issuer);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(pem + " is no key that this JDK can use", e);
        }
    }

    /** Good for an hour up to that moment. */
    String until(Instant end, String namespace, String account, String uid) {
        var nodes = JsonNodeFactory.instance;
        var claims = nodes.objectNode()
                .put("iss", issuer)
                .put("sub", "system:serviceaccount:" + namespace + ":" + account)
                .put("iat", end.minus(LIFE).getEpochSecond())
                .put("nbf", end.minus(LIFE).getEpochSecond())
                .put("exp", end.getEpochSecond());
        claims.putArray("aud").add(issuer);
        var kubernetes = claims.putObject("kubernetes.io").put("namespace", namespace);
        kubernetes.putObject("serviceaccount").put("name", account).put("uid", uid);
        var header = nodes.objectNode().put("alg", "RS256").put("typ", "JWT");
        var signed = encoded(JsonMapper.shared().writeValueAsBytes(header)) + "."
                + encoded(JsonMapper.shared().writeValueAsBytes(claims));
        try {
            var signer = Signature.getInstance("SHA256withRSA");
            signer.initSign(key);
            signer.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + encoded(signer.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK signs no RS256", e);
        }
    }

    private static String encoded(byte[] bytes) {
        return URL.encodeToString(bytes);
    }
}
