package dev.turnstile.proof.world;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.proof.thread.Baton;
import dev.turnstile.proof.thread.ServiceProcess;
import dev.turnstile.worker.WorkerBuilder;
import dev.turnstile.worker.WorkerRuntime;
import dev.turnstile.worker.job.BatchJob;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A worker-service. */
final class WorkerService extends Service {
    private final Cluster cluster;
    private final Supplier<Configuration> configuration;

    WorkerService(
            String name, Cluster cluster, Supplier<Configuration> configuration, Baton baton, RandomGenerator random) {
        super(name, baton, random);
        this.cluster = cluster;
        this.configuration = configuration;
        var _ = line(cluster);
    }

    @Override
    void begin(ServiceProcess self) {
        WorkerRuntime runtime = new WorkerBuilder(line(cluster).connection(), configuration.get())
                .threads(self.threads())
                .identity(self.name())
                .clock(self.asClock())
                .kinds(List.of(new BatchJob()))
                .build();
        runtime.start();
        audit(runtime.auditor(AUDIT), self);
    }
}
