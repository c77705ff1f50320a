package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.json.Json;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Prints the members of a set as Kubernetes names fields in conflicts: {@code .spec.containers[name="a"].image}. */
final class FieldPaths {

    private FieldPaths() {}

    /** Prints fields of a level before those of the levels below. */
    static void print(FieldSet set, List<String> paths) {
        print(set, "", paths);
    }

    private static void print(FieldSet set, String path, List<String> paths) {
        set.forEach((step, child) -> {
            if (child.isMember()) {
                paths.add(path + words(step));
            }
        });
        set.forEach((step, child) -> print(child, path + words(step), paths));
    }

    private static String words(String step) {
        String name = step.substring(2);
        return switch (step.substring(0, 2)) {
            case "f:" -> "." + name;
            case "k:" -> keys(Json.read(name));
            case "v:" -> "[=" + name + "]";
            default -> "[" + name + "]";
        };
    }

    private static String keys(JsonNode keys) {
        return keys.propertyStream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(",", "[", "]"));
    }
}
