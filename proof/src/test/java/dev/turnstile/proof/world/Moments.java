package dev.turnstile.proof.world;

import dev.turnstile.proof.api.ApiServer;
import dev.turnstile.proof.api.Change;
import dev.turnstile.proof.api.ChangeObserver;
import dev.turnstile.proof.api.Line;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Has mishaps happen at the very moment at which they matter most, which no time of day would hit. */
final class Moments implements ChangeObserver {
    private static final String ORIGIN = "kueue.x-k8s.io/multikueue-origin";
    private static final Duration SOON = Duration.ofSeconds(2);

    private static final class Awaited {
        private final Act.AtMoment act;
        private int left;

        private Awaited(Act.AtMoment act) {
            this.act = act;
            this.left = act.n();
        }
    }

    private final World world;
    private final List<Awaited> awaited = new ArrayList<>();

    Moments(World world) {
        this.world = world;
        world.clusters().forEach((name, cluster) -> {
            if (!name.equals(World.MANAGER)) {
                cluster.server().observe(this);
            }
        });
    }

    void await(Act.AtMoment act) {
        awaited.add(new Awaited(act));
    }

    @Override
    public void changed(ApiServer server, Change change) {
        for (Awaited each : List.copyOf(awaited)) {
            if (is(each.act.moment(), change) && --each.left <= 0) {
                awaited.remove(each);
                happen(each.act, server, change);
            }
        }
    }

    private static boolean is(Act.Moment moment, Change change) {
        ObjectNode before = change.before();
        ObjectNode after = change.after();
        boolean workload = change.kind().equals("workloads");
        if (after == null || (moment != Act.Moment.QUOTA_RESERVED && !dispatched(after))) {
            return false;
        }
        return switch (moment) {
            case QUOTA_RESERVED -> workload && began(before, after, "QuotaReserved");
            case GATE_OPENED -> workload && GateInvariants.open(after) && !GateInvariants.open(before);
            case REPLICA_EVICTED -> workload && began(before, after, "Evicted");
            case REMOTE_JOB_STARTED -> change.kind().equals("jobs") && active(after) && !active(before);
            case REMOTE_JOB_ENDED -> change.kind().equals("jobs") && began(before, after, "Complete");
        };
    }

    private static boolean dispatched(JsonNode object) {
        return object.path("metadata").path("labels").has(ORIGIN);
    }

    private static boolean active(@Nullable ObjectNode job) {
        return job != null && job.path("status").path("active").asInt(0) > 0;
    }

    private static boolean began(@Nullable ObjectNode before, ObjectNode after, String condition) {
        return Json.is(after, condition) && (before == null || !Json.is(before, condition));
    }

    private void happen(Act.AtMoment act, ApiServer server, Change change) {
        world.note(() -> "  %s of %s in %s".formatted(act.moment(), change.key(), server.name()));
        world.disturbed(act.time());
        switch (act.mishap()) {
            case CUT -> cut(server.name(), act.time());
            case SILENCE -> onLines(server.name(), line -> line.silence(act.time()));
            case CUT_AND_REPLICA_DELETED -> {
                cut(server.name(), act.time());
                world.baton().after(SOON, () -> deleteWorkloadOf(server, change));
            }
            case CUT_AND_RESTARTED -> {
                // First the manager copies when it started.
                world.baton().after(SOON, () -> {
                    cut(server.name(), act.time());
                    activate(server, change, false);
                });
                world.baton().after(SOON.multipliedBy(2), () -> activate(server, change, true));
            }
            case UNANSWERED ->
                ofWriter(server, change).forEach(line -> {
                    line.loseThisAnswer();
                    line.holdBack("workloads", act.time());
                });
            case ANSWERED_LATE_AND_QUEUE_STOPPED -> {
                ofWriter(server, change).forEach(line -> {
                    line.delayThisAnswer(act.time());
                    line.holdBack("workloads", act.time());
                });
                ObjectKey queue = new ObjectKey(
                        change.key().namespace(),
                        change.object().path("spec").path("queueName").asString(""));
                world.baton().after(Duration.ZERO, () -> stop(server, queue, "Hold"));
                world.baton().after(act.time().plus(SOON), () -> stop(server, queue, "None"));
            }
        }
    }

    private void cut(String cluster, Duration time) {
        onLines(cluster, line -> line.cut(true));
        world.baton().after(time, () -> onLines(cluster, line -> line.cut(false)));
    }

    private List<Line> ofWriter(ApiServer server, Change change) {
        return world.services().values().stream()
                .filter(service -> service.process().name().equals(change.by()))
                .map(service -> service.line(world.cluster(server.name())))
                .toList();
    }

    private void stop(ApiServer server, ObjectKey localQueue, String policy) {
        if (server.find("localqueues", localQueue) != null) {
            var _ = server.patch(
                    "localqueues",
                    localQueue,
                    "",
                    Json.json("{'spec': {'stopPolicy': '%s'}}".formatted(policy)),
                    "user");
        }
    }

    private void onLines(String cluster, Consumer<Line> act) {
        for (Service service : world.services().values()) {
            if (service instanceof ManagerService) {
                act.accept(service.line(world.cluster(cluster)));
            }
        }
    }

    private void deleteWorkloadOf(ApiServer server, Change change) {
        try {
            var _ = server.delete("workloads", workloadOf(change), Json.empty(), "user");
        } catch (ApiStatusException e) {
            world.note("  " + e.getMessage());
        }
    }

    private void activate(ApiServer server, Change change, boolean active) {
        try {
            var _ = server.patch(
                    "workloads",
                    workloadOf(change),
                    "",
                    Json.json("{'spec': {'active': %s}}".formatted(active)),
                    "user");
        } catch (ApiStatusException e) {
            world.note("  " + e.getMessage());
        }
    }

    /** The replica itself, or that of the remote job. */
    private static ObjectKey workloadOf(Change change) {
        String name = change.kind().equals("workloads")
                ? change.key().name()
                : change.object()
                        .path("metadata")
                        .path("annotations")
                        .path(FleetRestCheck.PREBUILT)
                        .asString("");
        return new ObjectKey(change.key().namespace(), name);
    }
}
