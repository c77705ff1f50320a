package dev.turnstile.service.port;

import dev.turnstile.service.port.PortRules.Newcomer;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.tomcat.TomcatWebServerFactory;

/**
 * Limits the connections of a server's ports, of each port by itself; {@link PortRules} decide. Sees every connection
 * when it arrives and every request when its headers are complete, and looks at those that are open each second.
 */
public final class PortGuard extends ValveBase {
    private static final Logger LOG = LoggerFactory.getLogger(PortGuard.class);
    private static final int SECONDS_BETWEEN_LOOKS = 1;
    private static final int BACKLOG = 50;
    private static final long QUIET_MILLIS = 60_000;

    private final PortLimits limits;
    private final Map<String, Guest> guests = new ConcurrentHashMap<>();
    private final AtomicLong sentAway = new AtomicLong();
    private volatile long reportedAt;

    private PortGuard(PortLimits limits) {
        super(true);
        this.limits = limits;
    }

    /** Guards the ports of the servers that the factory makes. */
    public static PortGuard of(TomcatWebServerFactory factory, PortLimits limits) {
        PortGuard guard = new PortGuard(limits);
        factory.setProtocol(GuardedProtocol.class.getName());
        factory.setBackgroundProcessorDelay(SECONDS_BETWEEN_LOOKS);
        factory.addEngineValves(guard);
        factory.addConnectorCustomizers(guard::keep);
        return guard;
    }

    /** Guards that port, too. */
    public void keep(Connector connector) {
        if (!(connector.getProtocolHandler() instanceof GuardedProtocol protocol)) {
            throw new IllegalStateException("a port without a guard: " + connector.getProtocolHandlerClassName());
        }
        protocol.guardedBy(this);
        limit(protocol);
    }

    private void limit(AbstractProtocol<?> protocol) {
        // The guard decides, and sends somebody away where it has to; Tomcat would let newcomers wait.
        protocol.setMaxConnections(-1);
        protocol.setAcceptCount(BACKLOG);
        protocol.setConnectionTimeout((int) limits.toAsk().toMillis());
        protocol.setKeepAliveTimeout((int) limits.idle().toMillis());
    }

    /** How many connections were sent away or refused so far. */
    public long sentAway() {
        return sentAway.get();
    }

    /** Whether a connection of that peer may stay; makes room for it where that is needed. */
    boolean admits(String peer) {
        return switch (PortRules.newcomer(peer, open(), limits)) {
            case Newcomer.Welcome() -> true;
            case Newcomer.InPlaceOf(String id) -> {
                sendAway(id, "to make room");
                yield true;
            }
            case Newcomer.Refused() -> {
                report("refused", peer);
                yield false;
            }
        };
    }

    void admitted(String id, NioSocketWrapper socket, String peer) {
        guest(id).arrived(socket, peer);
    }

    private Guest guest(String id) {
        return guests.computeIfAbsent(id, unknown -> new Guest());
    }

    private List<OpenConnection> open() {
        guests.values().removeIf(Guest::gone);
        return guests.entrySet().stream()
                .map(guest -> guest.getValue().seen(guest.getKey()))
                .toList();
    }

    private void sendAway(String id, String why) {
        Guest guest = guests.remove(id);
        if (guest == null) {
            return;
        }
        try {
            guest.sendAway();
        } catch (IOException e) {
            // It went by itself.
            LOG.debug("connection {} is closed already: {}", id, e.getMessage());
        }
        report("closed " + why, guest.peer());
    }

    /** One line a minute: whoever floods a port must not fill the log as well. */
    private void report(String what, String peer) {
        long number = sentAway.incrementAndGet();
        long now = System.currentTimeMillis();
        if (now - reportedAt >= QUIET_MILLIS) {
            reportedAt = now;
            LOG.warn("a connection from {} was {}; {} so far", peer, what, number);
        }
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        Guest guest = guest(request.getServletConnection().getConnectionId());
        guest.begin();
        try {
            getNext().invoke(request, response);
        } finally {
            if (request.isAsync()) {
                request.getAsyncContext().addListener(new EndOfAnswer(guest));
            } else {
                guest.end();
            }
        }
    }

    /** Of an answer that goes on after the thread has left. */
    private record EndOfAnswer(Guest guest) implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            guest.end();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            // It completes next.
        }

        @Override
        public void onError(AsyncEvent event) {
            // It completes next.
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            event.getAsyncContext().addListener(this);
        }
    }

    @Override
    public void backgroundProcess() {
        super.backgroundProcess();
        PortRules.overdue(open(), limits).forEach(id -> sendAway(id, "since it took too long"));
    }
}
