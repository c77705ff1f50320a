package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.HttpApi.Answer;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.testing.TestAuthority;
import dev.turnstile.embedded.testing.Waiting;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.worker.visibility.VisibilityServer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Pending workloads as front proxies, users and strangers see them on the server's own port. */
@ResourceLock("admission cluster") // Some stories start its worker again.
@TestInstance(Lifecycle.PER_CLASS)
class VisibilityIT {
    private static final String GROUP = "/apis/visibility.kueue.x-k8s.io/";
    private static final String TRUST = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
    private static final String VIEWER = """
        [{apiGroups: [visibility.kueue.x-k8s.io], resources: [localqueues/pendingworkloads], verbs: [get]}]\
        """;

    private final AdmissionCluster cluster = AdmissionCluster.shared();
    private final TestAuthority proxies = new TestAuthority("front-proxy-ca");
    private VisibilityServer server;
    private TestApiServices services;
    private HttpApi proxy;

    @BeforeAll
    void start() {
        trust();
        server = cluster.visibility();
        proxy = client(proxies.client("CN=front-proxy-client"), null);
        services = new TestApiServices(cluster, server.port().orElseThrow());
        Waiting.until(
                "the server to trust the proxy",
                () -> as("admin", "system:masters", "/apis").code() == 200);
    }

    @AfterAll
    void stop() {
        services.close();
        proxy.close();
        server.close();
    }

    /** The cluster trusts proxies of the test beside its own. */
    private void trust() {
        ObjectNode map = cluster.api().get(TRUST);
        String own = map.at("/data/requestheader-client-ca-file").asString();
        ObjectNode patch = KubernetesJson.mapper().createObjectNode();
        patch.putObject("data").put("requestheader-client-ca-file", own + "\n" + proxies.pem());
        cluster.api().patch(TRUST, PatchType.MERGE, patch);
    }

    private HttpApi client(TestAuthority.@Nullable Client shown, @Nullable String token) {
        String bundle = cluster.webhookConfiguration("mutating")
                .at("/webhooks/0/clientConfig/caBundle")
                .asString();
        String authority = new String(Base64.getMimeDecoder().decode(bundle), StandardCharsets.UTF_8);
        return new HttpApi(new Kubeconfig(
                URI.create("https://127.0.0.1:" + server.port().orElseThrow()),
                authority,
                token,
                shown == null ? null : shown.certificate(),
                shown == null ? null : shown.key()));
    }

    private Answer as(String user, String group, String path) {
        return as(user, group, path, Map.of());
    }

    private Answer as(String user, String group, String path, Map<String, String> more) {
        Map<String, String> headers = new LinkedHashMap<>(Map.of("X-Remote-User", user));
        if (!group.isEmpty()) {
            headers.put("X-Remote-Group", group);
        }
        headers.putAll(more);
        return proxy.send("GET", path, headers, null);
    }

    private ObjectNode admin(String path) {
        Answer answer = as("admin", "system:masters", path);
        assertThat(answer.code()).as(answer.body()).isEqualTo(200);
        return answer.json();
    }

    private static String local(String version, String namespace, String queue) {
        return GROUP + version + "/namespaces/" + namespace + "/localqueues/" + queue + "/pendingworkloads";
    }

    private static String whole(String version, String queue) {
        return GROUP + version + "/clusterqueues/" + queue + "/pendingworkloads";
    }

    /** A Workload that waits: the ClusterQueue has nothing to give. */
    private void waits(String team, String name, String queue, int priority) {
        cluster.post(
                AdmissionCluster.WORKLOADS.formatted(team),
                AdmissionCluster.kueue("Workload", name, team, """
                    {queueName: %s, priority: %d, podSets: [{name: main, count: 1, template: {spec: {restartPolicy:
                    Never, containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}}}]}\
                    """.formatted(queue, priority)));
    }

    private String queueOfThree(String purpose) {
        String team = cluster.team(purpose, 0);
        cluster.post(
                "/apis/kueue.x-k8s.io/v1beta2/namespaces/" + team + "/localqueues",
                AdmissionCluster.kueue("LocalQueue", "other", team, "{clusterQueue: " + team + "}"));
        waits(team, "second", "main", 2);
        waits(team, "third", "other", 1);
        waits(team, "first", "other", 3);
        Waiting.until("three to wait", () -> waiting(whole("v1beta2", team)) == 3);
        return team;
    }

