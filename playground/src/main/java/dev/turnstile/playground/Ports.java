package dev.turnstile.playground;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The ports that the playground takes. They are tried before anything starts, so that all that are taken are named at
 * once.
 */
final class Ports {
    static final int CONTROLS = 9;
    static final int FIRST_SERVICE = 10;
    static final int PER_SERVICE = 3;
    private static final List<String> PURPOSES = List.of("requests", "health and metrics", "webhooks");

    private Ports() {}

    /** Throws, in words, where one is taken. */
    static void check(Arguments arguments) throws Arguments.UsageException {
        List<String> taken = new ArrayList<>();
        wanted(arguments).forEach((port, purpose) -> {
            if (port != 0 && isTaken(port)) {
                taken.add(port + " (" + purpose + ")");
            }
        });
        if (!taken.isEmpty()) {
            throw new Arguments.UsageException("--ports=" + arguments.firstPort() + ": somebody else listens on "
                    + String.join(", ", taken) + ". End that, or take other ports: --ports=17440, with Maven"
                    + " ./mvnw spring-boot:run -Dspring-boot.run.arguments=--ports=17440; --ports=0 takes free ones");
        }
    }

    private static SortedMap<Integer, String> wanted(Arguments arguments) {
        SortedMap<Integer, String> wanted = new TreeMap<>();
        List<String> clusters = Fleet.names(arguments);
        for (int index = 0; index < clusters.size(); index++) {
            wanted.put(arguments.port(index), "API of " + clusters.get(index));
        }
        if (!arguments.bare()) {
            wanted.put(arguments.port(CONTROLS), "controls");
            List<String> services = new ArrayList<>();
            clusters.forEach(cluster -> services.add("worker-service in " + cluster));
            services.add("manager-service in " + clusters.getFirst());
            for (int index = 0; index < services.size(); index++) {
                for (int each = 0; each < PER_SERVICE; each++) {
                    wanted.put(
                            arguments.port(FIRST_SERVICE + PER_SERVICE * index + each),
                            services.get(index) + ", " + PURPOSES.get(each));
                }
            }
        }
        return wanted;
    }

    private static boolean isTaken(int port) {
        try (ServerSocket _ = new ServerSocket(port)) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }
}
