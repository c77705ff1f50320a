package dev.turnstile.service.port;

import java.time.Duration;

/**
 * What a port carries.
 *
 * @param connections at the same time
 * @param ofOnePeer at the same time from one address
 * @param toAsk how long a peer may take from connecting, or from the first byte of a later request, until the headers
 *     of its request are complete
 * @param idle how long a connection may stay between two requests
 */
public record PortLimits(int connections, int ofOnePeer, Duration toAsk, Duration idle) {
    /** 400 connections are some 20 MB of buffers with TLS, a quarter of them more than an API server opens. */
    public static final PortLimits USUAL = new PortLimits(400, 100, Duration.ofSeconds(5), Duration.ofSeconds(90));
}
