package dev.turnstile.deploy;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** An API server to try our definitions on: the one that the property {@code turnstile.cluster} names. */
record TestServer(String name, HttpApi api, Runnable stop) implements AutoCloseable {
    static TestServer start() {
        String assets = System.getenv("KUBEBUILDER_ASSETS");
        String wanted = System.getProperty("turnstile.cluster", "");
        String name = !wanted.isEmpty() ? wanted : assets != null ? KubeApiServer.NAME : SchemaServer.NAME;
        return switch (name) {
            case SchemaServer.NAME -> embedded();
            case KubeApiServer.NAME -> kubeApiServer(assets);
            default ->
                throw new IllegalArgumentException("turnstile.cluster is " + name + "; these tests know "
                        + SchemaServer.NAME + " and " + KubeApiServer.NAME);
        };
    }

    private static TestServer embedded() {
        EmbeddedCluster cluster = EmbeddedCluster.start();
        HttpApi api =
                new HttpApi(Kubeconfig.withToken(cluster.server(), cluster.certificateAuthority(), cluster.token()));
        return new TestServer(SchemaServer.NAME, api, cluster::close);
    }

    private static TestServer kubeApiServer(@Nullable String assets) {
        if (assets == null) {
            throw new IllegalStateException(
                    "KUBEBUILDER_ASSETS is not set; put KUBEBUILDER_ASSETS=$(ci/control-plane/install) in front");
        }
        KubeApiServer server = KubeApiServer.start(Path.of(assets));
        return new TestServer(KubeApiServer.NAME, new HttpApi(server.kubeconfig()), server::close);
    }

    @Override
    public void close() {
        api.close();
        stop.run();
    }
}
