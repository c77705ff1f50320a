package dev.turnstile.proof.world;

import dev.turnstile.proof.api.ApiServer;
import dev.turnstile.proof.api.Line;
import dev.turnstile.proof.api.Weather;
import dev.turnstile.proof.cluster.JobController;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Has the events of a scenario happen at their times. What finds nothing to happen to does nothing. */
final class Performance {
    private static final String USER = "user";
    private static final Duration AFTER_RESTORE = Duration.ofSeconds(30);

    @SuppressWarnings("InlineFormatString") // a page of JSON would hide the method that it is used in
    private static final String JOB = """
        {'apiVersion': 'batch/v1', 'kind': 'Job',
         'metadata': {'name': '%1$s', 'labels':
             {'kueue.x-k8s.io/queue-name': '%2$s', 'kueue.x-k8s.io/priority-class': '%3$s'}},
         'spec': {%8$s'suspend': true, 'parallelism': %4$d, 'completions': %4$d,
             'template': {'metadata': {'annotations': {'%7$s': '%6$d'}},
                 'spec': {'restartPolicy': 'Never', 'containers': [{'name': 'c', 'image': 'example.com/app:1',
                     'resources': {'requests': {'cpu': '%5$d'}}}]}}}}
        """;

    @SuppressWarnings("InlineFormatString")
    private static final String WORKLOAD = """
        {'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'Workload', 'metadata': {'name': '%1$s'},
         'spec': {'queueName': '%2$s', 'priority': %3$d, 'podSets': [{'name': 'main', 'count': 1, 'template': {'spec':
             {'restartPolicy': 'Never', 'containers': [{'name': 'c', 'image': 'example.com/app:1',
                 'resources': {'requests': {'cpu': '%4$d'}}}]}}}]}}
        """;

    private static final Map<String, Integer> PRIORITIES = Map.of("low", 10, "middle", 50, "high", 100);

    private final World world;
    private final Moments moments;
    private final Map<String, Deque<ApiServer.Backup>> backups = new LinkedHashMap<>();
    private final List<Act.CreateWorkload> deleted = new ArrayList<>();

    Performance(World world, Scenario scenario) {
        this.world = world;
        this.moments = new Moments(world);
        for (Scenario.Event event : scenario.events()) {
            if (event.act() instanceof Act.Restore restore) {
                Duration then = event.at().minus(restore.age());
                world.baton().after(then.isNegative() ? Duration.ZERO : then, () -> backUp(restore.cluster()));
            }
            world.baton().after(event.at(), () -> happen(event.act()));
        }
    }

    private void backUp(String cluster) {
        backups.computeIfAbsent(cluster, _ -> new ArrayDeque<>())
                .add(world.cluster(cluster).server().backup());
    }

    private void happen(Act act) {
        world.note(act.toString());
        if (!(act instanceof Act.CreateJob)) {
            world.disturbed(lasts(act));
        }
        try {
            perform(act);
        } catch (ApiStatusException e) {
            // A user whose object is gone, or there already, gets that for an answer.
            world.note("  " + e.getMessage());
        }
    }

    private static Duration lasts(Act act) {
        return switch (act) {
            case Act.Storm storm -> storm.time();
            case Act.Cut cut -> cut.time();
            case Act.Refuse refuse -> refuse.time();
            case Act.Silence silence -> silence.time();
            case Act.NoCredentials without -> without.time();
            case Act.Freeze freeze -> freeze.time();
            case Act.Unconfigured without -> without.time();
            case Act.ClusterGone gone -> gone.time();
            default -> Duration.ZERO;
        };
    }

