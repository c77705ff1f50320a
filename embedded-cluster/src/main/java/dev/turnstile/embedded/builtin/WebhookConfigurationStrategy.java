package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Webhook configurations: defaults, and what would keep a webhook from ever being called. */
final class WebhookConfigurationStrategy implements ResourceStrategy {
    private final boolean mutating;

    WebhookConfigurationStrategy(boolean mutating) {
        this.mutating = mutating;
    }

    @Override
    public void complete(ObjectNode configuration) {
        defaults(configuration);
    }

    private void defaults(ObjectNode configuration) {
        for (JsonNode each : Json.items(configuration, "webhooks")) {
            if (each instanceof ObjectNode webhook) {
                putIfMissing(webhook, "failurePolicy", "Fail");
                putIfMissing(webhook, "matchPolicy", "Equivalent");
                if (mutating) {
                    putIfMissing(webhook, "reinvocationPolicy", "Never");
                }
                Json.child(webhook, "namespaceSelector");
                Json.child(webhook, "objectSelector");
                if (Json.at(webhook, "timeoutSeconds") == null) {
                    webhook.put("timeoutSeconds", 10);
                }
                if (Json.at(webhook, "clientConfig", "service") instanceof ObjectNode service
                        && Json.at(service, "port") == null) {
                    service.put("port", 443);
                }
                scopes(Json.items(webhook, "rules"));
            }
        }
    }

    static void scopes(List<JsonNode> rules) {
        for (JsonNode each : rules) {
            if (each instanceof ObjectNode rule) {
                putIfMissing(rule, "scope", "*");
            }
        }
    }

    static void putIfMissing(ObjectNode object, String field, String value) {
        if (Json.text(object, field).isEmpty()) {
            object.put(field, value);
        }
    }

    @Override
    public List<FieldError> validateCreate(ObjectNode configuration) {
        List<FieldError> errors = new ArrayList<>();
        int index = 0;
        for (JsonNode webhook : Json.items(configuration, "webhooks")) {
            String path = "webhooks[" + index++ + "]";
            String name = Json.text(webhook, "name");
            if (name.split("\\.").length < 3) {
                errors.add(FieldError.invalid(
                        path + ".name", name, "should be a domain with at least three segments separated by dots"));
            }
            List<String> versions = Json.texts(webhook, "admissionReviewVersions");
            if (versions.isEmpty()) {
                errors.add(FieldError.required(path + ".admissionReviewVersions", "must specify one of v1, v1beta1"));
            } else if (!versions.contains("v1") && !versions.contains("v1beta1")) {
                errors.add(FieldError.invalid(
                        path + ".admissionReviewVersions",
                        Json.at(webhook, "admissionReviewVersions"),
                        "must include at least one of v1, v1beta1"));
            }
            String sideEffects = Json.text(webhook, "sideEffects");
            if (sideEffects.isEmpty()) {
                errors.add(FieldError.required(path + ".sideEffects", "must specify one of None, NoneOnDryRun"));
            } else if (!sideEffects.equals("None") && !sideEffects.equals("NoneOnDryRun")) {
                errors.add(
                        FieldError.notSupported(path + ".sideEffects", sideEffects, List.of("None", "NoneOnDryRun")));
            }
            boolean url = !Json.text(webhook, "clientConfig", "url").isEmpty();
            boolean service = Json.at(webhook, "clientConfig", "service") != null;
            if (url == service) {
                errors.add(FieldError.required(path + ".clientConfig", "exactly one of url or service is required"));
            }
            long timeout = Json.number(webhook, 10, "timeoutSeconds");
            if (timeout < 1 || timeout > 30) {
                errors.add(FieldError.invalid(
                        path + ".timeoutSeconds", timeout, "the timeout value must be between 1 and 30 seconds"));
            }
        }
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(ObjectNode configuration, ObjectNode old, String subresource) {
        return validateCreate(configuration);
    }

    @Override
    public List<TableColumn> columns() {
        return List.of(Columns.number(
                "Webhooks",
                "how many webhooks it has",
                each -> Json.items(each, "webhooks").size()));
    }
}
