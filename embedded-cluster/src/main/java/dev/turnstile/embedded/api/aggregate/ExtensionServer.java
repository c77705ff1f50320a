package dev.turnstile.embedded.api.aggregate;

import dev.turnstile.embedded.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** An extension API server as its {@code APIService} describes it. */
record ExtensionServer(
        String group, String version, String namespace, String service, int port, String bundle, boolean insecure) {
    private static final int USUAL_PORT = 443;

    /** From an APIService that names a Service. */
    static ExtensionServer of(ObjectNode object) {
        long port = Json.number(object, USUAL_PORT, "spec", "service", "port");
        return new ExtensionServer(
                Json.text(object, "spec", "group"),
                Json.text(object, "spec", "version"),
                Json.text(object, "spec", "service", "namespace"),
                Json.text(object, "spec", "service", "name"),
                (int) port,
                Json.text(object, "spec", "caBundle"),
                object.path("spec").path("insecureSkipTLSVerify").asBoolean(false));
    }

    /** The name that its certificate has to have. */
    String serverName() {
        return service + "." + namespace + ".svc";
    }

    /** Where its group and version are. */
    String path() {
        return "/apis/" + group + "/" + version;
    }
}
