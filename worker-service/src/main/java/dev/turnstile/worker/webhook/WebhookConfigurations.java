package dev.turnstile.worker.webhook;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What webhook configurations say of us: where we are, and which authority to trust. Everything else in them belongs to
 * their deployment.
 */
final class WebhookConfigurations {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private WebhookConfigurations() {}

    /**
     * The fields to set, or null where nothing is to be done.
     *
     * @param authorities certificates in PEM; empty where they are somebody else's to write
     */
    static @Nullable ObjectNode patch(ObjectNode configuration, Destination destination, String authorities) {
        ArrayNode webhooks = NODES.arrayNode();
        for (JsonNode webhook : configuration.path("webhooks")) {
            ObjectNode wanted = (ObjectNode) webhook.deepCopy();
            wanted.set("clientConfig", client(webhook.path("clientConfig"), destination, authorities));
            webhooks.add(wanted);
        }
        if (webhooks.isEmpty() || webhooks.equals(configuration.path("webhooks"))) {
            return null;
        }
        ObjectNode patch = NODES.objectNode();
        patch.set("webhooks", webhooks);
        return patch;
    }

    private static ObjectNode client(JsonNode present, Destination destination, String authorities) {
        ObjectNode client = (ObjectNode) present.deepCopy();
        String path = path(present);
        switch (destination) {
            case Destination.Address address -> {
                client.remove("service");
                client.put("url", address.url(path));
            }
            case Destination.Service(String namespace, String name) -> {
                if (present.has("url")) {
                    client.remove("url");
                    client.putObject("service")
                            .put("namespace", namespace)
                            .put("name", name)
                            .put("path", path)
                            .put("port", 443);
                }
            }
        }
        if (!authorities.isEmpty()) {
            client.put("caBundle", Base64.getEncoder().encodeToString(authorities.getBytes(StandardCharsets.UTF_8)));
        }
        return client;
    }

    private static String path(JsonNode client) {
        String url = client.path("url").asString("");
        if (!url.isEmpty()) {
            return URI.create(url).getPath();
        }
        return client.path("service").path("path").asString("/");
    }

    /** Whether every webhook, and every APIService, in all of them trusts an authority, given in PEM. */
    static boolean trust(List<ObjectNode> configurations, String authority) {
        for (ObjectNode configuration : configurations) {
            for (JsonNode webhook : configuration.path("webhooks")) {
                if (!trusts(webhook.path("clientConfig"), authority)) {
                    return false;
                }
            }
            if (ApiServices.checked(configuration) && !trusts(configuration.path("spec"), authority)) {
                return false;
            }
        }
        return true;
    }

    private static boolean trusts(JsonNode holder, String authority) {
        String bundle = holder.path("caBundle").asString("");
        String trusted = new String(Base64.getMimeDecoder().decode(bundle), StandardCharsets.UTF_8);
        return trusted.contains(authority.strip());
    }
}
