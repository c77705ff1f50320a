package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A node may be created with its status, as kubelets do. */
final class NodeStrategy implements ResourceStrategy {
    private static final String ROLE = "node-role.kubernetes.io/";

    @Override
    public boolean keepsStatusOnCreate() {
        return true;
    }

    @Override
    public void complete(ObjectNode node) {
        allocatable(node);
    }

    /** Unless stated, all capacity is allocatable. */
    private static void allocatable(ObjectNode node) {
        JsonNode capacity = Json.at(node, "status", "capacity");
        if (capacity != null && Json.at(node, "status", "allocatable") == null) {
            Json.child(node, "status").set("allocatable", capacity.deepCopy());
        }
    }

    @Override
    public Map<String, String> selectableFields(ObjectNode node) {
        return Map.of("spec.unschedulable", Boolean.toString(Json.flag(node, "spec", "unschedulable")));
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                Columns.NAME,
                Columns.text("Status", "The status of the node", 0, NodeStrategy::status),
                Columns.text("Roles", "The roles of the node", 0, NodeStrategy::roles),
                Columns.AGE,
                Columns.text(
                        "Version",
                        "Kubelet Version reported by the node.",
                        0,
                        node -> Json.text(node, "status", "nodeInfo", "kubeletVersion")),
                Columns.text("Internal-IP", "Its address within the cluster", 1, node -> address(node, "InternalIP")),
                Columns.text("External-IP", "Its address outside", 1, node -> address(node, "ExternalIP")),
                Columns.text("OS-Image", "OS Image reported by the node", 1, node -> reported(node, "osImage")),
                Columns.text(
                        "Kernel-Version",
                        "Kernel Version reported by the node",
                        1,
                        node -> reported(node, "kernelVersion")),
                Columns.text(
                        "Container-Runtime",
                        "ContainerRuntime Version reported by the node",
                        1,
                        node -> reported(node, "containerRuntimeVersion")));
    }

    @Override
    public boolean wholeTable() {
        return true;
    }

    private static String address(ObjectNode node, String type) {
        return Json.items(node, "status", "addresses").stream()
                .filter(address -> Json.text(address, "type").equals(type))
                .map(address -> Json.text(address, "address"))
                .findFirst()
                .orElse("<none>");
    }

    private static String reported(ObjectNode node, String field) {
        String text = Json.text(node, "status", "nodeInfo", field);
        return text.isEmpty() ? "<unknown>" : text;
    }

    private static String status(ObjectNode node) {
        List<String> words = new ArrayList<>();
        for (JsonNode condition : Json.items(node, "status", "conditions")) {
            if (Json.text(condition, "type").equals("Ready")) {
                words.add(Json.text(condition, "status").equals("True") ? "Ready" : "NotReady");
            }
        }
        if (words.isEmpty()) {
            words.add("Unknown");
        }
        if (Json.flag(node, "spec", "unschedulable")) {
            words.add("SchedulingDisabled");
        }
        return String.join(",", words);
    }

    private static String roles(ObjectNode node) {
        TreeSet<String> roles = new TreeSet<>();
        if (Json.at(node, "metadata", "labels") instanceof ObjectNode labels) {
            labels.propertyNames().forEach(label -> {
                if (label.startsWith(ROLE)) {
                    roles.add(label.substring(ROLE.length()));
                }
            });
        }
        return roles.isEmpty() ? "<none>" : String.join(",", roles);
    }
}
