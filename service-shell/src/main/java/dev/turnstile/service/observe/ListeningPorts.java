package dev.turnstile.service.observe;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;

/** On which ports the service listens, by purpose; says each in the log, since 0 takes any free one. */
public final class ListeningPorts {

    private static final Logger LOG = LoggerFactory.getLogger(ListeningPorts.class);

    private final Map<String, Integer> ports = new ConcurrentSkipListMap<>();

    /** The port for {@code server}, {@code management}, {@code health} or {@code webhook}, where there is one. */
    public Optional<Integer> port(String purpose) {
        return Optional.ofNullable(ports.get(purpose));
    }

    /** A server for that purpose has begun to listen. */
    public void listening(String purpose, int port) {
        ports.put(purpose, port);
        LOG.info("listening on {} {}", purpose, port);
    }

    @EventListener
    void onWebServer(WebServerInitializedEvent event) {
        var namespace = event.getApplicationContext().getServerNamespace();
        var port = event.getWebServer().getPort();
        // A service that serves nothing but its management server has no port of its own.
        if (port > 0) {
            listening(namespace == null ? "server" : namespace, port);
        }
    }
}
