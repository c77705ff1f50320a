package dev.turnstile.manager.cluster;

import dev.turnstile.service.thread.Threads;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/**
 * How this manager comes to worker clusters.
 *
 * @param origin the label value that marks what this manager made
 * @param leads whether it may write; read before every request that writes
 */
public record RemoteAccess(
        String origin, BooleanSupplier leads, InstantSource clock, Threads threads, RemoteConnector connector) {}
