package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.testing.Waiting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The webhook server as API servers and strangers see it. */
@ResourceLock("admission cluster") // Some stories start its worker again.
class WebhooksIT {
    private static final String CONTINUE = "HTTP/1.1 100 \r\n\r\n";

    private final AdmissionCluster cluster = AdmissionCluster.shared();

    @Test
    void aJobIsSuspendedBeforeItIsStoredAndRunsOnceAdmitted() {
        String team = cluster.team("jobs", 1);

        ObjectNode created =
                cluster.api().post(AdmissionCluster.JOBS.formatted(team), AdmissionCluster.job("one", "", ""));

        assertThat(created.path("spec").path("suspend").asBoolean(false)).isTrue();
        assertThat(created.path("spec").has("managedBy")
                        && !created.path("spec").path("managedBy").isNull())
                .isFalse();
        Waiting.until(
                "the job to run",
                () -> !cluster.api()
                        .get(AdmissionCluster.JOBS.formatted(team) + "/one")
                        .path("spec")
                        .path("suspend")
                        .asBoolean(true));
    }

    @Test
    void aJobOfADispatchingQueueIsLeftToMultiKueue() {
        String team = cluster.team("dispatch", 1);
        cluster.post(
                "/apis/kueue.x-k8s.io/v1beta2/admissionchecks",
                AdmissionCluster.kueue("AdmissionCheck", team, "", "{controllerName: kueue.x-k8s.io/multikueue}"));
        cluster.patch(
                AdmissionCluster.CLUSTER_QUEUES + "/" + team,
                "{spec: {admissionChecksStrategy: {admissionChecks: [{name: " + team + "}]}}}");

        Waiting.until(
                "the worker to know the queue's check",
                () -> cluster.api()
                        .post(
                                AdmissionCluster.JOBS.formatted(team) + "?dryRun=All",
                                AdmissionCluster.job("elsewhere", "", ""))
                        .path("spec")
                        .path("managedBy")
                        .asString("")
                        .equals("kueue.x-k8s.io/multikueue"));
    }

    @Test
    void aPodIsGatedMarkedAndKept() {
        String team = cluster.team("pods", 1);

        ObjectNode pod =
                cluster.api().post(AdmissionCluster.PODS.formatted(team), AdmissionCluster.pod("one", "", "", ""));

        assertThat(pod.at("/spec/schedulingGates/0/name").asString()).isEqualTo("kueue.x-k8s.io/admission");
        assertThat(pod.path("metadata")
                        .path("labels")
                        .path("kueue.x-k8s.io/managed")
                        .asString())
                .isEqualTo("true");
        assertThat(pod.at("/metadata/finalizers/0").asString()).isEqualTo("kueue.x-k8s.io/managed");
        assertThat(pod.path("metadata")
                        .path("annotations")
                        .path("kueue.x-k8s.io/role-hash")
                        .asString())
                .matches("[0-9a-f]{8}");
    }

    @Test
    void aPodWithANodeIsRefusedInWordsThatSaySo() {
        String team = cluster.team("pods", 1);

        assertThat(cluster.refused(() -> cluster.api()
                        .post(
                                AdmissionCluster.PODS.formatted(team),
                                AdmissionCluster.pod("bound", "", "", "nodeName: node-1,"))))
                .contains("spec.nodeName: Forbidden", "node-1", "before it is admitted");
    }

    @Test
    void aPodThatNamesNoQueueNeverComesToUs() {
        String team = cluster.cluster().newNamespace("foreign");
        ObjectNode pod = AdmissionCluster.pod("plain", "", "", "");
        ((ObjectNode) pod.path("metadata")).remove("labels");

        ObjectNode created = cluster.api().post(AdmissionCluster.PODS.formatted(team), pod);

        assertThat(created.path("spec").path("schedulingGates").isEmpty()).isTrue();
    }

    @Test
    void aFlavorInTwoGroupsIsRefused() {
        assertThat(cluster.refused(() -> cluster.post(
                        AdmissionCluster.CLUSTER_QUEUES, AdmissionCluster.kueue("ClusterQueue", "twice", "", """
                            {resourceGroups: [{coveredResources: [cpu], flavors: [{name: a, resources: [{name: cpu,
                            nominalQuota: 1}]}]}, {coveredResources: [memory], flavors: [{name: a, resources: [{name:
                            memory, nominalQuota: 1}]}]}]}\
                            """))))
                .contains("spec.resourceGroups[1].flavors[0].name: Duplicate value: \"a\"");
    }

    @Test
    void outsideOfAClusterTheConfigurationsNameThisProcessAndItsAuthority() throws Exception {
        for (String kind : new String[] {"mutating", "validating"}) {
            for (JsonNode webhook : cluster.webhookConfiguration(kind).path("webhooks")) {
                JsonNode client = webhook.path("clientConfig");
                assertThat(client.path("url").asString())
                        .startsWith("https://127.0.0.1:" + cluster.webhooks().port() + "/");
                assertThat(client.has("service")).isFalse();
                assertThat(webhook.path("failurePolicy").asString()).isEqualTo("Fail");
                assertThat(send(client, BodyPublishers.ofString("{}"), "application/json")
                                .statusCode())
                        .as("its bundle vouches for the server")
                        .isEqualTo(400);
            }
        }
    }

