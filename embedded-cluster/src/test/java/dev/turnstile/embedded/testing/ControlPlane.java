package dev.turnstile.embedded.testing;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A real control plane on loopback: etcd, kube-apiserver, kube-controller-manager and kube-scheduler, and no kubelet.
 * Each of its parts can be killed and started again where it was.
 */
public final class ControlPlane implements TestCluster.Server {
    /** A program of it, in the order in which they are started. */
    public enum Part {
        STORE("etcd"),
        API("kube-apiserver"),
        CONTROLLERS("kube-controller-manager"),
        SCHEDULER("kube-scheduler");

        private final String program;

        Part(String program) {
            this.program = program;
        }
    }

    private static final String TOKEN = "embedded-admin-of-a-control-plane";
    private static final String PROXY = "front-proxy-client";
    private static final String ISSUER = "https://kubernetes.default.svc";

    // Only requests of deployed services: few, and those that tests of their rights need.
    private static final String AUDIT = """
        apiVersion: audit.k8s.io/v1
        kind: Policy
        omitStages: [RequestReceived]
        rules:
        - {level: Metadata, userGroups: ["system:serviceaccounts:kueue-system"]}
        - {level: None}
        """;

    private final Path binaries;
    private final Path folder;
    private final Set<Part> parts;
    private final String controllers;
    // Ended by its owner, and by the end of the JVM, which may come meanwhile.
    private final Map<Part, Process> processes = new ConcurrentHashMap<>();
    private final int port = freePort();
    private final int store = freePort();
    private final int storePeer = freePort();

    private ControlPlane(Path binaries, Path folder, Set<Part> parts, String controllers) {
        this.binaries = binaries;
        this.folder = folder;
        this.parts = parts;
        this.controllers = controllers;
    }

    static ControlPlane start(Path binaries) {
        return start(binaries, EnumSet.allOf(Part.class), "*");
    }

    /**
     * Starts the smallest one that runs Jobs where somebody else binds their pods: without a scheduler, and with the
     * controllers of Jobs, namespaces, pods without a node and garbage alone.
     */
    public static ControlPlane startForJobs(Path binaries) {
        return start(
                binaries,
                EnumSet.complementOf(EnumSet.of(Part.SCHEDULER)),
                "job-controller,garbage-collector-controller,pod-garbage-collector-controller,namespace-controller,"
                        + "serviceaccount-controller,root-ca-certificate-publisher-controller");
    }

    private static ControlPlane start(Path binaries, Set<Part> parts, String controllers) {
        try {
            var plane = new ControlPlane(binaries, Files.createTempDirectory("control-plane"), parts, controllers);
            Runtime.getRuntime().addShutdownHook(new Thread(plane::endProcesses));
            try {
                plane.startAll();
            } catch (RuntimeException e) {
                plane.close();
                throw e;
            }
            return plane;
        } catch (IOException e) {
            throw new UncheckedIOException("the control plane in " + binaries + " did not start", e);
        }
    }

    @Override
    public String kubeconfig() {
        try {
            var authority = Base64.getEncoder().encodeToString(Files.readAllBytes(folder.resolve("apiserver.crt")));
            return """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters: [{name: test, cluster: {server: "https://127.0.0.1:%d", certificate-authority-data: %s}}]
                users: [{name: test, user: {token: %s}}]
                contexts: [{name: test, context: {cluster: test, user: test}}]
                """.formatted(port, authority, TOKEN);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tokens as it issued them at another time. */
    AccountTokens tokens() throws IOException {
        return AccountTokens.signedWith(folder.resolve("account.key"), ISSUER);
    }

    /** The requests of the accounts of deployed services, one event per line. */
    Path audit() {
        return folder.resolve("audit.log");
    }

    @Override
    public void close() {
        endProcesses();
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " could not be removed", e);
        }
    }

    private void startAll() throws IOException {
        Files.writeString(folder.resolve("audit.yaml"), AUDIT);
        Files.writeString(folder.resolve("tokens.csv"), TOKEN + ",admin,admin,system:masters\n");
        Files.writeString(folder.resolve("account.key"), privateKey());
        var proxies = new TestAuthority("front-proxy-ca");
        var proxy = proxies.client("CN=" + PROXY);
        Files.writeString(folder.resolve("front-proxy-ca.crt"), proxies.pem());
        Files.writeString(folder.resolve("front-proxy.crt"), proxy.certificate());
        Files.writeString(folder.resolve("front-proxy.key"), proxy.key());
        start(Part.STORE);
        start(Part.API);
        Waiting.until("kube-apiserver's certificate", () -> Files.exists(folder.resolve("apiserver.crt")));
        Waiting.until("kube-apiserver to be ready", this::isReady);
        Files.writeString(folder.resolve("kubeconfig"), kubeconfig());
        parts.stream().filter(part -> !processes.containsKey(part)).forEach(this::start);
    }

