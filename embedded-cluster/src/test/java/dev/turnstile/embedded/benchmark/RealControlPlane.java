package dev.turnstile.embedded.benchmark;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** etcd and kube-apiserver from a folder of binaries, in a folder that is thrown away. */
public final class RealControlPlane implements AutoCloseable {
    static final String TOKEN = "benchmark-token";

    private final Path folder;
    private final Process etcd;
    private final Process apiServer;
    private final int port;

    /** Starts both; {@link #endpoint} waits until they serve requests. */
    public RealControlPlane(Path binaries) throws IOException, InterruptedException {
        folder = Files.createTempDirectory("benchmark");
        int etcdPort = freePort();
        int peerPort = freePort();
        port = freePort();
        String etcdUrl = "http://127.0.0.1:" + etcdPort;
        String peerUrl = "http://127.0.0.1:" + peerPort;
        etcd = start(
                folder,
                "etcd",
                List.of(
                        binaries.resolve("etcd").toString(),
                        "--data-dir=" + folder.resolve("data"),
                        "--listen-client-urls=" + etcdUrl,
                        "--advertise-client-urls=" + etcdUrl,
                        "--listen-peer-urls=" + peerUrl,
                        "--initial-advertise-peer-urls=" + peerUrl,
                        "--initial-cluster=default=" + peerUrl));
        Path key = folder.resolve("key.pem");
        Files.writeString(key, privateKey());
        Path tokens = folder.resolve("tokens.csv");
        Files.writeString(tokens, TOKEN + ",admin,admin,system:masters\n");
        apiServer = start(
                folder,
                "kube-apiserver",
                List.of(
                        binaries.resolve("kube-apiserver").toString(),
                        "--etcd-servers=" + etcdUrl,
                        "--secure-port=" + port,
                        "--bind-address=127.0.0.1",
                        "--cert-dir=" + folder,
                        "--service-cluster-ip-range=10.0.0.0/24",
                        "--service-account-issuer=https://kubernetes.default.svc",
                        "--service-account-key-file=" + key,
                        "--service-account-signing-key-file=" + key,
                        "--token-auth-file=" + tokens,
                        "--authorization-mode=RBAC",
                        "--disable-admission-plugins=ServiceAccount"));
    }

    private static Process start(Path folder, String name, List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start();
    }

    /** For other clients; once it is ready. */
    public String kubeconfig() throws IOException {
        String authority = Base64.getEncoder().encodeToString(Files.readAllBytes(folder.resolve("apiserver.crt")));
        return """
            apiVersion: v1
            kind: Config
            current-context: benchmark
            clusters: [{name: benchmark, cluster: {server: "https://127.0.0.1:%d", certificate-authority-data: %s}}]
            users: [{name: benchmark, user: {token: %s}}]
            contexts: [{name: benchmark, context: {cluster: benchmark, user: benchmark}}]
            """.formatted(port, authority, TOKEN);
    }

    /** Waits until it is ready. */
    public void awaitReady() throws IOException, InterruptedException {
        endpoint().close();
    }

    Endpoint endpoint() throws IOException, InterruptedException {
        Endpoint endpoint = new Endpoint(URI.create("https://127.0.0.1:" + port), TOKEN);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            try {
                endpoint.send("GET", "/readyz", "application/json", "");
                return endpoint;
            } catch (IOException e) {
                if (System.nanoTime() > deadline || !apiServer.isAlive()) {
                    throw new IOException("kube-apiserver did not become ready within 60 s: " + e.getMessage(), e);
                }
                Thread.sleep(200);
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static String privateKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            byte[] encoded = generator.generateKeyPair().getPrivate().getEncoded();
            return "-----BEGIN PRIVATE KEY-----\n"
                    + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                            .encodeToString(encoded)
                    + "\n-----END PRIVATE KEY-----\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no RSA on this JVM: " + e.getMessage(), e);
        }
    }

    /** Forcibly: without its etcd, an API server never gets to the end of its orderly shutdown. */
    @Override
    public void close() {
        apiServer.destroyForcibly().onExit().join();
        etcd.destroyForcibly().onExit().join();
    }
}
