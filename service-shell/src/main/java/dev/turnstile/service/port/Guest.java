package dev.turnstile.service.port;

import dev.turnstile.service.port.OpenConnection.Phase;
import java.io.IOException;
import java.time.Duration;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.jspecify.annotations.Nullable;

/** One connection and what it has done so far. Times are those of Tomcat's own notes: milliseconds of the clock. */
final class Guest {
    /** Null for the moment between its first request and the end of its arrival: both happen at the same time. */
    private volatile @Nullable NioSocketWrapper socket;

    private volatile String peer = "";
    /** When the phase began: connected, or answered. Written by the thread that answers. */
    private volatile long since = System.currentTimeMillis();
    /** Whether it was ever answered. */
    private volatile boolean known;
    /** Whether it is being answered. */
    private volatile boolean served;
    /** When a later request was first seen to have begun; 0 where none has. Sightings only. */
    private volatile long asking;
    /** Whether it was sent away. */
    private volatile boolean leaving;

    void arrived(NioSocketWrapper its, String from) {
        peer = from;
        socket = its;
    }

    void begin() {
        asking = 0;
        served = true;
    }

    void end() {
        since = System.currentTimeMillis();
        known = true;
        served = false;
    }

    boolean gone() {
        NioSocketWrapper its = socket;
        return leaving || (its != null && its.isClosed());
    }

    String peer() {
        return peer;
    }

    OpenConnection seen(String id) {
        long now = System.currentTimeMillis();
        if (served) {
            return new OpenConnection(id, peer, Phase.SERVED, Duration.ofMillis(now - since));
        }
        if (!known) {
            return new OpenConnection(id, peer, Phase.NEW, Duration.ofMillis(now - since));
        }
        NioSocketWrapper its = socket;
        if (asking == 0 && its != null && its.getLastRead() > since) {
            asking = now;
        }
        return asking == 0
                ? new OpenConnection(id, peer, Phase.IDLE, Duration.ofMillis(now - since))
                : new OpenConnection(id, peer, Phase.ASKING, Duration.ofMillis(now - asking));
    }

    /**
     * Has Tomcat find the end of what this peer says, so that it closes the connection in its own way: one that is
     * closed under its hands it goes on to count.
     */
    void sendAway() throws IOException {
        leaving = true;
        NioSocketWrapper its = socket;
        NioChannel channel = its == null ? null : its.getSocket();
        if (channel != null && channel.getIOChannel() != null) {
            channel.getIOChannel().shutdownInput();
        }
    }
}
