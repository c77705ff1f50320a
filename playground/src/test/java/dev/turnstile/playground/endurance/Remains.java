package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.api.ApiException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What there is when a run has failed, beside the logs: the objects of every API server, and what the services report.
 */
record Remains(Path folder, ProcessFleet fleet) {
    void keep() {
        for (Site site : fleet.sites()) {
            StringBuilder text = new StringBuilder();
            for (String path : List.of(Site.WORKLOADS, Site.JOBS, Site.PODS, AtRest.QUEUE)) {
                try {
                    text.append(site.api().get(path)).append('\n');
                } catch (ApiException | UncheckedIOException e) {
                    text.append(path).append(": ").append(e.getMessage()).append('\n');
                }
            }
            write("objects-" + site.name(), text.toString());
        }
        fleet.services()
                .forEach((name, service) -> service.managementPort().ifPresent(port -> {
                    StringBuilder text = new StringBuilder();
                    for (String endpoint : List.of("queues", "workloads", "clusters", "orchestration", "health")) {
                        text.append(endpoint)
                                .append(' ')
                                .append(Endpoints.read(port, "/actuator/" + endpoint))
                                .append('\n');
                    }
                    text.append(service.threads());
                    write("state-" + name.replace(' ', '-'), text.toString());
                }));
    }

    private void write(String name, String text) {
        try {
            Files.writeString(folder.resolve(name + ".log"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be written", e);
        }
    }
}
