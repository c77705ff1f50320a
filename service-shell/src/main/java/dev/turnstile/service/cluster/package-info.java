/**
 * How a service reaches its cluster. Decides from the command line, the machine and the configuration which credentials
 * are used and how fast the API server may be asked; {@code informer} and {@code apply} packages are the only users of
 * the client.
 */
@NullMarked
package dev.turnstile.service.cluster;

import org.jspecify.annotations.NullMarked;
