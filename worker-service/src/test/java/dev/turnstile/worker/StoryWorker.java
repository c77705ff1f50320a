package dev.turnstile.worker;

import dev.turnstile.service.DeployedAccount;
import dev.turnstile.service.transcript.RunningControllers;
import dev.turnstile.service.transcript.Settings;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.context.ConfigurableApplicationContext;

/** A whole worker-service inside this process, as a story's controllers under test. */
final class StoryWorker {
    private StoryWorker() {}

    static RunningControllers start(String cluster, String kubeconfig, Settings settings) {
        try {
            Path folder = Files.createTempDirectory("story-" + cluster);
            Path access = Files.writeString(
                    folder.resolve("kubeconfig"), DeployedAccount.WORKER_SERVICE.kubeconfig(kubeconfig));
            Path configuration = Files.writeString(folder.resolve("configuration.yaml"), settings.configurationFile());
            ConfigurableApplicationContext service = WorkerService.start(
                    "--kubeconfig=" + access,
                    "--config=" + configuration,
                    "--server.port=0",
                    "--management.server.port=0",
                    "--webhook.port=0");
            WorkerRuntime worker = service.getBean(WorkerRuntime.class);
            WorkerCluster.eventually("the worker is active", worker::active);
            PrometheusMeterRegistry measured = service.getBean(PrometheusMeterRegistry.class);
            return new RunningControllers() {
                @Override
                public String metrics() {
                    return measured.scrape();
                }

                @Override
                public void close() {
                    service.close();
                    delete(configuration, access, folder);
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path... files) {
        try {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
