package dev.turnstile.service.extension;

import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertStore;
import java.security.cert.CertificateParsingException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.stream.Collectors;
import javax.naming.InvalidNameException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** What a client's certificate proves. That the client has its key was proved when the connection was opened. */
final class CertificateProof {
    private static final String CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";
    private static final String ANY_PURPOSE = "2.5.29.37.0";

    private CertificateProof() {}

    /**
     * Whether one of the authorities vouches for the first certificate of the chain, as one of a client, at that time.
     */
    static boolean holds(List<X509Certificate> chain, List<X509Certificate> authorities, Instant now) {
        if (chain.isEmpty() || authorities.isEmpty() || !ofAClient(chain.getFirst())) {
            return false;
        }
        try {
            X509CertSelector leaf = new X509CertSelector();
            leaf.setCertificate(chain.getFirst());
            PKIXBuilderParameters parameters = new PKIXBuilderParameters(
                    authorities.stream()
                            .map(authority -> new TrustAnchor(authority, null))
                            .collect(Collectors.toSet()),
                    leaf);
            parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(chain)));
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(now));
            CertPathBuilder.getInstance("PKIX").build(parameters);
            return true;
        } catch (CertPathBuilderException e) {
            // What the certificate claims is not proved.
            return false;
        } catch (InvalidAlgorithmParameterException e) {
            throw new IllegalStateException("these authorities cannot be used: " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java checks certificates by PKIX", e);
        }
    }

    private static boolean ofAClient(X509Certificate certificate) {
        try {
            List<String> purposes = certificate.getExtendedKeyUsage();
            return purposes == null || purposes.contains(CLIENT_AUTHENTICATION) || purposes.contains(ANY_PURPOSE);
        } catch (CertificateParsingException e) {
            // Purposes that cannot be read are none.
            return false;
        }
    }

    /** The values of one attribute of the subject, such as {@code CN}, outermost last. */
    static List<String> subject(X509Certificate certificate, String attribute) {
        List<String> found = new ArrayList<>();
        try {
            for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                Attribute values = part.toAttributes().get(attribute);
                if (values != null) {
                    for (NamingEnumeration<?> all = values.getAll(); all.hasMore(); ) {
                        found.add(String.valueOf(all.next()));
                    }
                }
            }
        } catch (InvalidNameException e) {
            throw new IllegalStateException("Java wrote a name that it cannot read", e);
        } catch (NamingException e) {
            throw new IllegalStateException("a name in memory cannot be read", e);
        }
        return found;
    }
}
