package dev.turnstile.worker.visibility;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.feature.Feature;
import dev.turnstile.service.extension.ExtensionServer;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.certificate.Identity;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The server of pending workloads, where the feature {@code VisibilityOnDemand} is on; nothing where it is off. */
public final class VisibilityServer implements AutoCloseable {
    /** Of key stores in memory, which want one. */
    private static final String PASSWORD = "in memory";

    private final Optional<ExtensionServer> server;

    private VisibilityServer(Optional<ExtensionServer> server) {
        this.server = server;
    }

    /** Listens from now on, where that is on, with that certificate until another one is given. */
    public static VisibilityServer start(
            Configuration configuration,
            Identity identity,
            VisibilityApi api,
            ApiConnection connection,
            Threads threads,
            InstantSource clock) {
        if (!configuration.features().enabled(Feature.VISIBILITY_ON_DEMAND)) {
            return new VisibilityServer(Optional.empty());
        }
        var settings = configuration.visibilityServer();
        ExtensionServer server = new ExtensionServer(
                new ExtensionServer.Binding(settings.bindAddress(), settings.bindPort(), configuration.tls()),
                certificate(identity),
                api,
                connection,
                threads,
                clock);
        server.start();
        return new VisibilityServer(Optional.of(server));
    }

    private static ExtensionServer.Certificate certificate(Identity identity) {
        return new ExtensionServer.Certificate(identity.keyStore(PASSWORD), PASSWORD);
    }

    /** New connections see this certificate. */
    public void present(Identity identity) {
        server.ifPresent(running -> running.present(certificate(identity)));
    }

    /** The port; empty where the feature is off. */
    public Optional<Integer> port() {
        return server.map(ExtensionServer::port);
    }

    /** What keeps it from reading whom the cluster trusts; empty where nothing does. */
    public List<String> problems() {
        return server.map(ExtensionServer::problems).orElse(List.of());
    }

    @Override
    public void close() {
        server.ifPresent(ExtensionServer::close);
    }
}
