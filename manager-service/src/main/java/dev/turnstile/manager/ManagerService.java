package dev.turnstile.manager;

import dev.turnstile.service.ServiceStart;
import dev.turnstile.service.config.ServiceDefinition;
import java.util.List;
import java.util.TreeSet;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The manager-service: spreads workloads over clusters, of which only one at a time preempts. */
@SpringBootApplication
public class ManagerService {

    private static final ServiceDefinition DEFINITION = new ServiceDefinition(
            "manager-service",
            ManagerService.class,
            new TreeSet<>(List.of(
                    "admissionchecks.kueue.x-k8s.io",
                    "clusterqueues.kueue.x-k8s.io",
                    "localqueues.kueue.x-k8s.io",
                    "multikueueclusters.kueue.x-k8s.io",
                    "multikueueconfigs.kueue.x-k8s.io",
                    "workloads.kueue.x-k8s.io")));

    public static void main(String[] arguments) {
        start(arguments);
    }

    /** Starts a manager-service inside this process; closing the context ends it. */
    public static ConfigurableApplicationContext start(String... arguments) {
        return ServiceStart.start(DEFINITION, arguments);
    }
}
