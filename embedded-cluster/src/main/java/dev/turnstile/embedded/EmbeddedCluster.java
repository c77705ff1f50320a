package dev.turnstile.embedded;

import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.http.ApiServer;
import dev.turnstile.embedded.builtin.BuiltInTypes;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.control.ControllerContext;
import dev.turnstile.embedded.control.Controllers;
import dev.turnstile.embedded.control.access.DefaultRoles;
import dev.turnstile.embedded.control.loop.ClusterClock;
import dev.turnstile.embedded.control.namespace.SystemObjects;
import dev.turnstile.embedded.control.scheduler.PodScheduler;
import dev.turnstile.embedded.fault.Faults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A Kubernetes API in this process, from {@link #start} to {@link #close}. Several can run at the same time, each on
 * its own port.
 */
public final class EmbeddedCluster implements AutoCloseable {
    private final Options options;
    private final ClusterClock clock;
    private final ApiServer api;
    private final Controllers controllers;

    private EmbeddedCluster(Options options, ClusterClock clock, ApiServer api, Controllers controllers) {
        this.options = options;
        this.clock = clock;
        this.api = api;
        this.controllers = controllers;
    }

    public static EmbeddedCluster start() {
        return start(Options.defaults());
    }

    /** Returns when the API serves requests. */
    public static EmbeddedCluster start(Options options) {
        ClusterClock clock = new ClusterClock(InstantSource.system(), options.speed());
        ApiServer api = new ApiServer(options.port(), options.seed(), BuiltInTypes::all);
        SystemObjects.create(api.client(), api.address().getPort(), api.frontProxy());
        DefaultRoles.create(api.client());
        Controllers controllers = Controllers.start(
                new ControllerContext(
                        api.client(),
                        clock,
                        Kubeconfig.withToken(api.address(), api.certificateAuthority(), api.adminToken()),
                        api.certificateAuthority(),
                        options.controllers(),
                        options.nodes(),
                        options.scheduler()),
                api.extensions());
        api.addMetrics(controllers::metrics);
        return new EmbeddedCluster(options, clock, api, controllers);
    }

    public String name() {
        return options.name();
    }

    public URI server() {
        return api.address();
    }

    public String token() {
        return api.adminToken();
    }

    /** PEM of the authority that signed the server's certificate. */
    public String certificateAuthority() {
        return api.certificateAuthority();
    }

    /** The same API without a socket. */
    public ClusterClient client() {
        return api.client();
    }

    /** Empty if the pod scheduler does not run here. */
    public Optional<PodScheduler> scheduler() {
        return controllers.scheduler();
    }

    public Faults faults() {
        return api.faults();
    }

    public ClusterClock clock() {
        return clock;
    }

    /**
     * The kubeconfig for kubectl and other clients, with the address, the certificate authority and the admin's token.
     */
    public String kubeconfig() {
        return KubeconfigFile.of(List.of(this));
    }

    public void writeKubeconfig(Path file) {
        try {
            Files.writeString(file, kubeconfig(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the kubeconfig cannot be written to " + file + ": " + e.getMessage(), e);
        }
    }

    String encodedAuthority() {
        return Base64.getEncoder().encodeToString(certificateAuthority().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        try {
            controllers.close();
        } finally {
            api.close();
        }
    }
}