    /** How many are shown; none where the queue was not read yet. */
    private int waiting(String path) {
        Answer answer = as("admin", "system:masters", path);
        return answer.code() == 200 ? answer.json().path("items").size() : 0;
    }

    private static List<String> shown(JsonNode summary) {
        return summary.path("items")
                .valueStream()
                .map(item -> item.at("/metadata/name").asString() + " "
                        + item.path("positionInClusterQueue").asInt(-1)
                        + "/" + item.path("positionInLocalQueue").asInt(-1))
                .toList();
    }

    @Test
    void positionsAreServedInBothVersionsAsKueueHasThem() {
        String team = queueOfThree("positions");

        for (String version : List.of("v1beta1", "v1beta2")) {
            ObjectNode all = admin(whole(version, team));
            assertThat(all.path("kind").asString()).isEqualTo("PendingWorkloadsSummary");
            assertThat(all.path("apiVersion").asString()).isEqualTo("visibility.kueue.x-k8s.io/" + version);
            assertThat(shown(all)).containsExactly("first 0/0", "second 1/0", "third 2/1");
            JsonNode first = all.path("items").get(0);
            assertThat(first.path("priority").asInt(0)).isEqualTo(3);
            assertThat(first.path("localQueueName").asString()).isEqualTo("other");
            assertThat(first.at("/metadata/namespace").asString()).isEqualTo(team);
            assertThat(first.at("/metadata/creationTimestamp").asString()).endsWith("Z");
            assertThat(shown(admin(local(version, team, "other")))).containsExactly("first 0/0", "third 2/1");
            assertThat(shown(admin(whole(version, team) + "?offset=1&limit=1"))).containsExactly("second 1/0");
            assertThat(shown(admin(local(version, team, "other") + "?offset=1")))
                    .containsExactly("third 2/1");
        }
        assertThat(as("admin", "system:masters", whole("v1beta2", team) + "?limit=x")
                        .code())
                .isEqualTo(400);
    }

    @Test
    void theApiServerForwardsRequestsWithTheirUsers() {
        String team = queueOfThree("aggregated");

        assertThat(shown(cluster.api().get(whole("v1beta2", team))))
                .containsExactly("first 0/0", "second 1/0", "third 2/1");
        assertThat(cluster.api()
                        .get("/apis")
                        .path("groups")
                        .valueStream()
                        .map(group -> group.path("name").asString()))
                .contains("visibility.kueue.x-k8s.io");
        assertThat(cluster.api().get("/apis/visibility.kueue.x-k8s.io/v1beta2").path("resources"))
                .isNotEmpty();
        try (HttpApi tenant = cluster.tenant(team, "viewer", VIEWER)) {
            assertThat(shown(tenant.get(local("v1beta2", team, "main") + "?limit=1")))
                    .containsExactly("second 1/0");
            assertThat(tenant.send("GET", whole("v1beta2", team), Map.of(), null)
                            .code())
                    .isEqualTo(403);
            assertThat(tenant.send(
                                    "GET",
                                    whole("v1beta2", team),
                                    Map.of("X-Remote-User", "admin", "X-Remote-Group", "system:masters"),
                                    null)
                            .code())
                    .as("with headers of its own")
                    .isEqualTo(403);
        }
        assertThat(cluster.api()
                        .send("GET", whole("v1beta2", "none"), Map.of(), null)
                        .body())
                .contains("clusterqueue.visibility.kueue.x-k8s.io \\\"none\\\" not found");
    }

