package dev.turnstile.proof.world;

import dev.turnstile.proof.api.ApiServer;
import dev.turnstile.proof.cluster.GarbageCollector;
import dev.turnstile.proof.cluster.JobController;
import dev.turnstile.proof.thread.Baton;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** A cluster: its API server and Kubernetes' own controllers. */
final class Cluster {
    static final String NAMESPACE = "team";
    private static final String USER = "user";

    private final ApiServer server;
    private final JobController jobs;

    Cluster(String name, Baton baton, RandomGenerator random) {
        server = new ApiServer(name, baton);
        jobs = new JobController(server, baton, random);
        var _ = new GarbageCollector(server, baton, random);
    }

    ApiServer server() {
        return server;
    }

    JobController jobs() {
        return jobs;
    }

    /** What administrators make before anything else. */
    void furnish(Scenario.Setting setting) {
        base();
        for (Scenario.Queue queue : setting.queues()) {
            queue(queue, "");
        }
    }

    /** The same, of the cluster from which jobs are dispatched to others. */
    void furnishManager(Scenario.Setting setting) {
        base();
        for (String worker : setting.workerNames()) {
            create(
                    "secrets",
                    "kueue-system",
                    "{'metadata': {'name': '%s', 'namespace': 'kueue-system'}, 'data': {'kubeconfig': '%s'}}"
                            .formatted(worker, kubeconfig(worker, "first")));
            connectTo(worker);
        }
        create(
                "multikueueconfigs",
                "",
                ("{'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'MultiKueueConfig', 'metadata': {'name': 'all'},"
                                + " 'spec': {'clusters': [%s]}}")
                        .formatted(list(setting.workerNames())));
        create(
                "admissionchecks",
                "",
                "{'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'AdmissionCheck', 'metadata': {'name': 'multikueue'},"
                        + " 'spec': {'controllerName': 'kueue.x-k8s.io/multikueue', 'parameters': {'apiGroup':"
                        + " 'kueue.x-k8s.io', 'kind': 'MultiKueueConfig', 'name': 'all'}}}");
        for (Scenario.Queue queue : setting.queues()) {
            queue(
                    new Scenario.Queue(
                            queue.name(),
                            queue.cohort(),
                            queue.cpu() * setting.workers() + 2,
                            queue.strategy(),
                            "Never",
                            "Never",
                            "Never"),
                    "'admissionChecksStrategy': {'admissionChecks': [{'name': 'multikueue'}]}, ");
        }
    }

    void connectTo(String worker) {
        create(
                "multikueueclusters",
                "",
                ("{'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'MultiKueueCluster', 'metadata': {'name': '%s'},"
                                + " 'spec': {'clusterSource': {'kubeConfig': {'location': '%s', 'locationType':"
                                + " 'Secret'}}}}")
                        .formatted(worker, worker));
    }

    static String list(List<String> names) {
        return names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
    }

    static String kubeconfig(String server, String token) {
        String text = """
            {apiVersion: v1, kind: Config, current-context: c, contexts: [{name: c, context: {cluster: c, user: u}}],
            clusters: [{name: c, cluster: {server: 'https://%s'}}], users: [{name: u, user: {token: %s}}]}
            """.formatted(server, token);
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void base() {
        create("namespaces", "", "{'metadata': {'name': 'team', 'labels': {'kubernetes.io/metadata.name': 'team'}}}");
        flavor("default");
        priority("low", 10);
        priority("middle", 50);
        priority("high", 100);
    }

    void flavor(String name) {
        create(
                "resourceflavors",
                "",
                "{'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'ResourceFlavor', 'metadata': {'name': '%s'}, 'spec': {}}"
                        .formatted(name));
    }

    private void priority(String name, int value) {
        create(
                "workloadpriorityclasses",
                "",
                ("{'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'WorkloadPriorityClass', 'metadata': {'name': '%s'},"
                                + " 'value': %d}")
                        .formatted(name, value));
    }

    private void queue(Scenario.Queue queue, String more) {
        create(
                "clusterqueues",
                "",
                ("{'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'ClusterQueue', 'metadata': {'name': '%s'}, 'spec':"
                                + " {'namespaceSelector': {}, %s%s'queueingStrategy': '%s', 'preemption':"
                                + " {'withinClusterQueue': '%s', 'reclaimWithinCohort': '%s', 'borrowWithinCohort':"
                                + " {'policy': '%s'}}, %s}}")
                        .formatted(
                                queue.name(),
                                more,
                                queue.cohort().isEmpty() ? "" : "'cohortName': '" + queue.cohort() + "', ",
                                queue.strategy(),
                                queue.within(),
                                queue.reclaim(),
                                queue.borrowing(),
                                quota(queue.cpu())));
        create(
                "localqueues",
                NAMESPACE,
                ("{'apiVersion': 'kueue.x-k8s.io/v1beta2', 'kind': 'LocalQueue', 'metadata': {'name': '%s'}, 'spec':"
                                + " {'clusterQueue': '%s'}}")
                        .formatted(queue.name(), queue.name()));
    }

    static String quota(int cpu) {
        return ("'resourceGroups': [{'coveredResources': ['cpu'], 'flavors': [{'name': 'default', 'resources':"
                        + " [{'name': 'cpu', 'nominalQuota': '%d'}]}]}]")
                .formatted(cpu);
    }

    private void create(String kind, String namespace, String json) {
        var _ = server.create(kind, namespace, Json.json(json), USER);
    }
}
