package dev.turnstile.manager.audit;

import dev.turnstile.manager.cluster.RemoteCluster;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.service.audit.AuditCheck;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.service.audit.StoreCheck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares what was read in each worker cluster that is connected with lists. Every connection has stores of its own,
 * so it has a check of its own, whose doubts end with it.
 */
public final class RemoteStoreCheck implements AuditCheck {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteStoreCheck.class);

    /** A finding as the check of one connection knows it. */
    private record Known(StoreCheck check, Finding finding) {}

    private final RemoteClusters remotes;
    private final Duration interval;
    private final Map<RemoteSession, StoreCheck> checks = new HashMap<>();
    private final Map<Finding, Known> found = new HashMap<>();

    /** A check of all connections, which lists each kind once in the interval. */
    public RemoteStoreCheck(RemoteClusters remotes, Duration interval) {
        this.remotes = remotes;
        this.interval = interval;
    }

    @Override
    public Set<String> kinds() {
        return Set.of("remote_" + StoreCheck.MISSING, "remote_" + StoreCheck.OUTDATED, "remote_" + StoreCheck.GONE);
    }

    @Override
    public List<Finding> findings(Instant now) {
        found.clear();
        List<Finding> findings = new ArrayList<>();
        Set<RemoteSession> connected = new HashSet<>();
        for (RemoteCluster remote : remotes.all()) {
            RemoteSession session = remote.session();
            if (session != null && remote.link().connected()) {
                connected.add(session);
                StoreCheck check = checks.computeIfAbsent(session, each -> each.check(interval));
                findings.addAll(findings(remote.name(), check, now));
            }
        }
        checks.keySet().retainAll(connected);
        return findings;
    }

    /** A cluster that does not answer holds up no other. */
    private List<Finding> findings(String cluster, StoreCheck check, Instant now) {
        List<Finding> findings = new ArrayList<>();
        try {
            for (Finding there : check.findings(now)) {
                Finding finding = new Finding(
                        "remote_" + there.kind(),
                        there.subject(),
                        "in cluster %s: %s".formatted(cluster, there.state()),
                        there.history());
                found.put(finding, new Known(check, there));
                findings.add(finding);
            }
        } catch (RuntimeException e) {
            LOG.warn("the audit could not compare what was read in cluster {}: {}", cluster, e.toString());
        }
        return findings;
    }

    @Override
    public void repair(Finding finding) {
        Known known = found.get(finding);
        if (known != null) {
            known.check().repair(known.finding());
        }
    }
}
