package dev.turnstile.manager.observe;

import dev.turnstile.manager.cluster.Link;
import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteSession;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** {@code /actuator/clusters}: how we stand with each worker cluster. */
@Endpoint(id = "clusters")
public final class ClustersEndpoint {
    private final RemoteClusters clusters;

    /** Of these clusters. */
    public ClustersEndpoint(RemoteClusters clusters) {
        this.clusters = clusters;
    }

    /** All of them, by name. */
    @ReadOperation
    public Map<String, Map<String, Object>> clusters() {
        Map<String, Map<String, Object>> answer = new LinkedHashMap<>();
        for (RemoteCluster cluster : clusters.all()) {
            answer.put(cluster.name(), describe(cluster));
        }
        return answer;
    }

    private static Map<String, Object> describe(RemoteCluster cluster) {
        Map<String, Object> words = new LinkedHashMap<>();
        switch (cluster.link()) {
            case Link.Connecting(var since) -> {
                words.put("connection", "connecting");
                words.put("since", since.toString());
            }
            case Link.Connected(var since) -> {
                words.put("connection", "connected");
                words.put("since", since.toString());
            }
            case Link.Down(var since, var reason, var message) -> {
                words.put("connection", "down");
                words.put("since", since.toString());
                words.put("reason", reason.text());
                words.put("lastError", message);
            }
        }
        cluster.lag().ifPresent(lag -> words.put("lagMillis", lag.toMillis()));
        words.put("reconnects", cluster.reconnects());
        RemoteSession session = cluster.session();
        if (session != null) {
            words.put("workloadsOfOurs", session.workloadsOfOurs().size());
            words.put("workloads", session.workloads().size());
            words.put("jobs", session.jobs().size());
        }
        return words;
    }
}
