package dev.turnstile.embedded.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.Options;
import dev.turnstile.embedded.json.Json;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** What a client gets over HTTPS besides the objects. */
@Timeout(60)
class ApiOverHttpTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private static EmbeddedCluster cluster;
    private static HttpClient client;

    @BeforeAll
    static void start() throws Exception {
        cluster = EmbeddedCluster.start(Options.defaults().running(Set.of()));
        KeyStore authorities = KeyStore.getInstance("PKCS12");
        authorities.load(null, null);
        authorities.setCertificateEntry(
                "ca",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(
                                cluster.certificateAuthority().getBytes(StandardCharsets.US_ASCII))));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(authorities);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        client = HttpClient.newBuilder().sslContext(tls).build();
    }

    @AfterAll
    static void stop() {
        client.shutdownNow();
        cluster.close();
    }

    @Test
    void unknownTokenIsUnauthorized() throws Exception {
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(cluster.server().resolve(MAPS))
                        .header("Authorization", "Bearer nobody")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(Json.text(Json.parse(response.body()), "reason")).isEqualTo("Unauthorized");
    }

    @Test
    void publicPathsRefuseAnUnknownToken() throws Exception {
        for (String path : new String[] {"/version", "/healthz", "/livez/ping"}) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(cluster.server().resolve(path));
            assertThat(client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(200);
            request.header("Authorization", "Bearer nobody");
            assertThat(client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void staleUpdateIsRefusedWithKubernetesMessage() throws Exception {
        ObjectNode created = Json.parse(send("POST", MAPS, map("stale")).body());
        created.putObject("data").put("a", "1");
        assertThat(send("PUT", MAPS + "/stale", created.toString()).statusCode())
                .isEqualTo(200);

        HttpResponse<String> conflict = send("PUT", MAPS + "/stale", created.toString());

        assertThat(conflict.statusCode()).isEqualTo(409);
        assertThat(Json.text(Json.parse(conflict.body()), "message"))
                .isEqualTo(
                        "Operation cannot be fulfilled on configmaps \"stale\": the object has been modified; please "
                                + "apply your changes to the latest version and try again");
    }

    @Test
    void watchFromAVersionSendsLaterChangesAndDeletionsBySelector() throws Exception {
        String version = Json.text(Json.parse(send("GET", MAPS, "").body()), "metadata", "resourceVersion");
        send("POST", MAPS, map("watched"));
        send("PATCH", MAPS + "/watched", "{\"metadata\":{\"labels\":{\"x\":\"y\"}}}");
        send("PATCH", MAPS + "/watched", "{\"metadata\":{\"labels\":{\"x\":null}}}");

        assertThat(watch("?watch=1&resourceVersion=" + version + "&labelSelector=x", 2))
                .containsExactly("ADDED", "DELETED");
        assertThat(watch("?watch=1&resourceVersion=" + version, 3)).containsExactly("ADDED", "MODIFIED", "MODIFIED");
    }

    @Test
    void watchFromACompactedVersionIsExpired() throws Exception {
        send("POST", MAPS, map("old"));
        cluster.faults().compact();
        HttpResponse<String> response = send("GET", MAPS + "?watch=1&resourceVersion=1&timeoutSeconds=5", "");
        ObjectNode event = Json.parse(response.body().strip());
        assertThat(Json.text(event, "type")).isEqualTo("ERROR");
        assertThat(Json.number(event, 0, "object", "code")).isEqualTo(410);
        assertThat(Json.text(event, "object", "reason")).isEqualTo("Expired");
    }

    @Test
    void pagesAreOfOneVersion() throws Exception {
        String namespace = "/api/v1/namespaces/kube-public/configmaps";
        for (String name : new String[] {"p1", "p2", "p3"}) {
            send("POST", namespace, map(name));
        }
        ObjectNode first = Json.parse(send("GET", namespace + "?limit=2", "").body());
        send("DELETE", namespace + "/p3", "");
        String token = Json.text(first, "metadata", "continue");
        ObjectNode second = Json.parse(
                send("GET", namespace + "?limit=2&continue=" + token, "").body());

        assertThat(Json.number(first, 0, "metadata", "remainingItemCount")).isEqualTo(1);
        assertThat(Json.items(second, "items")).hasSize(1);
        assertThat(Json.text(second, "metadata", "resourceVersion"))
                .isEqualTo(Json.text(first, "metadata", "resourceVersion"));
    }

    @Test
    void restartKeepsThePortAndTheObjects() throws Exception {
        send("POST", MAPS, map("kept"));
        cluster.faults().restart(Duration.ofMillis(50));
        HttpResponse<String> response;
        try {
            response = send("GET", MAPS + "/kept", "");
        } catch (IOException e) {
            // The pooled connection died with the restart; a new one finds the server.
            response = send("GET", MAPS + "/kept", "");
        }
        assertThat(response.statusCode()).isEqualTo(200);
    }

    @Test
    void throttlingStatesWhenToRetry() throws Exception {
        cluster.faults().throttle(1, 7);
        try {
            HttpResponse<String> response = send("GET", MAPS, "");
            assertThat(response.statusCode()).isEqualTo(429);
            assertThat(response.headers().firstValue("Retry-After")).hasValue("7");
        } finally {
            cluster.faults().clear();
        }
    }

    private static java.util.List<String> watch(String query, int count) throws Exception {
        HttpRequest request = request(MAPS + query + "&timeoutSeconds=20").build();
        var response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        java.util.List<String> types = new java.util.ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            while (types.size() < count) {
                types.add(Json.text(Json.parse(lines.readLine()), "type"));
            }
        }
        return types;
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(cluster.server().resolve(path))
                .header("Authorization", "Bearer " + cluster.token());
    }

    private static HttpResponse<String> send(String method, String path, String body) throws Exception {
        HttpRequest.BodyPublisher publisher =
                body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
        String type = method.equals("PATCH") ? "application/merge-patch+json" : "application/json";
        return client.send(
                request(path)
                        .header("Content-Type", type)
                        .method(method, publisher)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String map(String name) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name + "\"}}";
    }
}