    private void perform(Act act) {
        switch (act) {
            case Act.CreateJob create -> create(create);
            case Act.CreateWorkload create -> create(create);
            case Act.DeleteJob(String cluster, String name) -> delete(cluster, "jobs", name);
            case Act.DeleteWorkload(String cluster, String job) -> {
                ObjectNode workload = workload(cluster, job);
                if (workload != null) {
                    delete(cluster, "workloads", Json.key(workload).name());
                }
            }
            case Act.SetPriority(String cluster, String job, String priority) ->
                patchJob(
                        cluster,
                        job,
                        "{'metadata': {'labels': {'kueue.x-k8s.io/priority-class': '%s'}}}".formatted(priority));
            case Act.SetActive(String cluster, String job, boolean active) -> {
                ObjectNode workload = workload(cluster, job);
                if (workload != null) {
                    patch(cluster, "workloads", Json.key(workload), "{'spec': {'active': %s}}".formatted(active));
                }
            }
            case Act.StopClusterQueue(String cluster, String queue, String policy) ->
                patchClusterQueue(cluster, queue, "{'spec': {'stopPolicy': '%s'}}".formatted(policy));
            case Act.StopLocalQueue(String cluster, String queue, String policy) ->
                patch(
                        cluster,
                        "localqueues",
                        new ObjectKey(Cluster.NAMESPACE, queue),
                        "{'spec': {'stopPolicy': '%s'}}".formatted(policy));
            case Act.SetQuota(String cluster, String queue, int cpu) ->
                patchClusterQueue(cluster, queue, "{'spec': {%s}}".formatted(Cluster.quota(cpu)));
            case Act.SetCohort(String cluster, String queue, String cohort) ->
                patchClusterQueue(
                        cluster,
                        queue,
                        "{'spec': {'cohortName': %s}}".formatted(cohort.isEmpty() ? "null" : "'" + cohort + "'"));
            case Act.FlavorGone(String cluster, String flavor, Duration time) -> {
                delete(cluster, "resourceflavors", "", flavor);
                again(cluster, flavor, time);
            }
            case Act.SetTtl(String cluster, String job, int seconds) ->
                patchJob(cluster, job, "{'spec': {'ttlSecondsAfterFinished': %d}}".formatted(seconds));
            case Act.SetPriorityValue(String cluster, String priority, int value) ->
                patch(cluster, "workloadpriorityclasses", ObjectKey.of(priority), "{'value': %d}".formatted(value));
            case Act.ReplaceCredentials(String worker) ->
                patch(
                        World.MANAGER,
                        "secrets",
                        new ObjectKey("kueue-system", worker),
                        "{'data': {'kubeconfig': '%s'}}"
                                .formatted(Cluster.kubeconfig(
                                        worker, "at" + world.baton().now())));
            case Act.Unconfigured(String worker, Duration time) -> {
                configured(world.setting().workerNames().stream()
                        .filter(name -> !name.equals(worker))
                        .toList());
                later(time, () -> configured(world.setting().workerNames()));
            }
            case Act.ClusterGone(String worker, Duration time) -> {
                delete(World.MANAGER, "multikueueclusters", "", worker);
                later(time, () -> world.cluster(World.MANAGER).connectTo(worker));
            }
            case Act.SwitchGate(String process, String gate, boolean on) -> world.switchGate(process, gate, on);
            case Act.SlowStops(String cluster, Duration longest) ->
                world.cluster(cluster).jobs().stopsWithin(longest);
            case Act.Storm(String process, String cluster, Weather weather, Duration time) ->
                during(process, cluster, time, line -> line.weather(weather), line -> line.weather(Weather.FAIR));
            case Act.Cut(String process, String cluster, Duration time) ->
                during(process, cluster, time, line -> line.cut(true), line -> line.cut(false));
            case Act.Refuse(String process, String cluster, Duration time) ->
                during(process, cluster, time, line -> line.refusing(true), line -> line.refusing(false));
            case Act.Silence(String process, String cluster, Duration time) ->
                on(process, cluster, line -> line.silence(time));
            case Act.BreakStreams(String process, String cluster) -> on(process, cluster, Line::breakStreams);
            case Act.Compact(String cluster) -> world.cluster(cluster).server().compact();
            case Act.Pages(String process, String cluster, int size) -> on(process, cluster, line -> line.pages(size));
            case Act.Crash(String process) -> {
                Service service = world.services().get(process);
                if (service != null) {
                    service.process().kill();
                }
            }
            case Act.CrashAtWrite(String process, String cluster, int n, boolean after) ->
                on(process, cluster, line -> line.crashAtWrite(n, after));
            case Act.NoCredentials(String process, String cluster, Duration time) ->
                during(
                        process,
                        cluster,
                        time,
                        line -> line.withoutCredentials(true),
                        line -> line.withoutCredentials(false));
            case Act.Freeze(String process, Duration time) -> {
                Service service = world.services().get(process);
                if (service != null) {
                    service.process().freeze(time);
                }
            }
            case Act.AtMoment at -> moments.await(at);
            case Act.ClockJump(String machine, Duration by) -> {
                Service service = world.services().get(machine);
                if (service != null) {
                    service.jump(by);
                } else if (world.clusters().containsKey(machine)) {
                    world.cluster(machine).server().clock().jump(by);
                }
            }
            case Act.Restore(String cluster, Duration _) -> {
                ApiServer.Backup backup =
                        backups.getOrDefault(cluster, new ArrayDeque<>()).poll();
                if (backup != null) {
                    world.cluster(cluster).server().restore(backup);
                    world.cluster(cluster).jobs().lookAtEverything();
                    later(AFTER_RESTORE, () -> complete(cluster));
                }
            }
        }
    }

