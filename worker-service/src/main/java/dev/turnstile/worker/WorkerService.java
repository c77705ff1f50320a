package dev.turnstile.worker;

import dev.turnstile.service.ServiceStart;
import dev.turnstile.service.config.ServiceDefinition;
import java.util.List;
import java.util.TreeSet;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The worker-service: queues jobs, reserves quota and preempts in one cluster. */
@SpringBootApplication
public class WorkerService {

    private static final ServiceDefinition DEFINITION = new ServiceDefinition(
            "worker-service",
            WorkerService.class,
            new TreeSet<>(List.of(
                    "admissionchecks.kueue.x-k8s.io",
                    "clusterqueues.kueue.x-k8s.io",
                    "cohorts.kueue.x-k8s.io",
                    "localqueues.kueue.x-k8s.io",
                    "resourceflavors.kueue.x-k8s.io",
                    "workloadpriorityclasses.kueue.x-k8s.io",
                    "workloads.kueue.x-k8s.io")));

    public static void main(String[] arguments) {
        start(arguments);
    }

    /** Starts a worker-service inside this process; closing the context ends it. */
    public static ConfigurableApplicationContext start(String... arguments) {
        return ServiceStart.start(DEFINITION, arguments);
    }
}