    /** With the roles that are deployed, which the cluster's own role {@code view} takes up. */
    @Test
    void whoMayViewANamespaceSeesItsQueues() {
        String team = queueOfThree("views");
        String neighbour = cluster.team("unseen", 0);
        try (HttpApi tenant = cluster.tenant(team, "viewer", "[]")) {
            cluster.post(
                    "/apis/rbac.authorization.k8s.io/v1/namespaces/" + team + "/rolebindings", """
                        {apiVersion: rbac.authorization.k8s.io/v1, kind: RoleBinding, metadata: {name: view}, roleRef: {apiGroup:
                        rbac.authorization.k8s.io, kind: ClusterRole, name: view}, subjects: [{kind: ServiceAccount, name:
                        viewer, namespace: %s}]}\
                        """.formatted(team));
            // A refusal is remembered for ten seconds; the role may take a moment to hold.
            Waiting.until(
                    "the role to hold",
                    () -> tenant.send("GET", local("v1beta2", team, "main"), Map.of(), null)
                                    .code()
                            == 200);
            assertThat(shown(tenant.get(local("v1beta2", team, "other")))).containsExactly("first 0/0", "third 2/1");
            assertThat(tenant.send("GET", local("v1beta2", neighbour, "main"), Map.of(), null)
                            .code())
                    .isEqualTo(403);
            assertThat(tenant.send("GET", whole("v1beta2", team), Map.of(), null)
                            .code())
                    .as("the whole ClusterQueue, with other namespaces in it")
                    .isEqualTo(403);
        }
    }

    @Test
    void theOwnerOfAWorkloadIsShown() {
        String team = cluster.team("owners", 0);
        cluster.api().post(AdmissionCluster.JOBS.formatted(team), AdmissionCluster.job("one", "", ""));
        Waiting.until("the Workload to wait", () -> waiting(local("v1beta2", team, "main")) == 1);

        JsonNode owner = admin(local("v1beta2", team, "main")).at("/items/0/metadata/ownerReferences/0");
        assertThat(owner.path("kind").asString()).isEqualTo("Job");
        assertThat(owner.path("name").asString()).isEqualTo("one");
        assertThat(owner.path("uid").asString()).isNotEmpty();
    }

    @Test
    void aTableIsForKubectl() {
        String team = queueOfThree("tables");

        Answer answer = as(
                "admin",
                "system:masters",
                whole("v1beta2", team),
                Map.of("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"));

        assertThat(answer.json().path("kind").asString()).isEqualTo("Table");
        assertThat(answer.json().at("/rows/0/cells/0").asString()).isEqualTo("first");
        assertThat(answer.json().at("/rows/2/cells/4").asInt(-1)).isEqualTo(2);
        assertThat(answer.json().at("/rows/0/object/metadata/name").asString()).isEqualTo("first");
        assertThat(as("admin", "system:masters", whole("v1beta2", team), Map.of("Accept", "text/html"))
                        .code())
                .isEqualTo(406);
    }

    @Test
    void aTenantSeesTheOwnQueueAndNoOther() {
        String team = queueOfThree("tenant");
        String other = cluster.team("neighbour", 0);
        try (HttpApi _ = cluster.tenant(team, "viewer", VIEWER)) {
            String user = "system:serviceaccount:" + team + ":viewer";
            assertThat(shown(as(user, "", local("v1beta2", team, "main")).json()))
                    .containsExactly("second 1/0");

            Answer refused = as(user, "", whole("v1beta2", team));
            assertThat(refused.code()).isEqualTo(403);
            assertThat(refused.json().path("reason").asString()).isEqualTo("Forbidden");
            assertThat(refused.json().path("message").asString())
                    .startsWith("clusterqueues.visibility.kueue.x-k8s.io \"" + team + "\" is forbidden: User \"" + user
                            + "\" cannot get resource \"clusterqueues/pendingworkloads\" in API group"
                            + " \"visibility.kueue.x-k8s.io\" at the cluster scope");
            assertThat(as(user, "", local("v1beta2", other, "main")).code()).isEqualTo(403);
            assertThat(as(user, "", local("v1beta2", other, "none")).code())
                    .as("nor whether a queue is there")
                    .isEqualTo(403);
            assertThat(proxy.send("DELETE", whole("v1beta2", team), Map.of("X-Remote-User", user), null)
                            .code())
                    .isEqualTo(403);

            String token = cluster.api()
                    .post(
                            "/api/v1/namespaces/" + team + "/serviceaccounts/viewer/token",
                            AdmissionCluster.yaml(
                                    "{apiVersion: authentication.k8s.io/v1, kind: TokenRequest, spec: {}}"))
                    .at("/status/token")
                    .asString();
            try (HttpApi own = client(null, token)) {
                assertThat(own.send("GET", local("v1beta2", team, "main"), Map.of(), null)
                                .code())
                        .as("with the own token, past the proxy")
                        .isEqualTo(200);
                assertThat(own.send("GET", whole("v1beta2", team), Map.of(), null)
                                .code())
                        .isEqualTo(403);
            }
        }
    }

