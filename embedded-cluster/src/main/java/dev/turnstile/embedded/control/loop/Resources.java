package dev.turnstile.embedded.control.loop;

import dev.turnstile.embedded.api.GroupVersionResource;

/** The resources that controllers work on. */
public final class Resources {
    public static final GroupVersionResource PODS = GroupVersionResource.core("pods");
    public static final GroupVersionResource NODES = GroupVersionResource.core("nodes");
    public static final GroupVersionResource NAMESPACES = GroupVersionResource.core("namespaces");
    public static final GroupVersionResource SERVICES = GroupVersionResource.core("services");
    public static final GroupVersionResource SERVICE_ACCOUNTS = GroupVersionResource.core("serviceaccounts");
    public static final GroupVersionResource CONFIG_MAPS = GroupVersionResource.core("configmaps");
    public static final GroupVersionResource JOBS = new GroupVersionResource("batch", "v1", "jobs");

    private Resources() {}
}
