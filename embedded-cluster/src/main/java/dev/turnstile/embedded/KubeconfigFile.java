package dev.turnstile.embedded;

import java.util.List;

/** Writes the kubeconfig of one or several clusters, with one context for each. */
public final class KubeconfigFile {
    private KubeconfigFile() {}

    /** The context of the first cluster is the current one. */
    public static String of(List<EmbeddedCluster> embedded) {
        StringBuilder clusters = new StringBuilder();
        StringBuilder contexts = new StringBuilder();
        StringBuilder users = new StringBuilder();
        for (EmbeddedCluster cluster : embedded) {
            clusters.append("""
                - name: %1$s
                  cluster:
                    server: %2$s
                    certificate-authority-data: %3$s
                """.formatted(cluster.name(), cluster.server(), cluster.encodedAuthority()));
            contexts.append("""
                - name: %1$s
                  context:
                    cluster: %1$s
                    user: %1$s-admin
                """.formatted(cluster.name()));
            users.append("""
                - name: %1$s-admin
                  user:
                    token: %2$s
                """.formatted(cluster.name(), cluster.token()));
        }
        return "apiVersion: v1\nkind: Config\ncurrent-context: "
                + embedded.getFirst().name() + "\nclusters:\n" + clusters + "contexts:\n" + contexts + "users:\n"
                + users;
    }
}
