package dev.turnstile.playground;

import dev.turnstile.embedded.EmbeddedCluster;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Joins the clusters to one fleet, with the manifests of {@code deploy/samples/fleet} as an operator would. */
final class SampleFleet {
    private static final String FOLDER = "/samples/fleet/";

    private SampleFleet() {}

    static void join(Fleet fleet) {
        for (EmbeddedCluster worker : fleet.workers()) {
            Manifests.create(worker, FOLDER + "worker.yaml");
            fleet.manager().client().create(Names.SECRETS, kubeconfigOf(worker));
        }
        Manifests.create(fleet.manager(), FOLDER + "manager.yaml");
    }

    private static ObjectNode kubeconfigOf(EmbeddedCluster worker) {
        ObjectNode secret = JsonNodeFactory.instance.objectNode();
        secret.put("apiVersion", "v1").put("kind", "Secret");
        secret.putObject("metadata").put("name", worker.name()).put("namespace", Names.SYSTEM);
        secret.putObject("stringData").put("kubeconfig", worker.kubeconfig());
        return secret;
    }

    /** Fills a worker's queue. */
    static void everydayJobs(EmbeddedCluster worker) {
        Manifests.create(worker, FOLDER + "everyday-jobs.yaml");
    }

    /** Sends the urgent job to the manager. */
    static void urgentJob(EmbeddedCluster manager) {
        Manifests.create(manager, FOLDER + "urgent-job.yaml");
    }
}
