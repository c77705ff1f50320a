package dev.turnstile.service.cluster;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What the service shows to the API server. */
public sealed interface Credentials {

    record Kubeconfig(Path path) implements Credentials {
        @Override
        public String inWords() {
            return "kubeconfig " + path;
        }
    }

    /** The account of the pod that the service runs in. */
    record ServiceAccount() implements Credentials {
        @Override
        public String inWords() {
            return "the pod's account";
        }
    }

    /** Which credentials these are; never what is in them. */
    String inWords();

    /**
     * Where credentials may be, apart from the command line.
     *
     * @param variables of the process's environment
     * @param serviceAccount the folder that Kubernetes mounts into pods
     */
    record Places(Map<String, String> variables, Path home, Path serviceAccount) {

        /** Those of this machine. */
        public static Places here() {
            return new Places(
                    System.getenv(),
                    Path.of(System.getProperty("user.home", "/")),
                    Path.of("/var/run/secrets/kubernetes.io/serviceaccount"));
        }
    }

    /**
     * Finds the credentials: the named kubeconfig, else the pod's account, else {@code $KUBECONFIG} (of several files
     * the first that exists), else {@code ~/.kube/config}.
     *
     * @throws NoClusterException where there are none, with every place that was looked at
     */
    static Credentials find(Optional<String> named, Places places) {
        if (named.isPresent()) {
            var path = Path.of(named.get());
            if (!Files.isReadable(path)) {
                throw new NoClusterException("--kubeconfig=" + path + ": there is no such file, or it cannot be read");
            }
            return new Kubeconfig(path);
        }
        var lookedAt = new ArrayList<String>();
        lookedAt.add("--kubeconfig=PATH: not given");
        var token = places.serviceAccount().resolve("token");
        if (places.variables().containsKey("KUBERNETES_SERVICE_HOST") && Files.isReadable(token)) {
            return new ServiceAccount();
        }
        lookedAt.add("the account of a pod: "
                + (Files.isReadable(token) ? "$KUBERNETES_SERVICE_HOST is not set" : "there is no " + token));
        var variable = places.variables().getOrDefault("KUBECONFIG", "");
        var files = Stream.of(variable.split(File.pathSeparator))
                .filter(file -> !file.isBlank())
                .map(Path::of)
                .toList();
        var present = files.stream().filter(Files::isReadable).findFirst();
        if (present.isPresent()) {
            return new Kubeconfig(present.get());
        }
        lookedAt.add(files.isEmpty() ? "$KUBECONFIG: not set" : "$KUBECONFIG=" + variable + ": no such file");
        var usual = places.home().resolve(".kube").resolve("config");
        if (Files.isReadable(usual)) {
            return new Kubeconfig(usual);
        }
        lookedAt.add(usual + ": no such file");
        throw new NoClusterException(lookedAt);
    }
}
