package dev.turnstile.embedded.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.jspecify.annotations.Nullable;

/** Makes the TLS settings of connections from certificates and keys in PEM. */
public final class TlsTrust {
    private static final char[] NO_PASSWORD = new char[0];

    private TlsTrust() {}

    static SSLContext context(Kubeconfig config) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(clientKeys(config), trusted(config.certificateAuthority()), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException(
                    "the certificates of the kubeconfig for " + config.server() + " cannot be used: " + e.getMessage(),
                    e);
        }
    }

    /** Trusts the authorities of a PEM bundle and presents no certificate. */
    public static SSLContext trusting(String bundle) throws GeneralSecurityException, IOException {
        var context = SSLContext.getInstance("TLS");
        context.init(null, trusted(bundle), null);
        return context;
    }

    private static TrustManager @Nullable [] trusted(@Nullable String pem)
            throws GeneralSecurityException, IOException {
        if (pem == null) {
            return null;
        }
        var store = emptyStore();
        var number = 0;
        for (var certificate : certificates(pem)) {
            store.setCertificateEntry("ca-" + number++, certificate);
        }
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager @Nullable [] clientKeys(Kubeconfig config) throws GeneralSecurityException, IOException {
        if (config.clientCertificate() == null || config.clientKey() == null) {
            return null;
        }
        var store = emptyStore();
        store.setKeyEntry("client", key(config.clientKey()), NO_PASSWORD, certificates(config.clientCertificate()));
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static Certificate[] certificates(String pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.ISO_8859_1)))
                .toArray(Certificate[]::new);
    }

    private static PrivateKey key(String pem) throws IOException {
        try (var parser = new PEMParser(new StringReader(pem))) {
            var converter = new JcaPEMKeyConverter();
            for (var part = parser.readObject(); part != null; part = parser.readObject()) {
                switch (part) {
                    case PrivateKeyInfo key -> {
                        return converter.getPrivateKey(key);
                    }
                    case PEMKeyPair pair -> {
                        return converter.getPrivateKey(pair.getPrivateKeyInfo());
                    }
                    default -> {}
                }
            }
        }
        throw new IOException("the client key holds no private key");
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, NO_PASSWORD);
        return store;
    }
}
