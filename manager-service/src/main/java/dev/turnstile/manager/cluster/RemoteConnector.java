package dev.turnstile.manager.cluster;

import dev.turnstile.service.informer.ApiConnection;
import java.util.function.Function;

/** Makes connections to worker clusters. */
@FunctionalInterface
public interface RemoteConnector {
    /**
     * A connection that has sent nothing yet.
     *
     * @param calls is given the verb of each request; what it returns is run when the request has ended
     */
    ApiConnection connect(KubeconfigReading.Usable kubeconfig, Function<String, Runnable> calls);
}
