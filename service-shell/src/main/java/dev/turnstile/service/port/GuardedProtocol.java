package dev.turnstile.service.port;

import org.apache.coyote.http11.Http11NioProtocol;

/** HTTP whose connections a {@link PortGuard} knows. Tomcat makes it by its name. */
public final class GuardedProtocol extends Http11NioProtocol {
    /** Without a guard yet. */
    public GuardedProtocol() {
        super(new GuardedEndpoint());
    }

    void guardedBy(PortGuard guard) {
        ((GuardedEndpoint) getEndpoint()).guardedBy(guard);
    }
}
