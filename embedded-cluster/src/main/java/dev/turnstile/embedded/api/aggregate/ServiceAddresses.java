package dev.turnstile.embedded.api.aggregate;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.store.ObjectKey;
import dev.turnstile.embedded.store.Store;
import dev.turnstile.embedded.store.StoredObject;
import java.net.URI;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where Services lead: to the host of an ExternalName, else to the first of their Endpoints. Cluster IPs lead nowhere,
 * since there is no network.
 */
public final class ServiceAddresses {
    private final Store store;

    public ServiceAddresses(Store store) {
        this.store = store;
    }

    /** The address behind a port of a Service. */
    public URI resolve(String namespace, String name, int port) throws UnreachableException {
        ObjectKey key = new ObjectKey(namespace, name);
        StoredObject service = store.shelf("services").get(key);
        if (service == null) {
            throw new UnreachableException(
                    "ServiceNotFound", "service/" + name + " in \"" + namespace + "\" is not present");
        }
        String external = Json.text(service.tree(), "spec", "externalName");
        if (Json.text(service.tree(), "spec", "type").equals("ExternalName")) {
            return URI.create("https://" + external + ":" + port);
        }
        String portName = portName(service.tree(), port);
        StoredObject endpoints = store.shelf("endpoints").get(key);
        if (endpoints != null) {
            for (JsonNode subset : Json.items(endpoints.tree(), "subsets")) {
                for (JsonNode each : subset.path("ports")) {
                    JsonNode address = subset.path("addresses").path(0).path("ip");
                    if (each.path("name").asString("").equals(portName) && !address.isMissingNode()) {
                        return URI.create("https://" + address.asString("") + ":"
                                + each.path("port").asInt(0));
                    }
                }
            }
        }
        throw new UnreachableException(
                "MissingEndpoints", "endpoints for service/" + name + " in \"" + namespace + "\" have no addresses");
    }

    private static String portName(ObjectNode service, int port) throws UnreachableException {
        for (JsonNode each : service.path("spec").path("ports")) {
            if (each.path("port").asInt(0) == port) {
                return each.path("name").asString("");
            }
        }
        throw new UnreachableException(
                "ServicePortError", "service/" + Json.name(service) + " is not listening on port " + port);
    }
}
