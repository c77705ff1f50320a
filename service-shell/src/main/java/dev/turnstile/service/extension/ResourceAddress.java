package dev.turnstile.service.extension;

import java.util.Arrays;
import java.util.Optional;

/**
 * A path below {@code /apis/GROUP/VERSION}; what is not stated is empty.
 *
 * @param resource the plural name
 */
public record ResourceAddress(
        String group, String version, String namespace, String resource, String name, String subresource) {
    private static final int SHORTEST = 5;

    /** Reads a decoded path; empty where it is none of a resource. */
    static Optional<ResourceAddress> parse(String path) {
        String[] parts = path.split("/", -1);
        if (parts.length < SHORTEST || !parts[0].isEmpty() || !parts[1].equals("apis")) {
            return Optional.empty();
        }
        boolean namespaced = parts[4].equals("namespaces") && parts.length > SHORTEST + 1;
        String[] rest = Arrays.copyOfRange(parts, namespaced ? 6 : 4, parts.length);
        if (rest.length > 3 || Arrays.asList(parts).subList(2, parts.length).contains("")) {
            return Optional.empty();
        }
        return Optional.of(new ResourceAddress(
                parts[2],
                parts[3],
                namespaced ? parts[5] : "",
                rest[0],
                rest.length > 1 ? rest[1] : "",
                rest.length > 2 ? rest[2] : ""));
    }

    /** The resource with its subresource, as roles name it. */
    String fullResource() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }
}