    /**
     * What was away for a while when the backup was made is away again, and its administrators make it once more; what
     * users have deleted since is there again, and they delete it once more.
     */
    private void complete(String cluster) {
        Cluster restored = world.cluster(cluster);
        deleted.stream()
                .filter(act -> act.cluster().equals(cluster))
                .filter(act ->
                        restored.server().find("workloads", new ObjectKey(Cluster.NAMESPACE, act.name())) != null)
                .forEach(act -> delete(cluster, "workloads", act.name()));
        if (restored.server().find("resourceflavors", ObjectKey.of("default")) == null) {
            restored.flavor("default");
        }
        if (cluster.equals(World.MANAGER)) {
            world.setting().workerNames().stream()
                    .filter(worker -> restored.server().find("multikueueclusters", ObjectKey.of(worker)) == null)
                    .forEach(restored::connectTo);
            configured(world.setting().workerNames());
        }
    }

    private void configured(List<String> workers) {
        patch(
                World.MANAGER,
                "multikueueconfigs",
                ObjectKey.of("all"),
                "{'spec': {'clusters': [%s]}}".formatted(Cluster.list(workers)));
    }

    /** What follows from an act, if it still can. */
    private void later(Duration time, Runnable work) {
        world.baton().after(time, () -> {
            try {
                work.run();
            } catch (ApiStatusException e) {
                world.note("  " + e.getMessage());
            }
        });
    }

    private void again(String cluster, String flavor, Duration time) {
        world.baton().after(time, () -> {
            if (world.cluster(cluster).server().find("resourceflavors", ObjectKey.of(flavor)) == null) {
                world.cluster(cluster).flavor(flavor);
            } else {
                again(cluster, flavor, time);
            }
        });
    }

    private void create(Act.CreateJob act) {
        ObjectNode job = Json.json(JOB.formatted(
                act.name(),
                act.queue(),
                act.priority(),
                act.pods(),
                act.cpu(),
                act.seconds(),
                JobController.RUNS_FOR,
                act.cluster().equals(World.MANAGER) ? "'managedBy': 'kueue.x-k8s.io/multikueue', " : ""));
        var _ = world.cluster(act.cluster()).server().create("jobs", Cluster.NAMESPACE, job, USER);
    }

    private void create(Act.CreateWorkload act) {
        ObjectNode workload =
                Json.json(WORKLOAD.formatted(act.name(), act.queue(), PRIORITIES.get(act.priority()), act.cpu()));
        ApiServer server = world.cluster(act.cluster()).server();
        var _ = server.create("workloads", Cluster.NAMESPACE, workload, USER);
        later(act.time(), () -> {
            deleted.add(act);
            delete(act.cluster(), "workloads", act.name());
        });
    }

    private @Nullable ObjectNode workload(String cluster, String job) {
        ApiServer server = world.cluster(cluster).server();
        ObjectNode owner = server.find("jobs", new ObjectKey(Cluster.NAMESPACE, job));
        if (owner == null) {
            return null;
        }
        for (ObjectNode workload : server.list("workloads")) {
            for (JsonNode reference : workload.path("metadata").path("ownerReferences")) {
                if (reference.path("uid").asString("").equals(Json.uid(owner))) {
                    return workload;
                }
            }
        }
        return null;
    }

    private void patchJob(String cluster, String name, String merge) {
        patch(cluster, "jobs", new ObjectKey(Cluster.NAMESPACE, name), merge);
    }

    private void patchClusterQueue(String cluster, String name, String merge) {
        patch(cluster, "clusterqueues", ObjectKey.of(name), merge);
    }

    private void patch(String cluster, String kind, ObjectKey key, String json) {
        var _ = world.cluster(cluster).server().patch(kind, key, "", Json.json(json), USER);
    }

    private void delete(String cluster, String kind, String name) {
        delete(cluster, kind, Cluster.NAMESPACE, name);
    }

    private void delete(String cluster, String kind, String namespace, String name) {
        var _ = world.cluster(cluster).server().delete(kind, new ObjectKey(namespace, name), Json.empty(), USER);
    }

    private void on(String process, String cluster, Consumer<Line> act) {
        Line line = world.line(process, cluster);
        if (line != null) {
            act.accept(line);
        }
    }

    private void during(String process, String cluster, Duration time, Consumer<Line> begin, Consumer<Line> end) {
        on(process, cluster, begin);
        world.baton().after(time, () -> on(process, cluster, end));
    }
}
