package dev.turnstile.embedded.admission;

import dev.turnstile.embedded.admission.Condition.ConditionFailedException;
import dev.turnstile.embedded.admission.WebhookClient.WebhookCallException;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.patch.JsonPatch;
import dev.turnstile.embedded.patch.PatchFailedException;
import dev.turnstile.embedded.schema.JsonEquality;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Calls the webhooks for one request, one after the other. */
final class WebhookCalls {

    private final AdmissionConfiguration configuration;
    private final WebhookClient client;
    private final List<String> warnings;

    WebhookCalls(AdmissionConfiguration configuration, WebhookClient client, List<String> warnings) {
        this.configuration = configuration;
        this.client = client;
        this.warnings = warnings;
    }

    /**
     * Returns the request with the object as the webhooks left it. Webhooks with reinvocation policy IfNeeded are
     * called a second time if a webhook that was called after them changed the object.
     */
    AdmissionRequest mutate(List<Webhook> webhooks, AdmissionRequest request) throws AdmissionDeniedException {
        AdmissionRequest current = request;
        int lastChange = -1;
        for (int i = 0; i < webhooks.size(); i++) {
            AdmissionRequest changed = mutateOnce(webhooks.get(i), current);
            if (isChanged(current, changed)) {
                lastChange = i;
            }
            current = changed;
        }
        for (int i = 0; i < lastChange; i++) {
            if (webhooks.get(i).wantsReinvocation()) {
                current = mutateOnce(webhooks.get(i), current);
            }
        }
        return current;
    }

    private static boolean isChanged(AdmissionRequest before, AdmissionRequest after) {
        return before.object() != null && after.object() != null && !JsonEquality.same(before.object(), after.object());
    }

    void validate(List<Webhook> webhooks, AdmissionRequest request) throws AdmissionDeniedException {
        for (Webhook webhook : webhooks) {
            call(webhook, request);
        }
    }

    private AdmissionRequest mutateOnce(Webhook webhook, AdmissionRequest request) throws AdmissionDeniedException {
        Optional<JsonNode> response = call(webhook, request);
        String patch = response.map(answer -> answer.path("patch").asString("")).orElse("");
        ObjectNode object = request.object();
        if (patch.isEmpty() || object == null) {
            return request;
        }
        try {
            JsonNode operations = Json.read(Base64.getMimeDecoder().decode(patch));
            return request.withObject((ObjectNode) JsonPatch.apply(object, operations));
        } catch (PatchFailedException | JacksonException | IllegalArgumentException e) {
            throw Denials.internal(
                    "failed calling webhook \"" + webhook.name() + "\": its patch cannot be applied: " + e.getMessage(),
                    warnings);
        }
    }

    /** The webhook's response; empty if the webhook does not apply, or failed with failure policy Ignore. */
    private Optional<JsonNode> call(Webhook webhook, AdmissionRequest request) throws AdmissionDeniedException {
        if (!RequestMatch.matchesRules(webhook.source(), request, configuration) || !concerns(webhook, request)) {
            return Optional.empty();
        }
        if (request.dryRun() && !webhook.supportsDryRun()) {
            throw Denials.refused(
                    400,
                    "BadRequest",
                    "admission webhook \"" + webhook.name() + "\" does not support dry run",
                    warnings);
        }
        JsonNode response;
        try {
            response = client.call(webhook.source(), review(request));
        } catch (WebhookCallException e) {
            if (webhook.failsOpen()) {
                return Optional.empty();
            }
            throw Denials.internal("failed calling webhook \"" + webhook.name() + "\": " + e.getMessage(), warnings);
        }
        response.path("warnings").forEach(warning -> warnings.add(warning.asString("")));
        if (!response.path("allowed").asBoolean(false)) {
            throw denied(webhook, response.path("status"));
        }
        return Optional.of(response);
    }

    private boolean concerns(Webhook webhook, AdmissionRequest request) throws AdmissionDeniedException {
        if (webhook.conditions().isEmpty() && webhook.brokenConditions().isEmpty()) {
            return true;
        }
        String problem = webhook.brokenConditions();
        if (problem.isEmpty()) {
            try {
                return Condition.allTrue(webhook.conditions(), RequestVariables.values(request, configuration));
            } catch (ConditionFailedException e) {
                problem = String.valueOf(e.getMessage());
            }
        }
        if (webhook.failsOpen()) {
            return false;
        }
        throw Denials.forbidden(request, problem, warnings);
    }

    private static ObjectNode review(AdmissionRequest request) {
        ObjectNode review = JsonNodeFactory.instance
                .objectNode()
                .put("kind", "AdmissionReview")
                .put("apiVersion", "admission.k8s.io/v1");
        ObjectNode body =
                review.putObject("request").put("uid", UUID.randomUUID().toString());
        body.setAll(RequestVariables.request(request));
        for (String optional : List.of("subResource", "requestSubResource", "name", "namespace")) {
            if (body.path(optional).asString("").isEmpty()) {
                body.remove(optional);
            }
        }
        body.set("object", orNull(request.object()));
        body.set("oldObject", orNull(request.oldObject()));
        return review;
    }

    private static JsonNode orNull(@Nullable ObjectNode object) {
        return object == null ? JsonNodeFactory.instance.nullNode() : object;
    }

    private AdmissionDeniedException denied(Webhook webhook, JsonNode stated) {
        String introduction = "admission webhook \"" + webhook.name() + "\" denied the request";
        String message = stated.path("message").asString("");
        String reason = stated.path("reason").asString("");
        String words = !message.isEmpty() ? ": " + message : !reason.isEmpty() ? ": " + reason : " without explanation";
        int code = Math.max(400, stated.path("code").asInt(400));
        ObjectNode status = Denials.status(code, reason, introduction + words);
        if (reason.isEmpty()) {
            status.remove("reason");
        }
        if (stated.path("details").isObject()) {
            status.set("details", stated.path("details"));
        }
        return new AdmissionDeniedException(code, status, warnings);
    }
}
