package dev.turnstile.manager.cluster;

import dev.turnstile.service.informer.ApiStatusException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.SSLException;

/** What a failed connection attempt is called in the condition; the sentences are those that people know. */
final class ConnectionWords {
    private ConnectionWords() {}

    static String failed(String server, RuntimeException cause, int attempts, Instant next) {
        return "failed to get server groups: " + words(server, cause) + "; connection attempts: " + attempts
                + ", next connection attempt: " + next.truncatedTo(ChronoUnit.SECONDS);
    }

    private static String words(String server, RuntimeException cause) {
        return switch (cause) {
            case ApiStatusException status
            when status.code() == 401 -> "the server has asked for the client to provide credentials";
            case UncheckedIOException broken -> "Get \"" + server + "/api\": " + broken(server, broken);
            default -> String.valueOf(cause.getMessage());
        };
    }

    private static String broken(String server, UncheckedIOException broken) {
        URI address = URI.create(server);
        String dial = "dial tcp " + address.getHost() + ":" + (address.getPort() < 0 ? 443 : address.getPort()) + ": ";
        Throwable cause = broken.getCause();
        if (cause instanceof ConnectException) {
            return dial + "connect: connection refused";
        }
        if (cause instanceof InterruptedIOException) {
            return dial + "i/o timeout";
        }
        if (cause instanceof UnknownHostException) {
            return dial + "lookup " + address.getHost() + ": no such host";
        }
        if (cause instanceof SSLException) {
            return "tls: failed to verify certificate: " + cause.getMessage();
        }
        return String.valueOf(broken.getMessage());
    }
}
