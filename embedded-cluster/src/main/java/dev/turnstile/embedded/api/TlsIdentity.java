package dev.turnstile.embedded.api;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
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

/**
 * The certificates of this JVM's clusters: an authority that lives as long as the JVM, and one certificate for the
 * loopback addresses that all clusters share. kubectl sends tokens over HTTPS only, so that there has to be one.
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

    SSLContext context() {
        return context;
    }

    private static TlsIdentity create() {
        try {
            KeyPair authorityKeys = keys();
            X500Name authorityName = new X500Name("CN=turnstile-embedded-ca");
            JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
            X509v3CertificateBuilder authorityBuilder = builder(authorityName, authorityName, authorityKeys)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
                    .addExtension(
                            Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.digitalSignature))
                    .addExtension(
                            Extension.subjectKeyIdentifier,
                            false,
                            extensions.createSubjectKeyIdentifier(authorityKeys.getPublic()));
            X509Certificate authority = sign(authorityBuilder, authorityKeys.getPrivate());

            KeyPair serverKeys = keys();
            GeneralName[] names = {
                new GeneralName(GeneralName.dNSName, "localhost"),
                new GeneralName(GeneralName.dNSName, "kubernetes"),
                new GeneralName(GeneralName.dNSName, "kubernetes.default"),
                new GeneralName(GeneralName.dNSName, "kubernetes.default.svc"),
                new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
                new GeneralName(GeneralName.iPAddress, "::1")
            };
            X509v3CertificateBuilder serverBuilder = builder(
                            authorityName, new X500Name("CN=kube-apiserver"), serverKeys)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
                    .addExtension(
                            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
                    .addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            extensions.createAuthorityKeyIdentifier(authorityKeys.getPublic()))
                    .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
            X509Certificate server = sign(serverBuilder, authorityKeys.getPrivate());
            return new TlsIdentity(pem(authority), context(serverKeys.getPrivate(), server, authority));
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException(
                    "this JVM can not make an EC certificate for localhost: " + e.getMessage(), e);
        }
    }

    private static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static X509v3CertificateBuilder builder(X500Name issuer, X500Name subject, KeyPair keys) {
        Instant now = Instant.now();
        return new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(96, new SecureRandom()),
                Date.from(now.minus(1, ChronoUnit.HOURS)),
                Date.from(now.plus(3650, ChronoUnit.DAYS)),
                subject,
                keys.getPublic());
    }

    private static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key)
            throws OperatorCreationException, GeneralSecurityException {
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
    }

    private static SSLContext context(PrivateKey key, X509Certificate... chain)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("server", key, new char[0], chain);
        KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
        factory.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context;
    }

    private static String pem(X509Certificate certificate) throws GeneralSecurityException {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }
}