    /** The garbage collector discovers new kinds twice a minute, and when it starts. */
    @Override
    public void definitionsChanged() {
        stop(Part.CONTROLLERS);
        start(Part.CONTROLLERS);
    }

    @Override
    public void stopApi() {
        stop(Part.API);
    }

    @Override
    public void startApi() {
        start(Part.API);
    }

    private void stop(Part part) {
        var running = processes.remove(part);
        if (running != null) {
            end(running);
        }
    }

    /** Ends a part as {@code kill -9} does. */
    public void kill(Part part) {
        var running = processes.remove(part);
        if (running != null) {
            running.destroyForcibly().onExit().join();
        }
    }

    /** What the store holds, for a copy of it while it does not run; a copy is put back the same way. */
    public Path storeData() {
        return folder.resolve("etcd");
    }

    /** Starts a part that does not run, with what it had. */
    public void start(Part part) {
        var key = folder.resolve("account.key");
        var kubeconfig = "--kubeconfig=" + folder.resolve("kubeconfig");
        switch (part) {
            case STORE ->
                run(
                        part,
                        "--data-dir=" + storeData(),
                        "--listen-client-urls=http://127.0.0.1:" + store,
                        "--advertise-client-urls=http://127.0.0.1:" + store,
                        "--listen-peer-urls=http://127.0.0.1:" + storePeer,
                        "--unsafe-no-fsync");
            case API ->
                run(
                        part,
                        "--etcd-servers=http://127.0.0.1:" + store,
                        "--cert-dir=" + folder,
                        "--bind-address=127.0.0.1",
                        "--advertise-address=127.0.0.1",
                        "--secure-port=" + port,
                        "--service-account-issuer=" + ISSUER,
                        "--service-account-key-file=" + key,
                        "--service-account-signing-key-file=" + key,
                        "--token-auth-file=" + folder.resolve("tokens.csv"),
                        "--authorization-mode=RBAC",
                        "--requestheader-client-ca-file=" + folder.resolve("front-proxy-ca.crt"),
                        "--requestheader-allowed-names=" + PROXY,
                        "--requestheader-username-headers=X-Remote-User",
                        "--requestheader-group-headers=X-Remote-Group",
                        "--requestheader-extra-headers-prefix=X-Remote-Extra-",
                        "--proxy-client-cert-file=" + folder.resolve("front-proxy.crt"),
                        "--proxy-client-key-file=" + folder.resolve("front-proxy.key"),
                        "--audit-policy-file=" + folder.resolve("audit.yaml"),
                        "--audit-log-path=" + audit(),
                        "--service-cluster-ip-range=10.0.0.0/24");
            case CONTROLLERS ->
                run(
                        part,
                        kubeconfig,
                        "--controllers=" + controllers,
                        "--service-account-private-key-file=" + key,
                        "--root-ca-file=" + folder.resolve("apiserver.crt"),
                        "--leader-elect=false",
                        "--secure-port=0");
            case SCHEDULER -> run(part, kubeconfig, "--leader-elect=false", "--secure-port=0");
        }
    }

    private boolean isReady() {
        try (var api = new HttpApi(Kubeconfig.parse(kubeconfig()))) {
            return api.send("GET", "/readyz", Map.of(), null).code() == 200;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private void run(Part part, String... arguments) {
        var program = part.program;
        var command = new ArrayList<String>();
        command.add(binaries.resolve(program).toString());
        command.addAll(Arrays.asList(arguments));
        try {
            var process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(
                            Redirect.appendTo(folder.resolve(program + ".log").toFile()))
                    .start();
            processes.put(part, process);
        } catch (IOException e) {
            throw new UncheckedIOException(program + " in " + binaries + " did not start", e);
        }
    }

    private void endProcesses() {
        // A store that is gone keeps its API server from ending in order.
        var ending = new ArrayList<>(new TreeMap<>(processes).descendingMap().values());
        ending.forEach(Process::destroy);
        ending.forEach(ControlPlane::end);
        processes.clear();
    }

    private static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static String privateKey() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            var key = generator.generateKeyPair().getPrivate().getEncoded();
            return "-----BEGIN PRIVATE KEY-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key)
                    + "\n-----END PRIVATE KEY-----\n";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK makes no RSA keys", e);
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
