package dev.turnstile.playground.endurance;

/**
 * What a user wants done.
 *
 * @param name of the Job or of the pod group; nobody else's in any cluster
 * @param cluster where it was created
 * @param pods that it runs at once
 */
record Task(String name, Kind kind, String cluster, String priority, int pods, int cpuPerPod, int seconds) {
    static final String TOO_LARGE = "too-large";

    /** How it is done. */
    enum Kind {
        /** A Job of the manager, which runs in one of the workers. */
        DISPATCHED_JOB,
        /** Pods of the manager that belong together, which run in one of the workers. */
        DISPATCHED_PODS,
        /** A Job of a worker's own users. */
        WORKERS_JOB,
        /** A Job of the manager that no quota is large enough for: it waits, and says why. */
        TOO_LARGE
    }

    /** The objects that its user creates. */
    String yaml() {
        if (kind != Kind.DISPATCHED_PODS) {
            return """
                {apiVersion: batch/v1, kind: Job, metadata: {name: %s, namespace: team, labels:
                 {kueue.x-k8s.io/queue-name: main, kueue.x-k8s.io/priority-class: %s}}, spec: {suspend: true, %s
                 parallelism: %d, completions: %4$d, backoffLimit: 50, template: {spec: %s}}}
                """.formatted(
                            name,
                            priority,
                            kind == Kind.WORKERS_JOB ? "" : "managedBy: kueue.x-k8s.io/multikueue,",
                            pods,
                            podSpec(""));
        }
        StringBuilder yaml = new StringBuilder();
        for (int number = 0; number < pods; number++) {
            yaml.append("""
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: %1$s-%2$d, namespace: team, finalizers: [kueue.x-k8s.io/managed],
                 labels: {kueue.x-k8s.io/queue-name: main, kueue.x-k8s.io/managed: 'true', kueue.x-k8s.io/priority-class: %3$s,
                 kueue.x-k8s.io/pod-group-name: %1$s}, annotations: {kueue.x-k8s.io/pod-group-total-count: '%4$d'}}, spec: %5$s}
                """.formatted(
                    name, number, priority, pods, podSpec("schedulingGates: [{name: kueue.x-k8s.io/admission}],")));
        }
        return yaml.toString();
    }

    private String podSpec(String more) {
        return ("{restartPolicy: Never, terminationGracePeriodSeconds: 1, %s containers: [{name: work, image:"
            + " 'registry.example.com/work:1', command: [sleep, '%d'], resources: {requests: {cpu: '%d'}}}]}")
                .formatted(more, seconds, cpuPerPod);
    }
}
