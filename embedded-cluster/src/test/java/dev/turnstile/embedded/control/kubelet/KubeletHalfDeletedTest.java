package dev.turnstile.embedded.control.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.control.loop.Pace;
import dev.turnstile.embedded.testing.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * kube-apiserver deletes a pod that has ended in two writes: it marks the pod, without a grace period, and removes it.
 * A user who kills it in between leaves a pod that only one more request removes, and the kubelet sends that.
 */
@Timeout(60)
class KubeletHalfDeletedTest {
    private static final String HALF_DELETED = """
        {"kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "7"}, "items": [{
         "metadata": {"name": "left", "namespace": "default", "uid": "u1", "resourceVersion": "7", "generation": 3,
          "creationTimestamp": "2026-01-01T12:00:00Z", "deletionTimestamp": "2026-01-01T12:00:30Z", "deletionGracePeriodSeconds": 0},
         "spec": {"nodeName": "node-1", "restartPolicy": "Never", "containers": [{"name": "c", "image": "i", "command": ["sleep", "5"]}]},
         "status": {"phase": "Succeeded"}}]}
        """;

    private final List<String> deletions = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    @Test
    void aPodThatWasMarkedAndNotRemovedIsDeletedOnceMore() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
        try (var kubelet = new Kubelet(
                Kubeconfig.parse("""
                    {apiVersion: v1, kind: Config, current-context: t, users: [{name: t, user: {token: t}}],
                     clusters: [{name: t, cluster: {server: 'http://127.0.0.1:%d'}}],
                     contexts: [{name: t, context: {cluster: t, user: t}}]}
                    """.formatted(server.getAddress().getPort())),
                List.of(NodeSpec.named("node-1")),
                InstantSource.system(),
                () -> Pace.REAL)) {
            kubelet.start();
            Waiting.until("the pod to be deleted", () -> !deletions.isEmpty());
        } finally {
            ended.countDown();
            server.stop(0);
        }
        assertThat(deletions.getFirst()).contains("/api/v1/namespaces/default/pods/left", "\"uid\":\"u1\"");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String path = exchange.getRequestURI().toString();
            if (exchange.getRequestMethod().equals("DELETE")) {
                deletions.add(path + " " + body);
            }
            if (path.contains("watch=true")) {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().flush();
                ended.await();
                return;
            }
            byte[] answer = (path.startsWith("/api/v1/pods") ? HALF_DELETED : "{}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
