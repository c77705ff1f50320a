package dev.turnstile.playground;

import dev.turnstile.embedded.EmbeddedCluster;
import java.time.Duration;
import java.util.stream.Collectors;

/** What is printed once everything runs: what there is, and what to try. */
record Greeting(Fleet fleet, Services services, Arguments arguments) {

    String text(Duration took) {
        return """

            Turnstile's playground is ready after %.1f s.

              clusters   %s
              services   %s
              log        %s

            Try:
              export KUBECONFIG=%s
              kubectl config get-contexts
              kubectl --context=%s get namespaces
            %s
            Ctrl-C ends it.\
            """.formatted(
                        took.toMillis() / 1000.0,
                        fleet.clusters().stream()
                                .map(cluster -> cluster.name() + " " + cluster.server())
                                .collect(Collectors.joining("\n             ")),
                        servicesInWords(),
                        arguments.folder().resolve("playground.log"),
                        arguments.kubeconfig(),
                        last().name(),
                        arguments.bare() ? "" : "  kubectl --context=worker-1 -n team get workloads,jobs,pods\n");
    }

    private String servicesInWords() {
        return arguments.bare()
                ? "none: these clusters are empty"
                : services.running().stream()
                        .map(service -> "%s in %s, http://127.0.0.1:%d/actuator/health"
                                .formatted(service.name(), service.cluster(), service.port("management")))
                        .collect(Collectors.joining("\n             "));
    }

    private EmbeddedCluster last() {
        return fleet.clusters().getLast();
    }
}
