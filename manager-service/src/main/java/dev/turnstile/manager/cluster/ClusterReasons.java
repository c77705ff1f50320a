package dev.turnstile.manager.cluster;

/** Reasons of the condition {@code Active} of a MultiKueueCluster. */
public final class ClusterReasons {
    /** {@code True}: connected. */
    public static final String ACTIVE = "Active";

    /** {@code False}: there is no kubeconfig, or it names no cluster. */
    public static final String BAD_KUBE_CONFIG = "BadKubeConfig";

    /** {@code False}: the kubeconfig can not be read, or is not safe to use. */
    public static final String INSECURE_KUBE_CONFIG = "InsecureKubeConfig";

    /** {@code False}: the cluster does not answer, or refuses us. */
    public static final String CLIENT_CONNECTION_FAILED = "ClientConnectionFailed";

    private ClusterReasons() {}
}
