package dev.turnstile.worker.certificate;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;

/** Certificates and keys as text. */
public final class Pem {
    private Pem() {}

    /** Every certificate in the text. */
    public static List<X509Certificate> certificates(String text) throws CertificateException {
        List<X509Certificate> certificates = new ArrayList<>();
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        for (var certificate :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes))) {
            if (certificate instanceof X509Certificate x509) {
                certificates.add(x509);
            }
        }
        if (certificates.isEmpty()) {
            throw new CertificateException("no certificate in the text");
        }
        return certificates;
    }

    /** The first key in the text, of whatever kind; its parameters may stand before it. */
    public static PrivateKey key(String text) throws CertificateException {
        JcaPEMKeyConverter converter = new JcaPEMKeyConverter();
        try (PEMParser parser = new PEMParser(new StringReader(text))) {
            for (Object read = parser.readObject(); read != null; read = parser.readObject()) {
                if (read instanceof PEMKeyPair pair) {
                    return converter.getPrivateKey(pair.getPrivateKeyInfo());
                }
                if (read instanceof PrivateKeyInfo info) {
                    return converter.getPrivateKey(info);
                }
            }
        } catch (IOException e) {
            // Its message may quote what it read.
            throw new CertificateException(
                    "the private key cannot be read: " + e.getClass().getSimpleName());
        }
        throw new CertificateException("no unencrypted private key in the text");
    }

    /** One after the other. */
    public static String text(List<X509Certificate> certificates) {
        return write(certificates.toArray());
    }

    /** In PKCS 8, unencrypted: for a Secret. */
    static String text(PrivateKey key) {
        try {
            return write(new JcaPKCS8Generator(key, null));
        } catch (IOException e) {
            throw new UncheckedIOException("a key of " + key.getAlgorithm() + " has no text", e);
        }
    }

    private static String write(Object... objects) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            for (Object object : objects) {
                writer.writeObject(object);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a certificate has no text", e);
        }
        return text.toString();
    }
}
