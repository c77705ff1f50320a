package dev.turnstile.worker.webhook;

import java.util.Map;
import java.util.TreeMap;

/** Which path answers about what; the webhook configurations of {@code deploy} name the same. */
final class ReviewDecisions {
    /** What is asked on a path. */
    record Endpoint(String kind, Decision decision) {}

    private ReviewDecisions() {}

    static Map<String, Endpoint> byPath(ClusterFacts facts) {
        Map<String, Endpoint> endpoints = new TreeMap<>();
        endpoints.put("/mutate-batch-v1-job", new Endpoint("Job", new JobDefaults(facts)));
        endpoints.put("/mutate--v1-pod", new Endpoint("Pod", new PodDefaults(facts)));
        endpoints.put("/validate-kueue-x-k8s-io-v1beta2-clusterqueue", new Endpoint("ClusterQueue", new QuotaRules()));
        endpoints.put("/validate-kueue-x-k8s-io-v1beta2-cohort", new Endpoint("Cohort", new QuotaRules()));
        return endpoints;
    }
}
