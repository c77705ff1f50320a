package dev.turnstile.manager.cluster;

import dev.turnstile.model.kueue.KubeConfig;
import dev.turnstile.model.kueue.LocationType;
import dev.turnstile.model.kueue.MultiKueueCluster;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import tools.jackson.databind.node.ObjectNode;

/** Finds the kubeconfig that a MultiKueueCluster names. */
public final class KubeconfigSource {
    private static final String KEY = "kubeconfig";
    private static final int LARGEST_FILE = 1 << 20;

    private final Store<SecretText> secrets;
    private final String namespace;
    private final Path folder;

    /**
     * A source; Secrets are those of our own namespace.
     *
     * @param folder below which files may be named: of others not even their existence is said
     */
    public KubeconfigSource(Store<SecretText> secrets, String namespace, Path folder) {
        this.secrets = secrets;
        this.namespace = namespace;
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** Of a Secret, what we need and nothing else. Never printed. */
    public record SecretText(boolean present, String kubeconfig) {
        /** Reads a Secret. */
        public static SecretText of(ObjectNode secret) {
            String encoded = secret.path("data").path(KEY).asString("");
            if (!secret.path("data").has(KEY)) {
                return new SecretText(false, "");
            }
            try {
                return new SecretText(true, new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                return new SecretText(false, "");
            }
        }

        @Override
        public String toString() {
            return present ? "a kubeconfig" : "no kubeconfig";
        }
    }

    static boolean isFile(MultiKueueCluster cluster) {
        KubeConfig place = cluster.spec().clusterSource().kubeConfig();
        return place != null && place.locationType() == LocationType.PATH;
    }

    KubeconfigReading read(MultiKueueCluster cluster) {
        KubeConfig place = cluster.spec().clusterSource().kubeConfig();
        if (place == null) {
            return KubeconfigReading.Refused.missing("spec.clusterSource.kubeConfig is not set");
        }
        return switch (place.locationType()) {
            case SECRET -> ofSecret(place.location());
            case PATH -> ofFile(place.location(), folder);
        };
    }

    private KubeconfigReading ofSecret(String name) {
        SecretText secret = secrets.get(new ObjectKey(namespace, name));
        if (secret == null) {
            return KubeconfigReading.Refused.missing("Secret \"" + name + "\" not found");
        }
        if (!secret.present()) {
            return KubeconfigReading.Refused.missing("key \"" + KEY + "\" not found in secret \"" + name + "\"");
        }
        return KubeconfigReader.read(secret.kubeconfig());
    }

    /**
     * Not every file has an end, or as many bytes as it says: a device, a pipe, what a kernel makes up. And a link in
     * the folder may lead out of it.
     */
    static KubeconfigReading ofFile(String location, Path folder) {
        try {
            Path path = Path.of(location).toAbsolutePath().normalize();
            if (!path.startsWith(folder)) {
                return outside(location, folder);
            }
            Path real = path.toRealPath();
            if (!real.startsWith(folder.toRealPath())) {
                return outside(location, folder);
            }
            if (!Files.isRegularFile(real)) {
                return KubeconfigReading.Refused.missing("open " + location + ": not a regular file");
            }
            byte[] bytes;
            try (InputStream file = Files.newInputStream(real)) {
                bytes = file.readNBytes(LARGEST_FILE + 1);
            }
            if (bytes.length > LARGEST_FILE) {
                return KubeconfigReading.Refused.missing(location + " is larger than " + LARGEST_FILE + " bytes");
            }
            return KubeconfigReader.read(new String(bytes, StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return KubeconfigReading.Refused.missing("open " + location + ": no such file or directory");
        } catch (IOException | InvalidPathException e) {
            return KubeconfigReading.Refused.missing("open " + location + ": " + e.getMessage());
        }
    }

    private static KubeconfigReading outside(String location, Path folder) {
        return KubeconfigReading.Refused.missing("open " + location + ": only files below " + folder
                + " are read; move it there, or set multiKueue.kubeconfigFolder");
    }
}
