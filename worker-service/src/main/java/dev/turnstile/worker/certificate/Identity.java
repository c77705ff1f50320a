package dev.turnstile.worker.certificate;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** What a server shows: its certificate, then those that vouch for it, and the key. Never printed. */
public record Identity(List<X509Certificate> chain, PrivateKey key) {

    /** The same as a key store in memory. */
    public KeyStore keyStore(String password) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", key, password.toCharArray(), chain.toArray(X509Certificate[]::new));
            return store;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the webhook server's key and certificate do not fit together", e);
        }
    }

    @Override
    public String toString() {
        return "identity " + chain.getFirst().getSubjectX500Principal() + " until "
                + chain.getFirst().getNotAfter().toInstant();
    }
}
