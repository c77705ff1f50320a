package dev.turnstile.worker.webhook;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What APIServices say of our server of pending workloads: which authority to trust. All else is their deployment's.
 */
final class ApiServices {
    private ApiServices() {}

    /**
     * The fields to set, or null where nothing is to be done.
     *
     * @param authorities certificates in PEM; empty where they are somebody else's to write
     */
    static @Nullable ObjectNode patch(ObjectNode apiService, String authorities) {
        String bundle = Base64.getEncoder().encodeToString(authorities.getBytes(StandardCharsets.UTF_8));
        JsonNode spec = apiService.path("spec");
        if (authorities.isEmpty()
                || !checked(apiService)
                || bundle.equals(spec.path("caBundle").asString(""))) {
            return null;
        }
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("spec").put("caBundle", bundle);
        return patch;
    }

    /** Whether the API server checks certificates there. */
    static boolean checked(ObjectNode apiService) {
        JsonNode spec = apiService.path("spec");
        return spec.path("service").isObject()
                && !spec.path("insecureSkipTLSVerify").asBoolean(false);
    }
}
