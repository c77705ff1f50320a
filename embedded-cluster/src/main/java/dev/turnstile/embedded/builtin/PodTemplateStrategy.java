package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Pod templates are data, with kubectl's columns. */
final class PodTemplateStrategy implements ResourceStrategy {
    @Override
    public void complete(ObjectNode template) {
        if (Json.at(template, "template", "spec") instanceof ObjectNode spec) {
            PodSpecDefaults.apply(spec);
        }
    }

    @Override
    public boolean wholeTable() {
        return true;
    }

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                Columns.NAME,
                Columns.text(
                        "Containers", "names of its containers", 0, template -> list(template, "template", "name")),
                Columns.text("Images", "images of its containers", 0, template -> list(template, "template", "image")),
                Columns.text(
                        "Pod Labels",
                        "labels of its pods",
                        0,
                        template -> Labels.print(Json.at(template, "template", "metadata", "labels"))));
    }

    private static String list(ObjectNode template, String under, String field) {
        List<JsonNode> containers = Json.items(template, under, "spec", "containers");
        return String.join(
                ",",
                containers.stream()
                        .map(container -> Json.text(container, field))
                        .toList());
    }
}
