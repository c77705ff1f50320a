package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.json.Json;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** The volume through which containers get the token of their pod's service account. */
final class TokenVolume {
    private static final String PLACE = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final String PREFIX = "kube-api-access-";
    private static final int EXPIRATION_SECONDS = 3607;
    private static final int READ_WRITE = 0644;
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private TokenVolume() {}

    /** Mounts the volume in containers that have nothing mounted at its path. */
    static void mount(ObjectNode spec) {
        var without = List.of("initContainers", "containers").stream()
                .flatMap(list -> Json.items(spec, list).stream())
                .filter(container -> Json.items(container, "volumeMounts").stream()
                        .noneMatch(mount -> Json.text(mount, "mountPath").equals(PLACE)))
                .map(ObjectNode.class::cast)
                .toList();
        if (without.isEmpty()) {
            return;
        }
        var name = PREFIX
                + ThreadLocalRandom.current()
                        .ints(5, 0, LETTERS.length())
                        .mapToObj(letter -> LETTERS.substring(letter, letter + 1))
                        .collect(Collectors.joining());
        volume(spec.withArrayProperty("volumes").addObject().put("name", name).putObject("projected"));
        without.forEach(container -> container
                .withArrayProperty("volumeMounts")
                .addObject()
                .put("name", name)
                .put("readOnly", true)
                .put("mountPath", PLACE));
    }

    private static void volume(ObjectNode projected) {
        projected.put("defaultMode", READ_WRITE);
        var sources = projected.putArray("sources");
        sources.addObject()
                .putObject("serviceAccountToken")
                .put("expirationSeconds", EXPIRATION_SECONDS)
                .put("path", "token");
        var authority = sources.addObject().putObject("configMap").put("name", "kube-root-ca.crt");
        authority.putArray("items").addObject().put("key", "ca.crt").put("path", "ca.crt");
        var item = sources.addObject()
                .putObject("downwardAPI")
                .putArray("items")
                .addObject()
                .put("path", "namespace");
        item.putObject("fieldRef").put("apiVersion", "v1").put("fieldPath", "metadata.namespace");
    }
}
