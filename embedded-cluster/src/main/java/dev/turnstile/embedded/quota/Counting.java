package dev.turnstile.embedded.quota;

import dev.turnstile.embedded.api.GroupResource;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.model.quantity.Quantity;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** What an object counts for against a ResourceQuota. */
public final class Counting {
    /** Kinds that had a name in quotas before there was {@code count/}. */
    private static final Set<String> PLAIN =
            Set.of("configmaps", "secrets", "services", "replicationcontrollers", "resourcequotas");

    private Counting() {}

    /** Whether objects of that resource count against any amount of that name. */
    public static boolean concerns(String name, GroupResource resource) {
        if (isPods(resource)) {
            return name.equals("count/pods")
                    || name.equals("pods")
                    || name.startsWith("requests.")
                    || name.startsWith("limits.")
                    || name.startsWith("hugepages-")
                    || Set.of("cpu", "memory", "ephemeral-storage").contains(name);
        }
        return name.equals("count/" + resource)
                || (resource.group().isEmpty()
                        && ((PLAIN.contains(resource.resource()) && name.equals(resource.resource()))
                                || (resource.resource().equals("services") && name.startsWith("services."))));
    }

    static boolean isPods(GroupResource resource) {
        return resource.group().isEmpty() && resource.resource().equals("pods");
    }

    /** Whether a quota is about that object. */
    public static boolean matches(ApiObject quota, GroupResource resource, ObjectNode object) {
        return isPods(resource) ? Scopes.match(quota, new ApiObject(object)) : !Scopes.any(quota);
    }

    /** What it counts for. */
    public static Usage of(GroupResource resource, ObjectNode object, Instant now) {
        if (isPods(resource)) {
            return PodUsage.of(new ApiObject(object), now);
        }
        Map<String, Quantity> used = new TreeMap<>();
        used.put("count/" + resource, Quantity.of(1));
        if (resource.group().isEmpty() && PLAIN.contains(resource.resource())) {
            used.put(resource.resource(), Quantity.of(1));
        }
        if (resource.group().isEmpty() && resource.resource().equals("services")) {
            service(new ApiObject(object), used);
        }
        return new Usage(new TreeMap<>(used));
    }

    private static void service(ApiObject service, Map<String, Quantity> used) {
        String type = service.text("spec", "type");
        long ports = service.list("spec", "ports").size();
        boolean balances = type.equals("LoadBalancer");
        boolean withoutPorts =
                service.at("spec", "allocateLoadBalancerNodePorts").isBoolean()
                        && !service.flag("spec", "allocateLoadBalancerNodePorts");
        used.put("services.loadbalancers", Quantity.of(balances ? 1 : 0));
        used.put("services.nodeports", Quantity.of(type.equals("NodePort") || (balances && !withoutPorts) ? ports : 0));
    }
}
