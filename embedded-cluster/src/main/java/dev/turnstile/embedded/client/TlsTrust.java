package dev.turnstile.embedded.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Makes the TLS settings of connections from certificates and keys in PEM. */
public final class TlsTrust {

    private TlsTrust() {}

    static SSLContext context(Kubeconfig config) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(ClientKeys.of(config), trusted(config.certificateAuthority()), null);
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

    /** Trusts the authorities of a PEM bundle, whatever the name of a server. */
    public static X509TrustManager authorities(String bundle) throws GeneralSecurityException, IOException {
        var managers = trusted(bundle);
        if (managers != null && managers.length > 0 && managers[0] instanceof X509TrustManager found) {
            return found;
        }
        throw new GeneralSecurityException("this JVM trusts no certificates of servers");
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

    static Certificate[] certificates(String pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.ISO_8859_1)))
                .toArray(Certificate[]::new);
    }

    static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }
}
