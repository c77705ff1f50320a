package dev.turnstile.service.transcript;

import dev.turnstile.embedded.testing.Waiting;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import org.springframework.context.ConfigurableApplicationContext;

/** A whole service inside this process, as a story's controllers under test. */
public final class ServiceInProcess implements RunningControllers {
    /** All of this process log through one context, which a service that starts sets up anew. */
    private static final ReentrantLock STARTING = new ReentrantLock();

    private final ConfigurableApplicationContext service;
    private final List<Path> files;

    private ServiceInProcess(ConfigurableApplicationContext service, List<Path> files) {
        this.service = service;
        this.files = files;
    }

    /**
     * Starts it with files as a user gives them; returns once it is active.
     *
     * @param start what starts the service with arguments
     * @param active whether it watches and leads
     * @param more arguments beside kubeconfig, configuration and the ports that every service has
     */
    public static ServiceInProcess start(
            Function<String[], ConfigurableApplicationContext> start,
            Predicate<ConfigurableApplicationContext> active,
            String kubeconfig,
            Settings settings,
            String... more) {
        try {
            Path folder = Files.createTempDirectory("story");
            Path access = Files.writeString(folder.resolve("kubeconfig"), kubeconfig);
            Path configuration = Files.writeString(folder.resolve("configuration.yaml"), settings.configurationFile());
            List<String> arguments = new ArrayList<>(List.of(
                    "--kubeconfig=" + access,
                    "--config=" + configuration,
                    "--server.port=0",
                    "--management.server.port=0"));
            arguments.addAll(List.of(more));
            ConfigurableApplicationContext service = oneByOne(start, arguments.toArray(String[]::new));
            Waiting.until("the service to be active", () -> active.test(service));
            return new ServiceInProcess(service, List.of(configuration, access, folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ConfigurableApplicationContext oneByOne(
            Function<String[], ConfigurableApplicationContext> start, String[] arguments) {
        STARTING.lock();
        try {
            return start.apply(arguments);
        } finally {
            STARTING.unlock();
        }
    }

    @Override
    public String metrics() {
        return service.getBean(PrometheusMeterRegistry.class).scrape();
    }

    @Override
    public void close() {
        service.close();
        try {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
