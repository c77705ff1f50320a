package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.MetadataRules;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A namespace is retained until its own finalizers, which are in its spec, have been removed through {@code /finalize}.
 */
final class NamespaceStrategy implements ResourceStrategy {
    @Override
    public MetadataRules.NameRule nameRule() {
        return MetadataRules.NameRule.LABEL;
    }

    @Override
    public void prepareForCreate(ObjectNode namespace) {
        namespace.putObject("status").put("phase", "Active");
        ObjectNode spec = Json.child(namespace, "spec");
        if (!Json.texts(spec, "finalizers").contains("kubernetes")) {
            Json.child(namespace, "spec").withArray("finalizers").add("kubernetes");
        }
    }

    @Override
    public void prepareForUpdate(ObjectNode namespace, ObjectNode old, String subresource) {
        if (!subresource.equals("finalize")) {
            JsonNode spec = old.get("spec");
            if (spec != null) {
                namespace.set("spec", spec.deepCopy());
            }
        }
        if (Json.at(old, "metadata", "deletionTimestamp") == null && subresource.equals("status")) {
            Json.child(namespace, "status").put("phase", "Active");
        }
    }

    @Override
    public void complete(ObjectNode namespace) {
        Json.child(Json.metadata(namespace), "labels").put("kubernetes.io/metadata.name", Json.name(namespace));
    }

    @Override
    public boolean keepsStatusOnCreate() {
        return true;
    }

    @Override
    public boolean finalizing(ObjectNode namespace) {
        return !Json.items(namespace, "spec", "finalizers").isEmpty();
    }

    @Override
    public Map<String, String> selectableFields(ObjectNode namespace) {
        return Map.of("status.phase", Json.text(namespace, "status", "phase"), "name", Json.name(namespace));
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(Columns.text(
                "Status", "The status of the namespace", 0, namespace -> Json.text(namespace, "status", "phase")));
    }
}
