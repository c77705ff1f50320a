package dev.turnstile.service.cluster;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import okhttp3.Interceptor;
import org.yaml.snakeyaml.error.YAMLException;

/** Makes the official client out of credentials. */
final class OfficialClient {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    private OfficialClient() {}

    static ApiClient open(Credentials credentials, String userAgent, Interceptor limit) {
        var client = switch (credentials) {
            case Credentials.Kubeconfig(var path) -> ofKubeconfig(path);
            case Credentials.ServiceAccount() -> ofServiceAccount();
        };
        client.setUserAgent(userAgent);
        client.setHttpClient(client.getHttpClient()
                .newBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .readTimeout(READ_TIMEOUT)
                .followRedirects(false)
                .followSslRedirects(false)
                .addInterceptor(limit)
                .build());
        return client;
    }

    private static ApiClient ofServiceAccount() {
        try {
            return ClientBuilder.cluster().build();
        } catch (IOException e) {
            throw new NoClusterException("the account of this pod cannot be used: " + e.getMessage());
        }
    }

    private static ApiClient ofKubeconfig(Path path) {
        try (var reader = Files.newBufferedReader(path)) {
            var kubeconfig = KubeConfig.loadKubeConfig(reader);
            kubeconfig.setFile(path.toFile());
            if (kubeconfig.getCurrentContext() == null || kubeconfig.getServer() == null) {
                throw new NoClusterException(
                        path + ": names no cluster to use; `kubectl config use-context NAME --kubeconfig=" + path
                                + "` chooses one");
            }
            return ClientBuilder.kubeconfig(kubeconfig).build();
        } catch (IOException e) {
            throw new NoClusterException(path + ": cannot be read: " + e.getMessage());
        } catch (YAMLException | ClassCastException | NullPointerException e) {
            throw new NoClusterException(path + ": is not a kubeconfig: " + e.getMessage());
        }
    }
}
