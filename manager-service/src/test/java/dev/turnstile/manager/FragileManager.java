package dev.turnstile.manager;

import dev.turnstile.manager.cluster.KubeconfigConnector;
import dev.turnstile.manager.observe.Telemetry;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.service.SilentWatches;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.thread.Threads;
import io.kubernetes.client.openapi.ApiClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/**
 * One run of a manager's process, which can be killed between two of its requests, whatever they are about, and be cut
 * off from its own cluster while it lives.
 */
final class FragileManager implements AutoCloseable {
    private final ManagerRuntime runtime;
    private final SilentWatches watches = new SilentWatches();
    private volatile Predicate<Request> last = request -> false;
    private volatile boolean dead;
    private volatile boolean cutOff;

    /** A process that does not run yet. */
    FragileManager(ApiClient client, Supplier<Configuration> configuration, String identity, Clock clock) {
        client.setHttpClient(
                client.getHttpClient().newBuilder().addInterceptor(this::pass).build());
        runtime = new ManagerRuntime(
                new HttpApiConnection(client),
                new KubeconfigConnector(),
                Threads.system(),
                configuration,
                identity,
                clock,
                new Telemetry(new SimpleMeterRegistry(), ObservationRegistry.NOOP));
    }

    FragileManager start() {
        runtime.start();
        return this;
    }

    /** A note about a gate: nothing else of the local Workload but its status is written by a manager. */
    static boolean writesTheNote(Request request) {
        return request.method().equals("PATCH")
                && request.url().encodedPath().contains("/workloads/")
                && !request.url().encodedPath().endsWith("/status");
    }

    /** It dies after the first such request to its own cluster is carried out, and before it hears the answer. */
    FragileManager diesAfter(Predicate<Request> request) {
        last = request;
        return this;
    }

    /** Whether nothing reaches its own cluster. */
    void cutOff(boolean on) {
        cutOff = on;
    }

    /** It hears nothing more of its own cluster, and does not notice. */
    void fallsDeaf() {
        watches.fall();
    }

    /** Whether it has read its own cluster and is connected to all these. */
    boolean knows(List<String> workers) {
        return runtime.synced()
                && workers.stream()
                        .map(runtime.remotes()::get)
                        .allMatch(remote -> remote != null && remote.link().connected());
    }

    boolean dead() {
        return dead;
    }

    boolean leads() {
        return !dead && runtime.active();
    }

    /** Looks at everything, as after a change of its configuration. */
    void configurationChanged() {
        runtime.enqueueEverything();
    }

    /** It ends at once; what it has sent may still arrive. */
    void kill() {
        dead = true;
        Thread.ofVirtual().start(runtime::close);
    }

    private Response pass(Interceptor.Chain chain) throws IOException {
        if (dead || cutOff) {
            throw new IOException(dead ? "the process was killed" : "its own cluster is out of reach");
        }
        Response response = watches.intercept(chain);
        if (last.test(chain.request())) {
            response.close();
            kill();
            throw new IOException("the process was killed");
        }
        return response;
    }

    @Override
    public void close() {
        dead = true;
        runtime.close();
    }
}
