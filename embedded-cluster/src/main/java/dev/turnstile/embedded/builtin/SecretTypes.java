package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import dev.turnstile.embedded.schema.StrictJson;
import dev.turnstile.embedded.schema.StrictJson.MalformedJsonException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Validates that a secret has the keys that its type requires. */
final class SecretTypes {
    private static final String ACCOUNT = "kubernetes.io/service-account.name";

    private SecretTypes() {}

    static List<FieldError> validate(ObjectNode secret) {
        return switch (Json.text(secret, "type")) {
            case "kubernetes.io/tls" -> missing(secret, "tls.crt", "tls.key");
            case "kubernetes.io/ssh-auth" ->
                Json.text(secret, "data", "ssh-privatekey").isEmpty() ? List.of(required("ssh-privatekey")) : List.of();
            case "kubernetes.io/basic-auth" -> {
                List<FieldError> missing = missing(secret, "username", "password");
                yield missing.size() == 2 ? missing : List.of();
            }
            case "kubernetes.io/dockercfg" -> json(secret, ".dockercfg");
            case "kubernetes.io/dockerconfigjson" -> json(secret, ".dockerconfigjson");
            case "kubernetes.io/service-account-token" ->
                Json.text(secret, "metadata", "annotations", ACCOUNT).isEmpty()
                        ? List.of(FieldError.required("metadata.annotations[" + ACCOUNT + "]", ""))
                        : List.of();
            default -> List.of();
        };
    }

    private static List<FieldError> missing(ObjectNode secret, String... keys) {
        List<FieldError> errors = new ArrayList<>();
        for (String key : keys) {
            if (Json.at(secret, "data", key) == null) {
                errors.add(required(key));
            }
        }
        return errors;
    }

    private static FieldError required(String key) {
        return FieldError.required("data[" + key + "]", "");
    }

    private static List<FieldError> json(ObjectNode secret, String key) {
        List<FieldError> missing = missing(secret, key);
        if (!missing.isEmpty()) {
            return missing;
        }
        try {
            byte[] content = Base64.getDecoder().decode(Json.text(secret, "data", key));
            if (StrictJson.parse(content).value().isObject()) {
                return List.of();
            }
            return List.of(noJson(key, "json: it is no object"));
        } catch (MalformedJsonException e) {
            return List.of(noJson(key, String.valueOf(e.getMessage())));
        }
    }

    private static FieldError noJson(String key, String why) {
        return FieldError.invalid("data[" + key + "]", "<secret contents redacted>", why);
    }
}
