package dev.turnstile.worker.write.violation;

import dev.turnstile.core.message.Message;
import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.manager.ManagerService;
import io.kubernetes.client.openapi.ApiClient;
import java.util.List;

/** Knows the core, the client, the embedded cluster and the other service, and has a name that says nothing. */
public final class CuriousUtil {
    private CuriousUtil() {}

    public static List<Class<?>> known() {
        return List.of(Message.class, ApiClient.class, EmbeddedCluster.class, ManagerService.class);
    }
}
