package dev.turnstile.embedded.api.request;

import dev.turnstile.embedded.api.GroupVersionResource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The parts of a request's path below {@code /api/v1} or {@code /apis/<group>/<version>}. */
public record ResourcePath(
        String group, String version, String namespace, String plural, String name, String subresource) {
    /** Empty if the path is no resource path: too short, or none of the two roots. */
    public static Optional<ResourcePath> parse(String path) {
        List<String> parts =
                Arrays.stream(path.split("/")).filter(part -> !part.isEmpty()).toList();
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        boolean core = parts.getFirst().equals("api");
        int rest = core ? 2 : 3;
        if ((!core && !parts.getFirst().equals("apis")) || parts.size() <= rest) {
            return Optional.empty();
        }
        String group = core ? "" : parts.get(1);
        String version = parts.get(rest - 1);
        List<String> below = parts.subList(rest, parts.size());
        if (below.getFirst().equals("namespaces") && below.size() > 2 && !isNamespaceSubresource(core, below)) {
            return Optional.of(of(group, version, below.get(1), below.subList(2, below.size())));
        }
        return Optional.of(of(group, version, "", below));
    }

    private static boolean isNamespaceSubresource(boolean core, List<String> below) {
        return core
                && below.size() == 3
                && (below.get(2).equals("status") || below.get(2).equals("finalize"));
    }

    private static ResourcePath of(String group, String version, String namespace, List<String> below) {
        return new ResourcePath(
                group,
                version,
                namespace,
                below.get(0),
                below.size() > 1 ? below.get(1) : "",
                below.size() > 2 ? String.join("/", below.subList(2, below.size())) : "");
    }

    public GroupVersionResource resource() {
        return new GroupVersionResource(group, version, plural);
    }
}
