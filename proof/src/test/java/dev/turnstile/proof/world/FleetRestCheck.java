package dev.turnstile.proof.world;

import dev.turnstile.service.informer.ObjectKey;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What must hold between the clusters of a fleet at rest: nothing in a worker cluster is without an owner. */
final class FleetRestCheck {
    private static final String ORIGIN = "kueue.x-k8s.io/multikueue-origin";
    static final String PREBUILT = "kueue.x-k8s.io/prebuilt-workload-name";

    private final World world;

    FleetRestCheck(World world) {
        this.world = world;
    }

    void check() {
        for (ObjectNode cluster : world.cluster(World.MANAGER).server().list("multikueueclusters")) {
            if (!Json.is(cluster, "Active")) {
                world.violated("at rest, %s can be reached and does not say so: %s"
                        .formatted(Json.key(cluster), cluster.path("status")));
            }
        }
        world.clusters().forEach((name, cluster) -> {
            if (name.equals(World.MANAGER)) {
                return;
            }
            for (ObjectNode workload : cluster.server().list("workloads")) {
                if (world.orchestrates()
                        && ours(workload)
                        && Json.condition(workload, "PreemptionBlocked").startsWith("True")
                        && !GateInvariants.open(workload)) {
                    world.violated("B: at rest, %s: %s signals, and its gate was never opened"
                            .formatted(name, Json.key(workload)));
                }
                if (ours(workload) && !wanted(Json.key(workload))) {
                    world.violated("at rest, %s: %s is a replica without an owner".formatted(name, Json.key(workload)));
                }
            }
            for (ObjectNode job : cluster.server().list("jobs")) {
                ObjectKey key = Json.key(job);
                String workload =
                        job.path("metadata").path("annotations").path(PREBUILT).asString("");
                if (ours(job) && !wanted(new ObjectKey(key.namespace(), workload))) {
                    world.violated("at rest, %s: %s is a remote job without an owner".formatted(name, key));
                }
            }
        });
    }

    private static boolean ours(JsonNode object) {
        return object.path("metadata").path("labels").has(ORIGIN);
    }

    private boolean wanted(ObjectKey workload) {
        ObjectNode local = local(workload);
        return local != null && Json.is(local, "QuotaReserved") && !Json.is(local, "Finished");
    }

    private @Nullable ObjectNode local(ObjectKey workload) {
        return world.cluster(World.MANAGER).server().find("workloads", workload);
    }
}
