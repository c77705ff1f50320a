package dev.turnstile.embedded.api.tls;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * As whom this JVM's clusters come to extension API servers: a certificate, of an authority of its own, that makes
 * their headers with the user believable.
 */
public final class FrontProxy {
    private static final String NAME = "front-proxy-client";

    private static final class Made {
        static final FrontProxy INSTANCE = create();
    }

    private final String authority;
    private final KeyManager key;

    private FrontProxy(String authority, KeyManager key) {
        this.authority = authority;
        this.key = key;
    }

    public static FrontProxy shared() {
        return Made.INSTANCE;
    }

    /** What extension API servers have to know of it, under the names of their ConfigMap. */
    public Map<String, String> trust() {
        return Map.of(
                "requestheader-client-ca-file", authority,
                "requestheader-allowed-names", "[\"" + NAME + "\"]",
                "requestheader-username-headers", "[\"X-Remote-User\"]",
                "requestheader-group-headers", "[\"X-Remote-Group\"]",
                "requestheader-extra-headers-prefix", "[\"X-Remote-Extra-\"]");
    }

    /** For connections to servers that {@code trust} accepts. */
    public SSLContext towards(TrustManager trust) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {key}, new TrustManager[] {trust}, null);
        return context;
    }

    private static FrontProxy create() {
        try {
            CertificateMaker maker = new CertificateMaker("turnstile-embedded-front-proxy-ca", TlsIdentity.keys());
            X509Certificate authority = maker.authority();
            KeyPair keys = TlsIdentity.keys();
            X509Certificate own = maker.client(NAME, keys.getPublic());
            return new FrontProxy(TlsIdentity.pem(authority), new SingleKeyManager(keys.getPrivate(), own, authority));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM cannot make an EC certificate: " + e.getMessage(), e);
        }
    }
}
