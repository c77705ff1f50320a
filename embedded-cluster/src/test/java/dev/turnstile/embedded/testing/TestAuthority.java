package dev.turnstile.embedded.testing;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** An authority that signs certificates of clients, for tests of who is trusted. */
public final class TestAuthority {
    private final KeyPair keys = keys();
    private final X500Name name;
    private final X509Certificate certificate;

    /** A client's certificate and key in PEM. */
    public record Client(String certificate, String key) {}

    public TestAuthority(String commonName) {
        name = new X500Name("CN=" + commonName);
        certificate = sign(name, keys, new BasicConstraints(0), null);
    }

    /** Its own certificate. */
    public String pem() {
        return pem(certificate);
    }

    /** A certificate for a subject such as {@code CN=somebody,O=a group}. */
    public Client client(String subject) {
        KeyPair own = keys();
        X509Certificate signed =
                sign(new X500Name(subject), own, new BasicConstraints(false), KeyPurposeId.id_kp_clientAuth);
        return new Client(pem(signed), privateKey(own.getPrivate()));
    }

    private X509Certificate sign(
            X500Name subject, KeyPair subjectKeys, BasicConstraints constraints, @Nullable KeyPurposeId purpose) {
        try {
            Instant now = Instant.now();
            var builder = new JcaX509v3CertificateBuilder(
                            name,
                            new BigInteger(64, new SecureRandom()),
                            Date.from(now.minus(Duration.ofHours(1))),
                            Date.from(now.plus(Duration.ofDays(1))),
                            subject,
                            subjectKeys.getPublic())
                    .addExtension(Extension.basicConstraints, true, constraints);
            if (purpose != null) {
                builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String privateKey(PrivateKey key) {
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }

    private static String pem(X509Certificate what) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(what);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return text.toString();
    }
}
