package dev.turnstile.playground;

import java.time.Duration;
import java.util.stream.Collectors;

/** What is printed once everything runs: what there is, and what to try. */
final class Greeting {
    private static final String NEXT = "\n             ";

    private Greeting() {}

    /** Of clusters without services. */
    static String bare(Fleet fleet, Arguments arguments, Duration took) {
        return """

            Turnstile's playground is ready after %.1f s%s.

              clusters   %s
              services   none: these clusters are empty

            Try:
              export KUBECONFIG=%s
              kubectl config get-contexts
              kubectl --context=%s get namespaces

            Ctrl-C ends it.\
            """.formatted(
                        seconds(took),
                        Memory.words(),
                        clusters(fleet),
                        arguments.kubeconfig(),
                        fleet.clusters().getLast().name());
    }

    /** Of the whole fleet. */
    static String full(Fleet fleet, Services services, Controls controls, Arguments arguments, Duration took) {
        return """

            Turnstile's playground is ready after %.1f s%s.

              console    %s
              controls   %s (play the story again, cut a worker off, end the leader)
              clusters   %s
              services   %s
              log        %s

            Try:
              export KUBECONFIG=%s
              kubectl --context=manager get multikueueclusters
              kubectl --context=manager -n team describe workloads
              kubectl --context=worker-1 -n team get workloads,jobs,pods

            Ctrl-C ends it.\
            """.formatted(
                        seconds(took),
                        Memory.words(),
                        services.console(),
                        controls.address(),
                        clusters(fleet),
                        services.running().stream()
                                .map(service -> "%s in %s, http://127.0.0.1:%d/actuator/health"
                                        .formatted(service.name(), service.cluster(), service.management()))
                                .collect(Collectors.joining(NEXT)),
                        arguments.folder().resolve("playground.log"),
                        arguments.kubeconfig());
    }

    private static double seconds(Duration took) {
        return took.toMillis() / 1000.0;
    }

    private static String clusters(Fleet fleet) {
        return fleet.clusters().stream()
                .map(cluster -> cluster.name() + " " + cluster.server())
                .collect(Collectors.joining(NEXT));
    }
}
