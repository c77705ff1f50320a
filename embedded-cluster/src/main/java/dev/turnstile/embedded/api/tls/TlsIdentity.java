package dev.turnstile.embedded.api.tls;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;

/**
 * The certificates of this JVM's clusters: an authority that lives as long as the JVM, and one certificate for the
 * loopback addresses that all clusters share. kubectl sends tokens over HTTPS only.
 */
public final class TlsIdentity {
    private static final class Lazy {
        static final TlsIdentity INSTANCE = create();
    }

    private final String authority;
    private final SSLContext context;

    private TlsIdentity(String authority, SSLContext context) {
        this.authority = authority;
        this.context = context;
    }

    public static TlsIdentity shared() {
        return Lazy.INSTANCE;
    }

    /** The authority's certificate in PEM. */
    public String authority() {
        return authority;
    }

    public SSLContext context() {
        return context;
    }

    private static TlsIdentity create() {
        try {
            KeyPair authorityKeys = keys();
            CertificateMaker maker = new CertificateMaker("turnstile-embedded-ca", authorityKeys);
            X509Certificate authority = maker.authority();
            KeyPair serverKeys = keys();
            X509Certificate server = maker.server(
                    "kube-apiserver",
                    serverKeys.getPublic(),
                    List.of("localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"),
                    List.of("127.0.0.1", "::1"));
            return new TlsIdentity(pem(authority), context(serverKeys.getPrivate(), server, authority));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "this JVM cannot make an EC certificate for localhost: " + e.getMessage(), e);
        }
    }

    static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static SSLContext context(PrivateKey key, X509Certificate... chain) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {new SingleKeyManager(key, chain)}, null, null);
        return context;
    }

    static String pem(X509Certificate certificate) throws GeneralSecurityException {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }
}
