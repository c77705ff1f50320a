package dev.turnstile.manager.observe;

import dev.turnstile.manager.cluster.Link;
import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** One detail per worker cluster. A lost one makes the manager degraded, which no probe takes for dead. */
public final class ClustersHealth implements HealthIndicator {
    /** Up, but something is missing; answered with 200. */
    public static final Status DEGRADED = new Status("DEGRADED");

    private final RemoteClusters clusters;

    /** Of these clusters. */
    public ClustersHealth(RemoteClusters clusters) {
        this.clusters = clusters;
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        for (RemoteCluster cluster : clusters.all()) {
            switch (cluster.link()) {
                case Link.Connecting(var since) -> health.withDetail(cluster.name(), "connecting since " + since);
                case Link.Connected(var since) -> health.withDetail(cluster.name(), "connected since " + since);
                case Link.Down(var since, var reason, var message) ->
                    health.status(DEGRADED)
                            .withDetail(cluster.name(), "down since " + since + ": " + reason.text() + ": " + message);
            }
        }
        return health.build();
    }
}
