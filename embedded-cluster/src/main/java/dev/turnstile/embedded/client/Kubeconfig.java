package dev.turnstile.embedded.client;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Address and credentials of a cluster: the current context of a kubeconfig.
 *
 * @param certificateAuthority PEM; null where the server is plain HTTP or known to the machine
 * @param token bearer token
 * @param clientCertificate PEM, with {@code clientKey}
 */
public record Kubeconfig(
        URI server,
        @Nullable String certificateAuthority,
        @Nullable String token,
        @Nullable String clientCertificate,
        @Nullable String clientKey) {

    /** Reads the current context. Credentials outside of the file (paths, exec plug-ins) are refused. */
    public static Kubeconfig parse(String yaml) {
        var config = YAMLMapper.builder().build().readTree(yaml);
        var context = named(config, "contexts", config.path("current-context").asString(""))
                .path("context");
        var cluster =
                named(config, "clusters", context.path("cluster").asString("")).path("cluster");
        var user = named(config, "users", context.path("user").asString("")).path("user");
        if (user.has("exec") || user.has("auth-provider") || user.has("client-certificate")) {
            throw new IllegalArgumentException(
                    "kubeconfig user " + context.path("user").asString("")
                            + " needs files or programs; write its token or certificate into the kubeconfig itself");
        }
        return new Kubeconfig(
                URI.create(cluster.path("server").asString("")),
                decoded(cluster, "certificate-authority-data"),
                user.has("token") ? user.path("token").asString("") : null,
                decoded(user, "client-certificate-data"),
                decoded(user, "client-key-data"));
    }

    public static Kubeconfig withToken(URI server, String certificateAuthority, String token) {
        return new Kubeconfig(server, certificateAuthority, token, null, null);
    }

    private static JsonNode named(JsonNode config, String list, String name) {
        for (var entry : config.path(list)) {
            if (entry.path("name").asString("").equals(name)) {
                return entry;
            }
        }
        throw new IllegalArgumentException("kubeconfig has no " + name + " among its " + list);
    }

    private static @Nullable String decoded(JsonNode node, String property) {
        var text = node.path(property).asString("");
        return text.isEmpty() ? null : new String(Base64.getMimeDecoder().decode(text), StandardCharsets.UTF_8);
    }
}
