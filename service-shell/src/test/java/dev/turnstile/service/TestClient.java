package dev.turnstile.service;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;

/** The official client, as a kubeconfig says. */
public final class TestClient {
    private TestClient() {}

    /** One for the cluster and the user that this text names. */
    public static ApiClient of(String kubeconfig) {
        try {
            return ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(new StringReader(kubeconfig)))
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
