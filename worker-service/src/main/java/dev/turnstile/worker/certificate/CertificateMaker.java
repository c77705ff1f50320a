package dev.turnstile.worker.certificate;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.SortedSet;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;

/** Makes authorities and what they sign: EC keys on P-256. */
public final class CertificateMaker {
    static final Duration AUTHORITY_LIFE = Duration.ofDays(5 * 365);
    static final Duration SERVING_LIFE = Duration.ofDays(365);
    /** Clocks of API servers may be slow. */
    static final Duration BEFORE = Duration.ofHours(1);

    private static final int SERIAL_BITS = 120;

    private final SecureRandom random;

    public CertificateMaker(SecureRandom random) {
        this.random = random;
    }

    /** An authority and a certificate from it. */
    public Certificates create(SortedSet<String> names, Instant now) {
        KeyPair keys = keys();
        X509Certificate authority = authority(keys, now);
        return new Certificates(
                List.of(authority), keys.getPrivate(), serving(names, authority, keys.getPrivate(), now));
    }

    /** A new authority before those that are still valid; what the server shows stays as it is. */
    Certificates withNewAuthority(Certificates old, Instant now) {
        KeyPair keys = keys();
        List<X509Certificate> authorities = new ArrayList<>();
        authorities.add(authority(keys, now));
        old.authorities().stream()
                .filter(authority -> authority.getNotAfter().toInstant().isAfter(now))
                .forEach(authorities::add);
        return new Certificates(authorities, keys.getPrivate(), old.serving());
    }

    /** A new certificate for the server. */
    Certificates reissued(Certificates old, SortedSet<String> names, Instant now) {
        return new Certificates(
                old.authorities(), old.authorityKey(), serving(names, old.authority(), old.authorityKey(), now));
    }

    private X509Certificate authority(KeyPair keys, Instant now) {
        // The serial distinguishes one authority from the next, also where signers are found by name.
        X500Name name = new X500Name("CN=turnstile-webhook-ca-" + Long.toHexString(now.getEpochSecond()));
        try {
            JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
            X509v3CertificateBuilder builder = builder(name, name, keys, now, AUTHORITY_LIFE)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
                    .addExtension(
                            Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.digitalSignature))
                    .addExtension(
                            Extension.subjectKeyIdentifier,
                            false,
                            extensions.createSubjectKeyIdentifier(keys.getPublic()));
            return sign(builder, keys.getPrivate());
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException("this JVM cannot make an EC certificate", e);
        }
    }

    private Identity serving(SortedSet<String> names, X509Certificate authority, PrivateKey authorityKey, Instant now) {
        KeyPair keys = keys();
        try {
            JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
            X500Name issuer = new X500Name(authority.getSubjectX500Principal().getName());
            X509v3CertificateBuilder builder = builder(
                            issuer, new X500Name("CN=turnstile-webhook"), keys, now, SERVING_LIFE)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                    .addExtension(
                            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
                    .addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            extensions.createAuthorityKeyIdentifier(authority.getPublicKey()))
                    .addExtension(Extension.subjectAlternativeName, false, alternatives(names));
            X509Certificate certificate = sign(builder, authorityKey);
            return new Identity(List.of(certificate, authority), keys.getPrivate());
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException("this JVM cannot make an EC certificate for " + names, e);
        }
    }

    private static GeneralNames alternatives(SortedSet<String> names) {
        return new GeneralNames(names.stream()
                .map(name ->
                        new GeneralName(IPAddress.isValid(name) ? GeneralName.iPAddress : GeneralName.dNSName, name))
                .toArray(GeneralName[]::new));
    }

    private KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM cannot make EC keys", e);
        }
    }

    private X509v3CertificateBuilder builder(
            X500Name issuer, X500Name subject, KeyPair keys, Instant now, Duration life) {
        return new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(SERIAL_BITS, random).add(BigInteger.ONE),
                Date.from(now.minus(BEFORE)),
                Date.from(now.plus(life)),
                subject,
                keys.getPublic());
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
            throws OperatorCreationException, GeneralSecurityException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
    }
}
