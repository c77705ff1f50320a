package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.MetadataRules;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Services as data: defaults and cluster IPs. There is no network behind the IPs. */
final class ServiceStrategy implements ResourceStrategy {
    private static final int FIRST_NODE_PORT = 30000;
    private static final int NODE_PORTS = 2768;

    private final AtomicInteger addresses = new AtomicInteger();
    private final AtomicInteger nodePorts = new AtomicInteger();

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }

    @Override
    public boolean updatesCreate() {
        return true;
    }

    @Override
    public MetadataRules.NameRule nameRule() {
        return MetadataRules.NameRule.LABEL;
    }

    @Override
    public void prepareForCreate(ObjectNode service) {
        service.putObject("status").putObject("loadBalancer");
        ObjectNode spec = Json.child(service, "spec");
        if (!Json.text(spec, "type").equals("ExternalName")) {
            if (Json.text(spec, "clusterIP").isEmpty()) {
                int number = addresses.incrementAndGet();
                spec.put("clusterIP", "10.96." + (1 + number / 250 % 250) + "." + (1 + number % 250));
            }
            addressFields(spec);
        }
        allocateNodePorts(spec, null);
    }

    @Override
    public boolean keepsStatusOnCreate() {
        return true;
    }

    @Override
    public void prepareForUpdate(ObjectNode service, ObjectNode old, String subresource) {
        ObjectNode spec = Json.child(service, "spec");
        boolean external = Json.text(spec, "type").equals("ExternalName");
        if (external) {
            for (String field : List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
                spec.remove(field);
            }
        } else {
            if (Json.text(spec, "clusterIP").isEmpty()) {
                String kept = Json.text(old, "spec", "clusterIP");
                int number = kept.isEmpty() ? addresses.incrementAndGet() : 0;
                spec.put(
                        "clusterIP",
                        kept.isEmpty() ? "10.96." + (1 + number / 250 % 250) + "." + (1 + number % 250) : kept);
            }
            addressFields(spec);
        }
        allocateNodePorts(spec, old.get("spec"));
    }

    @Override
    public void complete(ObjectNode service) {
        ObjectNode spec = Json.child(service, "spec");
        putIfMissing(spec, "type", "ClusterIP");
        putIfMissing(spec, "sessionAffinity", "None");
        if (!Json.text(spec, "type").equals("ExternalName")) {
            putIfMissing(spec, "internalTrafficPolicy", "Cluster");
        }
        if (hasNodePorts(spec)) {
            putIfMissing(spec, "externalTrafficPolicy", "Cluster");
        }
        if (Json.text(spec, "type").equals("LoadBalancer") && !spec.has("allocateLoadBalancerNodePorts")) {
            spec.put("allocateLoadBalancerNodePorts", true);
        }
        for (JsonNode each : Json.items(spec, "ports")) {
            if (each instanceof ObjectNode port) {
                putIfMissing(port, "protocol", "TCP");
                JsonNode number = port.get("port");
                if (Json.at(port, "targetPort") == null && number != null) {
                    port.set("targetPort", number);
                }
            }
        }
    }

    private static void addressFields(ObjectNode spec) {
        spec.putArray("clusterIPs").add(Json.text(spec, "clusterIP"));
        if (Json.items(spec, "ipFamilies").isEmpty()) {
            spec.putArray("ipFamilies").add("IPv4");
        }
        putIfMissing(spec, "ipFamilyPolicy", "SingleStack");
    }

    private static boolean hasNodePorts(ObjectNode spec) {
        String type = Json.text(spec, "type");
        return type.equals("NodePort") || type.equals("LoadBalancer");
    }

    private void allocateNodePorts(ObjectNode spec, @org.jspecify.annotations.Nullable JsonNode old) {
        List<JsonNode> before = Json.items(old, "ports");
        int index = 0;
        for (JsonNode each : Json.items(spec, "ports")) {
            if (each instanceof ObjectNode port) {
                if (!hasNodePorts(spec)) {
                    port.remove("nodePort");
                } else if (Json.number(port, 0, "nodePort") == 0) {
                    long kept = index < before.size() ? Json.number(before.get(index), 0, "nodePort") : 0;
                    port.put("nodePort", kept != 0 ? kept : FIRST_NODE_PORT + nodePorts.getAndIncrement() % NODE_PORTS);
                }
            }
            index++;
        }
    }

    private static void putIfMissing(ObjectNode object, String field, String value) {
        if (Json.text(object, field).isEmpty()) {
            object.put(field, value);
        }
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode service) {
        List<FieldError> errors = new ArrayList<>();
        String type = Json.text(service, "spec", "type");
        if (!List.of("ClusterIP", "NodePort", "LoadBalancer", "ExternalName").contains(type)) {
            errors.add(FieldError.notSupported(
                    "spec.type", type, List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort")));
        }
        boolean headless = Json.text(service, "spec", "clusterIP").equals("None");
        if (Json.items(service, "spec", "ports").isEmpty() && !type.equals("ExternalName") && !headless) {
            errors.add(FieldError.required("spec.ports", ""));
        }
        int index = 0;
        boolean several = Json.items(service, "spec", "ports").size() > 1;
        for (JsonNode port : Json.items(service, "spec", "ports")) {
            if (several && Json.text(port, "name").isEmpty()) {
                errors.add(FieldError.required("spec.ports[" + index + "].name", ""));
            }
            long number = Json.number(port, 0, "port");
            if (number < 1 || number > 65535) {
                errors.add(FieldError.invalid(
                        "spec.ports[" + index + "].port", number, "must be between 1 and 65535, inclusive"));
            }
            index++;
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode service, ObjectNode old, String subresource) {
        List<FieldError> errors = new ArrayList<>(validateCreate(service));
        String before = Json.text(old, "spec", "clusterIP");
        String after = Json.text(service, "spec", "clusterIP");
        if (!before.isEmpty()
                && !after.equals(before)
                && !Json.text(service, "spec", "type").equals("ExternalName")) {
            errors.add(FieldError.invalid("spec.clusterIPs[0]", Json.array().add(after), "may not change once set"));
        }
        return errors;
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(
                Columns.text("Type", "How the service is exposed", 0, service -> Json.text(service, "spec", "type")),
                Columns.text(
                        "Cluster-IP",
                        "Its address in the cluster",
                        0,
                        service -> orNone(Json.text(service, "spec", "clusterIP"))),
                Columns.text(
                        "External-IP",
                        "Its address outside",
                        0,
                        service -> Json.text(service, "spec", "type").equals("LoadBalancer")
                                ? "<pending>"
                                : orNone(Json.text(service, "spec", "externalName"))),
                Columns.text("Port(s)", "Its ports", 0, ServiceStrategy::ports),
                Columns.text(
                        "Selector",
                        "The pods behind it",
                        1,
                        service -> Labels.print(Json.at(service, "spec", "selector"))));
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "<none>" : text;
    }

    private static String ports(ObjectNode service) {
        List<String> ports = new ArrayList<>();
        for (JsonNode port : Json.items(service, "spec", "ports")) {
            long node = Json.number(port, 0, "nodePort");
            ports.add(Json.text(port, "port") + (node > 0 ? ":" + node : "") + "/" + Json.text(port, "protocol"));
        }
        return orNone(String.join(",", ports));
    }
}