    @Test
    void headersWithoutTheProxysCertificateProveNothing() {
        String team = queueOfThree("strangers");
        Map<String, String> forged = Map.of("X-Remote-User", "admin", "X-Remote-Group", "system:masters");
        TestAuthority another = new TestAuthority("front-proxy-ca");
        for (TestAuthority.Client shown : new TestAuthority.@Nullable Client[] {
            null, another.client("CN=front-proxy-client"), proxies.client("CN=somebody,O=system:masters")
        }) {
            try (HttpApi stranger = client(shown, null)) {
                Answer answer = stranger.send("GET", whole("v1beta2", team), forged, null);
                assertThat(answer.code()).isEqualTo(401);
                assertThat(answer.json().path("reason").asString()).isEqualTo("Unauthorized");
                assertThat(stranger.send("GET", "/apis", Map.of(), null).code()).isEqualTo(401);
                assertThat(stranger.send("GET", "/healthz", Map.of(), null).code())
                        .isEqualTo(200);
            }
        }
        try (HttpApi stranger = client(null, "no-such-token")) {
            assertThat(stranger.send("GET", whole("v1beta2", team), forged, null)
                            .code())
                    .isEqualTo(401);
        }
        assertThat(as("system:anonymous", "system:unauthenticated", whole("v1beta2", team))
                        .code())
                .as("whom the proxy does not know")
                .isEqualTo(403);
    }

    @Test
    void anUnknownQueueIsNotFoundAsKueueSaysIt() {
        Answer whole = as("admin", "system:masters", whole("v1beta2", "no-such-queue"));
        assertThat(whole.code()).isEqualTo(404);
        assertThat(whole.json().path("message").asString())
                .isEqualTo("clusterqueue.visibility.kueue.x-k8s.io \"no-such-queue\" not found");
        assertThat(whole.json().at("/details/kind").asString()).isEqualTo("clusterqueue");
        Answer local = as("admin", "system:masters", local("v1beta1", "default", "none"));
        assertThat(local.json().path("message").asString())
                .isEqualTo("localqueue.visibility.kueue.x-k8s.io \"none\" not found");
        assertThat(as("admin", "system:masters", GROUP + "v1beta2/clusterqueues")
                        .code())
                .isEqualTo(404);
        assertThat(proxy.send(
                                "POST",
                                whole("v1beta2", "x"),
                                Map.of("X-Remote-User", "admin", "X-Remote-Group", "system:masters"),
                                "{}")
                        .code())
                .isEqualTo(405);
    }

    @Test
    void discoveryAndOpenApiDescribeIt() {
        assertThat(admin("/apis").at("/groups/0/name").asString()).isEqualTo("visibility.kueue.x-k8s.io");
        assertThat(admin(GROUP + "v1beta1")
                        .path("resources")
                        .valueStream()
                        .map(each -> each.path("name").asString()))
                .contains("clusterqueues/pendingworkloads", "localqueues/pendingworkloads");
        Answer aggregated = as(
                "admin",
                "system:masters",
                "/apis",
                Map.of(
                        "Accept",
                        "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json"));
        assertThat(aggregated
                        .json()
                        .at("/items/0/versions/0/resources/1/subresources/0/subresource")
                        .asString())
                .isEqualTo("pendingworkloads");
        String path = whole("v1beta2", "{name}");
        assertThat(admin("/openapi/v2").path("paths").has(path)).isTrue();
        JsonNode index = admin("/openapi/v3").path("paths");
        String third = index.path("apis/visibility.kueue.x-k8s.io/v1beta2")
                .path("serverRelativeURL")
                .asString();
        assertThat(admin(third).path("paths").has(path)).isTrue();
    }
}
