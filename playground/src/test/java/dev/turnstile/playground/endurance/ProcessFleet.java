package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.service.DeployedAccount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * A manager cluster and its workers, all as processes: a control plane for each, a worker-service for each, and the
 * manager-service, which reaches the workers by wires that can be cut.
 */
final class ProcessFleet implements AutoCloseable {
    static final String MANAGER = "manager";
    static final List<String> WORKERS = List.of("worker-1", "worker-2", "worker-3");
    /** How long one cluster may try to preempt before the next one may. */
    static final Duration WINDOW = Duration.ofSeconds(5);

    static final int WORKERS_CPU = 8;
    static final int MANAGERS_CPU = 20;

    private final Map<String, Site> sites = new LinkedHashMap<>();
    private final Map<String, Wire> wires = new LinkedHashMap<>();
    private final Map<String, ServiceProcess> services = new LinkedHashMap<>();
    private final Path folder;

    /** Starts everything, and returns while the services start. */
    ProcessFleet(Path assets, Path folder, BiConsumer<Site, WatchEvent> observer) {
        this.folder = folder;
        try {
            for (String worker : WORKERS) {
                Site site = new Site(worker, assets, true, observer);
                sites.put(worker, site);
                wires.put(worker, new Wire(site.port(), Duration.ZERO));
                Manifest.create(site.api(), queues(WORKERS_CPU, ""));
            }
            Site manager = new Site(MANAGER, assets, false, observer);
            sites.put(MANAGER, manager);
            Manifest.create(manager.api(), checks());
            Manifest.create(
                    manager.api(),
                    queues(MANAGERS_CPU, "admissionChecksStrategy: {admissionChecks: [{name: fleet}]},"));
            startServices();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    Site site(String name) {
        return Objects.requireNonNull(sites.get(name), name);
    }

    Wire wire(String worker) {
        return Objects.requireNonNull(wires.get(worker), worker);
    }

    /** By what they are and where, such as {@code worker-service of worker-1}. */
    Map<String, ServiceProcess> services() {
        return services;
    }

    List<Site> sites() {
        return List.copyOf(sites.values());
    }

    private void startServices() {
        Path configuration = written("configuration.yaml", """
            apiVersion: config.kueue.x-k8s.io/v1beta2
            kind: Configuration
            leaderElection: {leaseDuration: 6s, renewDeadline: 4s, retryPeriod: 1s}
            integrations: {frameworks: [batch/job, pod]}
            multiKueue: {singleClusterPreemptionTimeout: %ds, workerLostTimeout: 3m, gcInterval: 5s}
            featureGates: {MultiKueueOrchestratedPreemption: true}
            """.formatted(WINDOW.toSeconds()));
        sites.values().forEach(site -> start("worker-service", DeployedAccount.WORKER_SERVICE, site, configuration));
        Site manager = site(MANAGER);
        WORKERS.forEach(worker -> manager.api().post("/api/v1/namespaces/kueue-system/secrets", credentials(worker)));
        start("manager-service", DeployedAccount.MANAGER_SERVICE, manager, configuration);
    }

    /** How the manager reaches a worker: by the wire. */
    private ObjectNode credentials(String worker) {
        Site site = site(worker);
        String account = DeployedAccount.REMOTE_MANAGER.kubeconfig(site.plane().kubeconfig());
        ObjectNode secret = Json.object().put("apiVersion", "v1").put("kind", "Secret");
        secret.putObject("metadata").put("name", worker).put("namespace", "kueue-system");
        secret.putObject("stringData")
                .put(
                        "kubeconfig",
                        account.replace(":" + site.port(), ":" + wire(worker).port()));
        return secret;
    }

    private void start(String service, DeployedAccount account, Site site, Path configuration) {
        String of = service + " of " + site.name();
        String file = site.name() + "-" + service;
        Path kubeconfig =
                written(file + ".kubeconfig", account.kubeconfig(site.plane().kubeconfig()));
        services.put(of, new ServiceProcess(service, kubeconfig, configuration, folder.resolve(file + ".log")));
    }

    private Path written(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be written", e);
        }
    }

    private static String checks() {
        StringBuilder yaml = new StringBuilder();
        WORKERS.forEach(worker -> yaml.append("""
            {apiVersion: kueue.x-k8s.io/v1beta2, kind: MultiKueueCluster, metadata: {name: %1$s}, spec: {clusterSource: {kubeConfig: {location: %1$s, locationType: Secret}}}}
            ---
            """.formatted(worker)));
        return yaml + """
            {apiVersion: kueue.x-k8s.io/v1beta2, kind: MultiKueueConfig, metadata: {name: fleet}, spec: {clusters: [worker-1, worker-2, worker-3]}}
            ---
            {apiVersion: kueue.x-k8s.io/v1beta2, kind: AdmissionCheck, metadata: {name: fleet}, spec: {controllerName: kueue.x-k8s.io/multikueue, parameters: {apiGroup: kueue.x-k8s.io, kind: MultiKueueConfig, name: fleet}}}
            """;
    }

    private static String queues(int cpu, String more) {
        return """
            {apiVersion: v1, kind: Namespace, metadata: {name: team}}
            ---
            {apiVersion: kueue.x-k8s.io/v1beta2, kind: WorkloadPriorityClass, metadata: {name: low}, value: 0}
            ---
            {apiVersion: kueue.x-k8s.io/v1beta2, kind: WorkloadPriorityClass, metadata: {name: normal}, value: 100}
            ---
            {apiVersion: kueue.x-k8s.io/v1beta2, kind: WorkloadPriorityClass, metadata: {name: high}, value: 1000}
            ---
            {apiVersion: kueue.x-k8s.io/v1beta2, kind: ResourceFlavor, metadata: {name: default}}
            ---
            {apiVersion: kueue.x-k8s.io/v1beta2, kind: ClusterQueue, metadata: {name: team}, spec: {namespaceSelector: {}, %s
             preemption: {withinClusterQueue: LowerPriority}, resourceGroups: [{coveredResources: [cpu], flavors: [
             {name: default, resources: [{name: cpu, nominalQuota: '%d'}]}]}]}}
            ---
            {apiVersion: kueue.x-k8s.io/v1beta2, kind: LocalQueue, metadata: {name: main, namespace: team}, spec: {clusterQueue: team}}
            """.formatted(more, cpu);
    }

    @Override
    public void close() {
        services.values().forEach(ServiceProcess::kill);
        wires.values().forEach(Wire::close);
        sites.values().forEach(Site::close);
    }
}
