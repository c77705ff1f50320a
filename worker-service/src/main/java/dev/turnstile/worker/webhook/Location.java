package dev.turnstile.worker.webhook;

import dev.turnstile.model.config.Configuration;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Where this process runs, as the API server sees it. */
public sealed interface Location {
    /** The Service in front of the server of pending workloads, which shows the same certificate; named as Kueue's. */
    String VISIBILITY_SERVICE = "kueue-visibility-server";

    /** In a pod of the cluster, behind a Service. */
    record Inside(String namespace, String service) implements Location {
        @Override
        public SortedSet<String> names() {
            SortedSet<String> names = new TreeSet<>();
            for (String each : List.of(service, VISIBILITY_SERVICE)) {
                String name = each + "." + namespace + ".svc";
                names.addAll(List.of(name, name + ".cluster.local"));
            }
            return names;
        }

        @Override
        public Destination destination(int port) {
            return new Destination.Service(namespace, service);
        }
    }

    /** Somewhere else, at an address that the API server reaches. */
    record Outside(String host) implements Location {
        @Override
        public SortedSet<String> names() {
            return new TreeSet<>(List.of(host));
        }

        @Override
        public Destination destination(int port) {
            return new Destination.Address(host, port);
        }
    }

    /** Inside, with the names that the configuration gives. */
    static Location inside(Configuration configuration) {
        return new Inside(
                configuration.namespace(),
                configuration.internalCertManagement().webhookServiceName());
    }

    /** The names that the server's certificate has to have. */
    SortedSet<String> names();

    /** What the webhook configurations have to say. */
    Destination destination(int port);
}
