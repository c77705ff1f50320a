package dev.turnstile.service.transcript;

/** The controllers under test of one cluster: what a story starts, stops and starts again. */
@FunctionalInterface
public interface ControllersUnderTest {
    /**
     * Starts them against a cluster; returns once they watch and lead.
     *
     * @param cluster the cluster's name in the story, {@code manager} or {@code worker1}; empty where there is only one
     * @param kubeconfig an administrator's, as text
     */
    RunningControllers start(String cluster, String kubeconfig, Settings settings);
}
