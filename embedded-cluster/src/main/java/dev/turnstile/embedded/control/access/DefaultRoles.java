package dev.turnstile.embedded.control.access;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code cluster-admin}, {@code admin}, {@code edit} and {@code view}, with what Kubernetes 1.36 puts into them. */
public final class DefaultRoles {
    static final GroupVersionResource CLUSTER_ROLES =
            new GroupVersionResource("rbac.authorization.k8s.io", "v1", "clusterroles");

    private DefaultRoles() {}

    /** Creates those that are not there; the aggregated ones with the rules that the others give them. */
    public static void create(ClusterClient cluster) {
        ClusterClient client = cluster.as("system:apiserver", "kube-apiserver");
        List<ObjectNode> roles = read();
        for (ObjectNode role : roles) {
            AggregatedRules.of(role, roles).ifPresent(rules -> role.set("rules", rules));
            try {
                client.create(CLUSTER_ROLES, role);
            } catch (ApiException e) {
                if (e.code() != 409) {
                    throw e;
                }
            }
        }
    }

    private static List<ObjectNode> read() {
        try (InputStream text =
                Objects.requireNonNull(DefaultRoles.class.getResourceAsStream("default-roles.json"), "default roles")) {
            List<ObjectNode> roles = new ArrayList<>();
            for (JsonNode role : Json.read(new String(text.readAllBytes(), StandardCharsets.UTF_8))) {
                roles.add((ObjectNode) role);
            }
            return roles;
        } catch (IOException e) {
            throw new UncheckedIOException("the default roles cannot be read", e);
        }
    }
}
