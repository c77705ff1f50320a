package dev.turnstile.service.example;

import dev.turnstile.service.ServiceStart;
import dev.turnstile.service.config.ServiceDefinition;
import java.util.List;
import java.util.TreeSet;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A service with nothing but its shell. */
@SpringBootApplication
public class ExampleService {

    public static ConfigurableApplicationContext start(String... arguments) {
        return ServiceStart.start(
                new ServiceDefinition(
                        "example-service",
                        ExampleService.class,
                        new TreeSet<>(List.of("workloads.kueue.x-k8s.io", "cohorts.kueue.x-k8s.io"))),
                arguments);
    }
}
