package dev.turnstile.embedded.control;

import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.control.kubelet.NodeSpec;
import dev.turnstile.embedded.control.loop.ClusterClock;
import dev.turnstile.embedded.control.scheduler.SchedulerSettings;
import java.util.List;
import java.util.Set;

/**
 * What the controllers of one cluster are started with.
 *
 * @param client goes through admission and validation as HTTP does
 * @param kubeconfig the cluster's HTTPS address, for the kubelet, which is an ordinary client
 * @param certificateAuthority PEM; the content of kube-root-ca.crt
 * @param controllers which of them run
 * @param nodes the nodes of the kubelet, if it runs
 */
public record ControllerContext(
        ClusterClient client,
        ClusterClock clock,
        Kubeconfig kubeconfig,
        String certificateAuthority,
        Set<Controller> controllers,
        List<NodeSpec> nodes,
        SchedulerSettings scheduler) {}
