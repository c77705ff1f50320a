package dev.turnstile.service.informer;

import io.kubernetes.client.openapi.ApiClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;

/** A process of its own, with a heap of its own: reads one thing of a server, and prints how that ended. */
final class BoundedReader {
    private BoundedReader() {}

    public static void main(String[] arguments) {
        var connection = new HttpApiConnection(new ApiClient().setBasePath(arguments[0]));
        for (String path : arguments[1].split(",", -1)) {
            try {
                if (path.startsWith("watch:")) {
                    try (var changes =
                            connection.watch(path.substring("watch:".length()), Map.of(), Duration.ofSeconds(60))) {
                        changes.next();
                    }
                } else {
                    connection.get(path, Map.of());
                }
                System.out.println(path + " was read");
            } catch (UncheckedIOException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
