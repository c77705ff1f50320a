package dev.turnstile.service.extension;

import dev.turnstile.model.meta.KubernetesJson;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Whom a cluster trusts to name users: ConfigMap {@code kube-system/extension-apiserver-authentication}, which its API
 * server writes.
 *
 * @param proxyAuthorities which sign certificates of front proxies
 * @param proxyNames common names of front proxies; empty for any
 * @param headers where front proxies write users
 * @param clientAuthorities which sign certificates of users
 */
record ClusterTrust(
        List<X509Certificate> proxyAuthorities,
        Set<String> proxyNames,
        Headers headers,
        List<X509Certificate> clientAuthorities) {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterTrust.class);

    /** Before the ConfigMap was read: certificates prove nothing. */
    static final ClusterTrust NONE =
            new ClusterTrust(List.of(), Set.of(), new Headers(List.of(), List.of(), List.of(), List.of()), List.of());

    /**
     * Names of headers.
     *
     * @param extraPrefixes of those whose names hold a key
     */
    record Headers(List<String> user, List<String> uid, List<String> group, List<String> extraPrefixes) {}

    /** From the ConfigMap's {@code data}; an entry that cannot be read trusts nobody. */
    static ClusterTrust of(JsonNode data) {
        return new ClusterTrust(
                certificates(data, "requestheader-client-ca-file"),
                Set.copyOf(names(data, "requestheader-allowed-names")),
                new Headers(
                        names(data, "requestheader-username-headers"),
                        names(data, "requestheader-uid-headers"),
                        names(data, "requestheader-group-headers"),
                        names(data, "requestheader-extra-headers-prefix")),
                certificates(data, "client-ca-file"));
    }

    private static List<X509Certificate> certificates(JsonNode data, String entry) {
        String text = data.path(entry).asString("");
        if (text.isBlank()) {
            return List.of();
        }
        try {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (CertificateException e) {
            LOG.warn("entry {} of the cluster's authentication holds no certificates: {}", entry, e.getMessage());
            return List.of();
        }
    }

    private static List<String> names(JsonNode data, String entry) {
        String text = data.path(entry).asString("");
        if (text.isBlank()) {
            return List.of();
        }
        try {
            return KubernetesJson.mapper()
                    .readTree(text)
                    .valueStream()
                    .map(JsonNode::asString)
                    .toList();
        } catch (JacksonException e) {
            LOG.warn("entry {} of the cluster's authentication is no list of names", entry);
            return List.of();
        }
    }
}
