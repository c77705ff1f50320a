package dev.turnstile.proof.api;

import dev.turnstile.service.informer.ObjectKey;
import java.util.List;
import java.util.regex.Pattern;

/** What a path names: objects of a kind, or one of them; the name is empty where it is all. */
record Target(String kind, ObjectKey key) {
    private static final Pattern SLASH = Pattern.compile("/");

    static Target of(String path) {
        List<String> parts = List.of(SLASH.split(path.substring(1), -1));
        List<String> rest = parts.subList(parts.getFirst().equals("api") ? 2 : 3, parts.size());
        boolean inNamespace = rest.size() > 2 && rest.getFirst().equals("namespaces");
        String namespace = inNamespace ? rest.get(1) : "";
        List<String> own = inNamespace ? rest.subList(2, rest.size()) : rest;
        return new Target(own.getFirst(), new ObjectKey(namespace, own.size() > 1 ? own.get(1) : ""));
    }

    boolean all() {
        return key.name().isEmpty();
    }
}
