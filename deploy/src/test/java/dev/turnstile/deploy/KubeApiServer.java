package dev.turnstile.deploy;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A real kube-apiserver with its etcd, from given binaries, on loopback, with everything it keeps in a folder that
 * goes.
 */
final class KubeApiServer implements AutoCloseable {
    static final String NAME = "kube-apiserver";
    private static final String TOKEN = "admin-of-the-test";
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Path folder;
    private final int port = freePort();
    private final List<Process> processes = new ArrayList<>();

    private KubeApiServer(Path folder) {
        this.folder = folder;
    }

    static KubeApiServer start(Path assets) {
        try {
            KubeApiServer server = new KubeApiServer(Files.createTempDirectory("kube-apiserver"));
            try {
                server.launch(assets);
            } catch (IOException | RuntimeException failure) {
                server.close();
                throw failure;
            }
            return server;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void launch(Path assets) throws IOException {
        String clients = "http://127.0.0.1:" + freePort();
        String peers = "http://127.0.0.1:" + freePort();
        run(
                "etcd",
                assets.resolve("etcd").toString(),
                "--unsafe-no-fsync",
                "--data-dir=" + folder.resolve("etcd"),
                "--listen-client-urls=" + clients,
                "--advertise-client-urls=" + clients,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=default=" + peers);
        KeyPair keys = keys();
        write("accounts.key", "PRIVATE KEY", keys.getPrivate());
        write("accounts.pub", "PUBLIC KEY", keys.getPublic());
        Files.writeString(folder.resolve("tokens"), TOKEN + ",admin,1,\"system:masters\"\n");
        run(
                NAME,
                assets.resolve(NAME).toString(),
                "--etcd-servers=" + clients,
                "--cert-dir=" + folder.resolve("certificates"),
                "--bind-address=127.0.0.1",
                "--secure-port=" + port,
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + folder.resolve("accounts.pub"),
                "--service-account-signing-key-file=" + folder.resolve("accounts.key"),
                "--token-auth-file=" + folder.resolve("tokens"),
                "--authorization-mode=RBAC",
                "--service-cluster-ip-range=10.0.0.0/24");
        Awaitility.await(NAME + " to be ready; its log: " + folder.resolve(NAME + ".log"))
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptions()
                .until(this::isReady);
    }

    private boolean isReady() {
        try (HttpApi api = new HttpApi(kubeconfig())) {
            return api.send("GET", "/readyz", Map.of(), null).code() == 200
                    && api.send("GET", "/api/v1/namespaces/default", Map.of(), null)
                                    .code()
                            == 200;
        }
    }

    Kubeconfig kubeconfig() {
        try {
            return Kubeconfig.withToken(
                    URI.create("https://127.0.0.1:" + port),
                    Files.readString(folder.resolve("certificates").resolve("apiserver.crt")),
                    TOKEN);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void run(String name, String... command) throws IOException {
        processes.add(new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start());
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void write(String file, String type, Key key) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
        Files.writeString(
                folder.resolve(file), "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        try {
            for (Process process : processes.reversed()) {
                process.destroy();
                if (!process.waitFor(20, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                }
            }
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + NAME + " was stopping", interruption);
        }
    }
}
