package dev.turnstile.playground;

import java.time.Duration;

/**
 * What it cost to let an urgent job run.
 *
 * @param preemptions workloads that were preempted for it, in all clusters
 * @param clusters clusters in which that happened
 * @param lostPodSeconds how long the pods had run that were ended without having finished
 * @param waited from the urgent job's creation until its admission
 */
record Toll(int preemptions, int clusters, long lostPodSeconds, Duration waited) {}
