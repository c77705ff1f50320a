package dev.turnstile.manager.cluster;

import dev.turnstile.service.informer.ApiStatusException;
import java.io.EOFException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

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
        if (cause instanceof SSLException failed) {
            return tls(failed);
        }
        return String.valueOf(broken.getMessage());
    }

    /** The certificate is blamed only where it was looked at. */
    private static String tls(SSLException failed) {
        if (failed instanceof SSLPeerUnverifiedException || isDueTo(failed, GeneralSecurityException.class)) {
            return "tls: failed to verify certificate: " + failed.getMessage();
        }
        boolean cut = isDueTo(failed, EOFException.class) || isDueTo(failed, SocketException.class);
        return (cut ? "the connection was cut during the TLS handshake: " : "tls: ") + failed.getMessage();
    }

    private static boolean isDueTo(Throwable failure, Class<? extends Exception> type) {
        Throwable cause = failure.getCause();
        return cause != null && (type.isInstance(cause) || isDueTo(cause, type));
    }
}
