package dev.turnstile.worker.webhook;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.kueue.AdmissionCheck;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.LocalQueue;
import dev.turnstile.model.meta.ApiNames;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.job.ManagedKinds;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * The facts as this service has read them.
 *
 * @param kinds of jobs whose pods and jobs are not managed by themselves
 */
record Stored(Configuration configuration, Stores stores, ManagedKinds kinds) implements ClusterFacts {
    private static final String POD = "pod";

    @Override
    public boolean managesKind(String apiVersion, String kind) {
        return kinds.contains(apiVersion, kind);
    }

    @Override
    public boolean managesPods() {
        return configuration.integrations().frameworks().contains(POD);
    }

    @Override
    public boolean managesNamespace(String namespace) {
        ObjectNode object = stores.namespaces().get(ObjectKey.of(namespace));
        Map<String, String> labels = new TreeMap<>();
        if (object != null) {
            object.path("metadata")
                    .path("labels")
                    .properties()
                    .forEach(
                            label -> labels.put(label.getKey(), label.getValue().asString("")));
        }
        // A namespace made this moment: Kubernetes gives it this label, which is all that the usual selector asks.
        labels.putIfAbsent("kubernetes.io/metadata.name", namespace);
        return configuration.managesNamespace(labels);
    }

    @Override
    public boolean managesJobsWithoutQueueName() {
        return configuration.manageJobsWithoutQueueName();
    }

    @Override
    public boolean hasQueue(String namespace, String queue) {
        return stores.localQueues().get(new ObjectKey(namespace, queue)) != null;
    }

    @Override
    public boolean hasPriorityClass(String name) {
        return stores.priorityClasses().get(ObjectKey.of(name)) != null;
    }

    @Override
    public boolean dispatches(String namespace, String queue) {
        LocalQueue local = stores.localQueues().get(new ObjectKey(namespace, queue));
        String name = local == null ? null : local.spec().clusterQueue();
        ClusterQueue cluster = name == null ? null : stores.clusterQueues().get(ObjectKey.of(name));
        return cluster != null
                && cluster.spec().admissionChecksStrategy() != null
                && cluster.spec().admissionChecksStrategy().admissionChecks().stream()
                        .anyMatch(rule -> isMultiKueue(rule.name()));
    }

    private boolean isMultiKueue(String check) {
        AdmissionCheck found = stores.checks().get(ObjectKey.of(check));
        return found != null
                && ApiNames.MULTIKUEUE_CONTROLLER.equals(found.spec().controllerName());
    }
}
