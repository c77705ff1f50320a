package dev.turnstile.proof.world;

import dev.turnstile.proof.api.ApiServer;
import dev.turnstile.proof.api.Change;
import dev.turnstile.proof.api.ChangeObserver;
import dev.turnstile.service.informer.ObjectKey;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Orchestrated preemption, over all clusters of a fleet: F, preemptions are started for a dispatched workload only
 * where its gate was opened. So those for one that ends up elsewhere are fewer than its openings.
 */
final class PreemptionInvariants implements ChangeObserver {
    private static final Pattern PREEMPTOR = Pattern.compile("\\(UID: ([^,)]+)");

    private final World world;
    private final Set<String> opened = new HashSet<>();

    PreemptionInvariants(World world) {
        this.world = world;
    }

    @Override
    public void changed(ApiServer server, Change change) {
        if (!change.kind().equals("workloads")
                || server.name().equals(World.MANAGER)
                || change.after() == null
                || !world.orchestrates()) {
            return;
        }
        ObjectNode after = change.after();
        if (GateInvariants.open(after)) {
            opened.add(Json.uid(after));
        }
        if (preempted(after) && !preempted(change.before())) {
            Matcher words = PREEMPTOR.matcher(message(after));
            if (words.find()) {
                started(server, words.group(1), change.key());
            }
        }
    }

    private void started(ApiServer server, String preemptor, ObjectKey victim) {
        for (ObjectNode workload : server.list("workloads")) {
            boolean gated = !workload.path("status").path("preemptionGates").isEmpty();
            if (Json.uid(workload).equals(preemptor) && gated && !opened.contains(preemptor)) {
                world.violated("F: %s was preempted on %s for %s, whose gate was never opened"
                        .formatted(victim, server.name(), Json.key(workload)));
            }
        }
    }

    private static boolean preempted(@Nullable ObjectNode workload) {
        return workload != null && Json.condition(workload, "Evicted").equals("True Preempted");
    }

    private static String message(ObjectNode workload) {
        for (JsonNode condition : workload.path("status").path("conditions")) {
            if (condition.path("type").asString("").equals("Evicted")) {
                return condition.path("message").asString("");
            }
        }
        return "";
    }
}
