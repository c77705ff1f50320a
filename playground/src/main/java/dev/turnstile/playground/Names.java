package dev.turnstile.playground;

import dev.turnstile.embedded.api.GroupVersionResource;

/** What the playground's stories look at. */
final class Names {
    static final String TEAM = "team";
    static final String SYSTEM = "kueue-system";
    static final GroupVersionResource WORKLOADS = new GroupVersionResource("kueue.x-k8s.io", "v1beta2", "workloads");
    static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    static final GroupVersionResource JOBS = new GroupVersionResource("batch", "v1", "jobs");
    static final GroupVersionResource SECRETS = new GroupVersionResource("", "v1", "secrets");

    private Names() {}
}
