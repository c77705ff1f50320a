package dev.turnstile.embedded.client;

import java.io.IOException;
import java.io.StringReader;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.jspecify.annotations.Nullable;

/**
 * Reads client certificates. Apart from {@link TlsTrust}, because the library that reads keys is a signed archive,
 * whose verification would delay connections without a client certificate.
 */
final class ClientKeys {
    private static final char[] NO_PASSWORD = new char[0];

    private ClientKeys() {}

    static KeyManager @Nullable [] of(Kubeconfig config) throws GeneralSecurityException, IOException {
        if (config.clientCertificate() == null || config.clientKey() == null) {
            return null;
        }
        var store = TlsTrust.emptyStore();
        store.setKeyEntry(
                "client", key(config.clientKey()), NO_PASSWORD, TlsTrust.certificates(config.clientCertificate()));
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
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
}
