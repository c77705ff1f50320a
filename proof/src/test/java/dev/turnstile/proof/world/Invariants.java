package dev.turnstile.proof.world;

import dev.turnstile.proof.api.ApiServer;
import dev.turnstile.proof.api.Change;
import dev.turnstile.proof.api.ChangeObserver;
import java.time.Duration;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What must hold after every write to a cluster. */
final class Invariants implements ChangeObserver {
    /** What a scheduler cannot know at once; a quota is enforced when it was the same for so long. */
    private static final Duration NEWS = Duration.ofMinutes(2);

    private static final Set<String> TOLD =
            Set.of("workloads", "jobs", "clusterqueues", "admissionchecks", "multikueueclusters");

    private final World world;
    private final Cluster cluster;
    private long quotasChanged;

    Invariants(World world, Cluster cluster) {
        this.world = world;
        this.cluster = cluster;
    }

    @Override
    public void changed(ApiServer server, Change change) {
        boolean byUser = change.by().equals("user");
        if (changesQuota(change)) {
            quotasChanged = change.at();
        }
        if (TOLD.contains(change.kind()) && !byUser) {
            world.note(() -> "%s %s %s by %s: %s"
                    .formatted(
                            server.name(),
                            change.kind(),
                            change.key(),
                            change.by(),
                            change.after() == null ? "gone" : words(change.after())));
        }
        if (change.kind().equals("workloads")) {
            if (change.after() != null && reserved(change.after()) && !reserved(change.before())) {
                admitted(change);
            }
        }
    }

    private static boolean changesQuota(Change change) {
        ObjectNode before = change.before();
        ObjectNode after = change.after();
        return change.kind().equals("clusterqueues")
                && (before == null
                        || after == null
                        || !before.path("spec")
                                .path("resourceGroups")
                                .equals(after.path("spec").path("resourceGroups"))
                        || !before.path("spec")
                                .path("cohortName")
                                .equals(after.path("spec").path("cohortName")));
    }

    private static boolean reserved(@Nullable ObjectNode workload) {
        return workload != null && Json.is(workload, "QuotaReserved") && !Json.is(workload, "Finished");
    }

    private static String words(ObjectNode workload) {
        StringBuilder words = new StringBuilder();
        for (JsonNode condition : workload.path("status").path("conditions")) {
            words.append(condition.path("type").asString(""))
                    .append('=')
                    .append(condition.path("status").asString(""))
                    .append('/')
                    .append(condition.path("reason").asString(""))
                    .append(' ');
        }
        return words.toString();
    }

    /**
     * Quota is given once, but for what victims hold until they have stopped: a cycle admits others on the room that
     * they leave beside their preemptor, as recorded (vector v00502).
     */
    private void admitted(Change change) {
        long last = Math.max(quotasChanged, cluster.server().restoredAt());
        if (last > 0 && change.at() - last < NEWS.toNanos()) {
            return;
        }
        TreeMap<String, Long> quota = new TreeMap<>();
        TreeMap<String, String> roots = new TreeMap<>();
        for (ObjectNode queue : cluster.server().list("clusterqueues")) {
            String name = Json.key(queue).name();
            String cohort = queue.path("spec").path("cohortName").asString("");
            String root = cohort.isEmpty() ? "queue " + name : "cohort " + cohort;
            roots.put(name, root);
            quota.merge(root, Cpu.nominal(queue), Long::sum);
        }
        TreeMap<String, Long> used = new TreeMap<>();
        for (ObjectNode workload : cluster.server().list("workloads")) {
            if (reserved(workload) && !Json.is(workload, "Preempted")) {
                String queue = workload.path("status")
                        .path("admission")
                        .path("clusterQueue")
                        .asString("");
                used.merge(roots.getOrDefault(queue, "queue " + queue), Cpu.of(workload), Long::sum);
            }
        }
        used.forEach((root, amount) -> {
            long limit = quota.getOrDefault(root, 0L);
            if (amount > limit) {
                world.violated("quota given twice: %s of %s hold %d of %d cpu after %s was admitted"
                        .formatted(root, cluster.server().name(), amount, limit, change.key()));
            }
        });
    }
}