    @Test
    void whatIsNoAdmissionReviewIsRefusedAndTheServerGoesOn() throws Exception {
        JsonNode client = clientConfig();
        byte[] garbage = new byte[200_000];
        new Random(1).nextBytes(garbage);
        byte[] large = new byte[10 * 1024 * 1024];
        Arrays.fill(large, (byte) ' '); // Anything else than JSON would be refused at its first byte.

        assertThat(send(client, BodyPublishers.ofByteArray(garbage), "application/json"))
                .satisfies(answer -> {
                    assertThat(answer.statusCode()).isEqualTo(400);
                    assertThat(answer.body()).contains("the body is not JSON");
                });
        assertThat(send(client, BodyPublishers.ofString("{\"kind\": \"Pod\"}"), "application/json")
                        .body())
                .contains("expected an object of apiVersion admission.k8s.io/v1");
        assertThat(send(client, BodyPublishers.ofString("{}"), "text/plain").statusCode())
                .isEqualTo(415);
        assertThat(statusOfLarge(client, BodyPublishers.ofByteArray(large))).isEqualTo(413);
        assertThat(statusOfLarge(client, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large))))
                .as("of a length that is not told")
                .isEqualTo(413);
        for (int attempt = 0; attempt < 10; attempt++) {
            assertThat(statusOfLarge(client, BodyPublishers.ofByteArray(large))).isEqualTo(413);
        }

        String team = cluster.team("after", 1);
        assertThat(cluster.api()
                        .post(AdmissionCluster.JOBS.formatted(team), AdmissionCluster.job("after", "", ""))
                        .at("/spec/suspend")
                        .asBoolean(false))
                .isTrue();
    }

    @Test
    void whoConnectsAndSaysNothingOrSaysItSlowlyKeepsNobodyOut() throws Exception {
        JsonNode client = clientConfig();
        int port = URI.create(client.path("url").asString()).getPort();
        List<Socket> strangers = new ArrayList<>();
        try (Socket slow = tls(client).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            String head = "POST " + URI.create(client.path("url").asString()).getPath() + " HTTP/1.1\r\n"
                    + "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 7000000\r\n"
                    + "Expect: 100-continue\r\n\r\n";
            slow.setSoTimeout(20_000);
            slow.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            // From now on it is being answered, and stays.
            assertThat(new String(slow.getInputStream().readNBytes(CONTINUE.length()), StandardCharsets.UTF_8))
                    .isEqualTo(CONTINUE);
            slow.getOutputStream().write('{');
            for (int i = 0; i < 300; i++) {
                strangers.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }

            String team = cluster.team("beside", 1);
            assertThat(cluster.api()
                            .post(AdmissionCluster.JOBS.formatted(team), AdmissionCluster.job("beside", "", ""))
                            .at("/spec/suspend")
                            .asBoolean(false))
                    .isTrue();
            assertThat(new String(slow.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
                    .isEqualTo("HTTP/1.1 408");
        } finally {
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
    }

    /** The server may close before it has read everything: then there may be no answer to read. */
    private static int statusOfLarge(JsonNode client, HttpRequest.BodyPublisher body) throws Exception {
        try {
            return send(client, body, "application/json").statusCode();
        } catch (IOException closed) {
            return 413;
        }
    }

    @Test
    void theCertificateIsRenewedBeforeItEndsWithoutARestart() throws Exception {
        var before = cluster.webhooks().certificateEnd();
        String secretBefore = servingCertificate();

        cluster.clock().forward(AdmissionCluster.AGE);
        cluster.webhooks().lookAgain();

        Waiting.until(
                "a new certificate", () -> cluster.webhooks().certificateEnd().isAfter(before));
        assertThat(servingCertificate()).isNotEqualTo(secretBefore);
        assertThat(send(clientConfig(), BodyPublishers.ofString("{}"), "application/json")
                        .statusCode())
                .isEqualTo(400);
        String team = cluster.team("renewed", 1);
        assertThat(cluster.api()
                        .post(AdmissionCluster.JOBS.formatted(team), AdmissionCluster.job("one", "", ""))
                        .at("/spec/suspend")
                        .asBoolean(false))
                .isTrue();
    }

    private String servingCertificate() {
        return cluster.api()
                .get("/api/v1/namespaces/kueue-system/secrets/kueue-webhook-server-cert")
                .path("data")
                .path("tls.crt")
                .asString();
    }

    private JsonNode clientConfig() {
        return cluster.webhookConfiguration("mutating").path("webhooks").path(0).path("clientConfig");
    }

    private static SSLContext tls(JsonNode clientConfig) throws Exception {
        byte[] bundle = Base64.getDecoder().decode(clientConfig.path("caBundle").asString());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        int number = 0;
        for (var certificate :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bundle))) {
            trusted.setCertificateEntry("ca-" + number++, certificate);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static HttpResponse<String> send(JsonNode clientConfig, HttpRequest.BodyPublisher body, String type)
            throws Exception {
        SSLContext context = tls(clientConfig);
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .build()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create(clientConfig.path("url").asString()))
                            .timeout(Duration.ofSeconds(30))
                            .header("Content-Type", type)
                            .POST(body)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }
}
