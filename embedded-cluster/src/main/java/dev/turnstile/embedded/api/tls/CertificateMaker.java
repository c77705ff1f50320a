package dev.turnstile.embedded.api.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes X.509 certificates for EC keys: of an authority, and of servers and clients that it signs for. Java can only
 * read them; the usual library for writing them is a signed archive, whose verification would take a fifth of the first
 * start of a cluster.
 */
final class CertificateMaker {
    private static final String SIGNATURE = "SHA256withECDSA";
    private static final byte[] SIGNATURE_ALGORITHM = Der.sequence(Der.identifier("1.2.840.10045.4.3.2"));
    private static final String SUBJECT_KEY = "2.5.29.14";
    private static final String KEY_USAGE = "2.5.29.15";
    private static final String ALTERNATIVE_NAMES = "2.5.29.17";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String AUTHORITY_KEY = "2.5.29.35";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
    private static final String SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";

    private final KeyPair keys;
    private final byte[] name;

    CertificateMaker(String name, KeyPair keys) {
        this.keys = keys;
        this.name = name(name);
    }

    /** The certificate of the authority itself; it may sign servers, not further authorities. */
    X509Certificate authority() throws GeneralSecurityException {
        return sign(
                name,
                keys.getPublic(),
                extension(BASIC_CONSTRAINTS, true, Der.sequence(Der.yes(), Der.integer(BigInteger.ZERO))),
                extension(KEY_USAGE, true, Der.bits(2, (byte) 0b1000_0100)),
                extension(SUBJECT_KEY, false, Der.octets(digest(keys.getPublic()))));
    }

    X509Certificate server(String serverName, PublicKey key, List<String> hosts, List<String> addresses)
            throws GeneralSecurityException {
        List<byte[]> names = new ArrayList<>();
        hosts.forEach(host -> names.add(Der.tagged(0x82, host.getBytes(StandardCharsets.US_ASCII))));
        for (String address : addresses) {
            names.add(Der.tagged(0x87, bytes(address)));
        }
        return sign(
                name(serverName),
                key,
                extension(BASIC_CONSTRAINTS, true, Der.sequence()),
                extension(KEY_USAGE, true, Der.bits(7, (byte) 0b1000_0000)),
                extension(EXTENDED_KEY_USAGE, false, Der.sequence(Der.identifier(SERVER_AUTHENTICATION))),
                extension(AUTHORITY_KEY, false, Der.sequence(Der.tagged(0x80, digest(keys.getPublic())))),
                extension(ALTERNATIVE_NAMES, false, Der.sequence(names.toArray(byte[][]::new))));
    }

    X509Certificate client(String clientName, PublicKey key) throws GeneralSecurityException {
        return sign(
                name(clientName),
                key,
                extension(BASIC_CONSTRAINTS, true, Der.sequence()),
                extension(KEY_USAGE, true, Der.bits(7, (byte) 0b1000_0000)),
                extension(EXTENDED_KEY_USAGE, false, Der.sequence(Der.identifier(CLIENT_AUTHENTICATION))),
                extension(AUTHORITY_KEY, false, Der.sequence(Der.tagged(0x80, digest(keys.getPublic())))));
    }

    private X509Certificate sign(byte[] subject, PublicKey key, byte[]... extensions) throws GeneralSecurityException {
        Instant now = Instant.now();
        byte[] content = Der.sequence(
                Der.tagged(0xa0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(96, new SecureRandom()).add(BigInteger.ONE)),
                SIGNATURE_ALGORITHM,
                name,
                Der.sequence(Der.time(now.minus(1, ChronoUnit.HOURS)), Der.time(now.plus(3650, ChronoUnit.DAYS))),
                subject,
                key.getEncoded(),
                Der.tagged(0xa3, Der.sequence(extensions)));
        Signature signer = Signature.getInstance(SIGNATURE);
        signer.initSign(keys.getPrivate());
        signer.update(content);
        byte[] whole = Der.sequence(content, SIGNATURE_ALGORITHM, Der.bits(0, signer.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    private static byte[] name(String commonName) {
        return Der.sequence(Der.set(Der.sequence(Der.identifier("2.5.4.3"), Der.text(commonName))));
    }

    private static byte[] extension(String identifier, boolean critical, byte[] value) {
        byte[] wrapped = Der.octets(value);
        return critical
                ? Der.sequence(Der.identifier(identifier), Der.yes(), wrapped)
                : Der.sequence(Der.identifier(identifier), wrapped);
    }

    /** An identifier of the key. */
    private static byte[] digest(PublicKey key) throws GeneralSecurityException {
        return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(key.getEncoded()), 20);
    }

    private static byte[] bytes(String address) {
        try {
            return InetAddress.getByName(address).getAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(address + " is no IP address", e);
        }
    }
}
