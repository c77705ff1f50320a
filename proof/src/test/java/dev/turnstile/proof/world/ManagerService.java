package dev.turnstile.proof.world;

import dev.turnstile.manager.ManagerRuntime;
import dev.turnstile.manager.cluster.KubeconfigReading;
import dev.turnstile.manager.observe.Telemetry;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.proof.thread.Baton;
import dev.turnstile.proof.thread.ServiceProcess;
import dev.turnstile.service.informer.ApiConnection;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A manager-service. The servers that kubeconfigs name are the clusters of that name. */
final class ManagerService extends Service {
    private final Cluster own;
    private final Map<String, Cluster> clusters;
    private final Supplier<Configuration> configuration;

    ManagerService(
            String name,
            Cluster own,
            Map<String, Cluster> clusters,
            Supplier<Configuration> configuration,
            Baton baton,
            RandomGenerator random) {
        super(name, baton, random);
        this.own = own;
        this.clusters = clusters;
        this.configuration = configuration;
        clusters.values().forEach(this::line);
    }

    @Override
    void begin(ServiceProcess self) {
        ManagerRuntime runtime = new ManagerRuntime(
                line(own).connection(),
                this::connect,
                self.threads(),
                configuration,
                self.name(),
                self.asClock(),
                new Telemetry(new FailingGateMetrics(), ObservationRegistry.NOOP));
        runtime.start();
        audit(runtime.auditor(AUDIT), self);
    }

    /** The listener of opened gates fails, always: the gates of that group go on all the same. */
    private static final class FailingGateMetrics extends SimpleMeterRegistry {
        @Override
        protected Counter newCounter(Meter.Id id) {
            if (id.getName().equals("kueue.multikueue.preemption.ungated")) {
                throw new IllegalStateException("no meter for " + id);
            }
            return super.newCounter(id);
        }
    }

    private ApiConnection connect(KubeconfigReading.Usable kubeconfig, Function<String, Runnable> calls) {
        String host = kubeconfig.server().substring("https://".length());
        Cluster cluster = clusters.get(host);
        if (cluster == null) {
            throw new IllegalStateException("there is no server " + host);
        }
        return line(cluster).connection();
    }
}
