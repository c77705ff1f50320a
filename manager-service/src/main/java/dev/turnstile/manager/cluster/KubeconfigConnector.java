package dev.turnstile.manager.cluster;

import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.HttpApiConnection;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Function;

/** Connects to the server that a kubeconfig names. */
public final class KubeconfigConnector implements RemoteConnector {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    @Override
    public ApiConnection connect(KubeconfigReading.Usable kubeconfig, Function<String, Runnable> calls) {
        return new HttpApiConnection(client(kubeconfig, calls));
    }

    private static ApiClient client(KubeconfigReading.Usable kubeconfig, Function<String, Runnable> calls) {
        try {
            ApiClient client = ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(kubeconfig.text())))
                    .build();
            client.setUserAgent("turnstile-manager-service");
            client.setHttpClient(client.getHttpClient()
                    .newBuilder()
                    .connectTimeout(CONNECT_TIMEOUT)
                    .addInterceptor(chain -> {
                        Runnable answered = calls.apply(chain.request().method());
                        try {
                            return chain.proceed(chain.request());
                        } finally {
                            answered.run();
                        }
                    })
                    .build());
            return client;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
