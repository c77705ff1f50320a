package dev.turnstile.embedded.admission;

import dev.turnstile.cel.CelCompileException;
import dev.turnstile.cel.CelEnvironment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A webhook of a configuration, with its match conditions compiled.
 *
 * @param brokenConditions why its conditions do not compile; empty when they do
 */
record Webhook(JsonNode source, List<Condition> conditions, String brokenConditions) {

    /** All webhooks in the order in which they are called: by the names of the configurations, then as listed. */
    static List<Webhook> of(List<ObjectNode> configurations) {
        List<ObjectNode> sorted = new ArrayList<>(configurations);
        sorted.sort(Comparator.comparing(
                configuration -> configuration.path("metadata").path("name").asString("")));
        List<Webhook> webhooks = new ArrayList<>();
        for (ObjectNode configuration : sorted) {
            for (JsonNode webhook : configuration.path("webhooks")) {
                webhooks.add(compile(webhook));
            }
        }
        return List.copyOf(webhooks);
    }

    private static Webhook compile(JsonNode webhook) {
        JsonNode conditions = webhook.path("matchConditions");
        if (conditions.isEmpty()) {
            return new Webhook(webhook, List.of(), "");
        }
        try {
            CelEnvironment environment = new CelEnvironment(RequestVariables.types(), null);
            return new Webhook(webhook, Condition.compile(conditions, environment), "");
        } catch (CelCompileException e) {
            return new Webhook(webhook, List.of(), "compilation failed: " + e.getMessage());
        }
    }

    String name() {
        return source.path("name").asString("");
    }

    boolean failsOpen() {
        return source.path("failurePolicy").asString("Fail").equals("Ignore");
    }

    boolean wantsReinvocation() {
        return source.path("reinvocationPolicy").asString("Never").equals("IfNeeded");
    }

    /** Whether the webhook has no side effects in a dry run. */
    boolean supportsDryRun() {
        String effects = source.path("sideEffects").asString("");
        return effects.equals("None") || effects.equals("NoneOnDryRun");
    }
}
