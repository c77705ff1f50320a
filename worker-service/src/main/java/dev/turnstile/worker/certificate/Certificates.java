package dev.turnstile.worker.certificate;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SignatureException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * What the Secret holds, under the names that Kueue uses.
 *
 * @param authorities to be trusted, newest first; the newest signs
 * @param authorityKey of the newest
 * @param serving what the server shows
 */
public record Certificates(List<X509Certificate> authorities, PrivateKey authorityKey, Identity serving) {
    private static final String AUTHORITIES = "ca.crt";
    private static final String AUTHORITY_KEY = "ca.key";
    private static final String CHAIN = "tls.crt";
    private static final String KEY = "tls.key";

    /** Reads a Secret's {@code data}; a message of the exception says what is missing, and quotes no value. */
    public static Certificates ofSecret(JsonNode data) throws CertificateException {
        return new Certificates(
                Pem.certificates(entry(data, AUTHORITIES)), Pem.key(entry(data, AUTHORITY_KEY)), servingOf(data));
    }

    /** Reads only what the server shows, as cert-manager stores it. */
    public static Identity servingOf(JsonNode data) throws CertificateException {
        return new Identity(Pem.certificates(entry(data, CHAIN)), Pem.key(entry(data, KEY)));
    }

    private static String entry(JsonNode data, String name) throws CertificateException {
        String encoded = data.path(name).asString("");
        if (encoded.isEmpty()) {
            throw new CertificateException(name + " is missing");
        }
        try {
            return new String(Base64.getMimeDecoder().decode(encoded), StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException e) {
            throw new CertificateException(name + " is not Base64");
        }
    }

    /** The Secret's {@code data}. */
    public Map<String, String> toSecret() {
        Map<String, String> data = new TreeMap<>();
        data.put(AUTHORITIES, encoded(Pem.text(authorities)));
        data.put(AUTHORITY_KEY, encoded(Pem.text(authorityKey)));
        data.put(CHAIN, encoded(Pem.text(serving.chain())));
        data.put(KEY, encoded(Pem.text(serving.key())));
        return data;
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** The one that signs. */
    public X509Certificate authority() {
        return authorities.getFirst();
    }

    X509Certificate server() {
        return serving.chain().getFirst();
    }

    /** Whether the newest authority has signed what the server shows. */
    boolean signedByNewest() {
        try {
            PublicKey key = authority().getPublicKey();
            server().verify(key);
            return true;
        } catch (InvalidKeyException | SignatureException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM cannot check an EC signature", e);
        }
    }

    /** The names and addresses that the server's certificate is for. */
    SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        try {
            Collection<List<?>> alternatives = server().getSubjectAlternativeNames();
            if (alternatives != null) {
                alternatives.forEach(name -> names.add(String.valueOf(name.get(1))));
            }
        } catch (CertificateParsingException e) {
            // Names that cannot be read are none: it is replaced.
            names.clear();
        }
        return names;
    }

    @Override
    public String toString() {
        return "certificates of " + names() + " until " + server().getNotAfter().toInstant();
    }
}
