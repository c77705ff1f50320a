package dev.turnstile.worker;

import dev.turnstile.embedded.client.HttpApi.Answer;
import dev.turnstile.embedded.testing.Waiting;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Has an API server forward requests for pending workloads to a server in this JVM. It runs outside of the cluster, so
 * that no certificate has its Service's name.
 */
final class TestApiServices implements AutoCloseable {
    private static final String API_SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices";
    private static final String SERVICES = "/api/v1/namespaces/kueue-system/services";
    private static final String SERVICE = "kueue-visibility-server";

    private final AdmissionCluster cluster;

    /** Returns once both versions are available. */
    TestApiServices(AdmissionCluster cluster, int port) {
        this.cluster = cluster;
        cluster.post(SERVICES, """
            {apiVersion: v1, kind: Service, metadata: {name: %s}, spec: {type: ExternalName, externalName: localhost}}\
            """.formatted(SERVICE));
        for (String version : List.of("v1beta1", "v1beta2")) {
            cluster.post(API_SERVICES, """
                {apiVersion: apiregistration.k8s.io/v1, kind: APIService, metadata: {name: %1$s}, spec: {group:
                visibility.kueue.x-k8s.io, version: %2$s, groupPriorityMinimum: 100, versionPriority: 100,
                insecureSkipTLSVerify: true, service: {namespace: kueue-system, name: %3$s, port: %4$d}}}\
                """.formatted(name(version), version, SERVICE, port));
        }
        for (String version : List.of("v1beta1", "v1beta2")) {
            Waiting.until(version + " to be available", () -> available(version));
        }
    }

    private static String name(String version) {
        return version + ".visibility.kueue.x-k8s.io";
    }

    private boolean available(String version) {
        Answer served = cluster.api().send("GET", "/apis/visibility.kueue.x-k8s.io/" + version, Map.of(), null);
        return served.code() == 200
                && cluster.api()
                        .get(API_SERVICES + "/" + name(version))
                        .at("/status/conditions")
                        .valueStream()
                        .anyMatch(TestApiServices::saysSo);
    }

    private static boolean saysSo(JsonNode condition) {
        return condition.path("type").asString("").equals("Available")
                && condition.path("status").asString("").equals("True");
    }

    @Override
    public void close() {
        for (String version : List.of("v1beta1", "v1beta2")) {
            cluster.api().delete(API_SERVICES + "/" + name(version), null);
        }
        cluster.api().delete(SERVICES + "/" + SERVICE, null);
    }
}
