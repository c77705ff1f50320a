package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The wide columns of kinds with a pod template. */
final class TemplateColumns {
    private TemplateColumns() {}

    static List<TableColumn> containers(String... podSpec) {
        return List.of(
                Columns.text(
                        "Containers",
                        "names of the containers in the template",
                        1,
                        object -> list(Json.at(object, podSpec), "name")),
                Columns.text(
                        "Images",
                        "images of the containers in the template",
                        1,
                        object -> list(Json.at(object, podSpec), "image")));
    }

    static TableColumn selector(Function<ObjectNode, String> selector) {
        return Columns.text("Selector", "label selector of its pods", 1, selector);
    }

    private static String list(@Nullable JsonNode podSpec, String field) {
        return Json.items(podSpec, "containers").stream()
                .map(container -> Json.text(container, field))
                .collect(Collectors.joining(","));
    }
}
