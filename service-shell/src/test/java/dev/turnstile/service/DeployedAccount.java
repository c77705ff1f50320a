package dev.turnstile.service;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.testing.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * As whom the services come to a cluster: the accounts of {@code deploy/manifests}. Tests run the services as these, so
 * that a right that is missing there fails the story that needs it.
 */
public enum DeployedAccount {
    WORKER_SERVICE("worker.yaml", "turnstile-worker-service"),
    MANAGER_SERVICE("manager.yaml", "turnstile-manager-service"),
    /** As whom a manager comes to its workers. */
    REMOTE_MANAGER("remote-manager.yaml", "turnstile-remote-manager");

    private static final String NAMESPACE = "kueue-system";
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
    private static final Set<String> RIGHTS =
            Set.of("Namespace", "ServiceAccount", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding");

    private final String manifest;
    private final String account;

    DeployedAccount(String manifest, String account) {
        this.manifest = manifest;
        this.account = account;
    }

    /**
     * Gives a cluster the account with its rights, where it has not got it yet; how the account reaches the cluster.
     */
    public String kubeconfig(String administrators) {
        Kubeconfig admin = Kubeconfig.parse(administrators);
        try (HttpApi api = new HttpApi(admin)) {
            deploy(api);
            String token = api.post(
                            "/api/v1/namespaces/%s/serviceaccounts/%s/token".formatted(NAMESPACE, account),
                            Json.parse("{\"apiVersion\": \"authentication.k8s.io/v1\", \"kind\": \"TokenRequest\","
                                    + " \"spec\": {}}"))
                    .at("/status/token")
                    .asString();
            String authority = Objects.requireNonNullElse(admin.certificateAuthority(), "");
            awaitRights(Kubeconfig.withToken(admin.server(), authority, token));
            return """
                apiVersion: v1
                kind: Config
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "%s", certificate-authority-data: %s}}]
                users: [{name: u, user: {token: "%s"}}]
                """.formatted(
                            admin.server(),
                            Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.UTF_8)),
                            token);
        }
    }

    private void deploy(HttpApi api) {
        try (MappingIterator<JsonNode> documents = YAMLMapper.builder()
                .build()
                .readerFor(JsonNode.class)
                .readValues(Files.readString(Path.of("..", "deploy", "manifests", manifest)))) {
            while (documents.hasNext()) {
                if (documents.next() instanceof ObjectNode object
                        && RIGHTS.contains(object.path("kind").asString(""))) {
                    create(api, object);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the manifest " + manifest + " cannot be read", e);
        }
    }

    private static void create(HttpApi api, ObjectNode object) {
        String version = object.path("apiVersion").asString("");
        String namespace = object.at("/metadata/namespace").asString("");
        HttpApi.Answer answer = api.send(
                "POST",
                (version.equals("v1") ? "/api/v1" : "/apis/" + version)
                        + (namespace.isEmpty() ? "" : "/namespaces/" + namespace)
                        + "/"
                        + object.path("kind").asString("").toLowerCase(Locale.ROOT)
                        + "s",
                JSON,
                object.toString());
        // The manifest of a manager cluster has the worker's account, too.
        if (answer.code() != 201 && answer.code() != 409) {
            throw new IllegalStateException("the cluster answered " + answer.code() + " to " + object);
        }
    }

    /** The API server hears of new bindings a moment later: of that for the cluster, and of that for our namespace. */
    private void awaitRights(Kubeconfig service) {
        awaitAnswer(service, "/apis/kueue.x-k8s.io/v1beta2/workloads?limit=1");
        if (this != REMOTE_MANAGER) {
            awaitAnswer(service, "/api/v1/namespaces/" + NAMESPACE + "/configmaps?limit=1");
        }
    }

    private void awaitAnswer(Kubeconfig service, String path) {
        try (HttpApi api = new HttpApi(service)) {
            Waiting.until(
                    account + " may read " + path,
                    () -> api.send("GET", path, Map.of(), null).code() == 200);
        }
    }
}
