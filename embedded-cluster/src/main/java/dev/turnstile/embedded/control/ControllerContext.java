package dev.turnstile.embedded.control;

import dev.turnstile.embedded.Options;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.control.loop.ClusterClock;
import java.net.URI;

/**
 * What the controllers of one cluster are given.
 * {@code dev.turnstile.embedded.control.Controllers.start(ControllerContext)} returns one {@link AutoCloseable} that
 * stops all of them.
 *
 * @param client goes through admission and validation as HTTP does
 * @param server the HTTPS address, for what is an ordinary client (the kubelet)
 * @param token the admin's bearer token
 * @param certificateAuthority PEM; trusted by whoever talks to the server, and the content of kube-root-ca.crt
 */
public record ControllerContext(
        ClusterClient client,
        ClusterClock clock,
        Options options,
        URI server,
        String token,
        String certificateAuthority) {}
