package dev.turnstile.deploy;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.model.meta.ResourceKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Answers as an API server does, over HTTP. What it must create in order to patch it, it deletes again. */
final class HttpRuleServer implements RuleServer {
    private static final String DRY_RUN = "?dryRun=All&fieldValidation=Strict&fieldManager=test";

    private final HttpApi api;
    private final AtomicInteger names = new AtomicInteger();

    HttpRuleServer(HttpApi api) {
        this.api = api;
    }

    @Override
    public List<Cause> tryToCreate(ResourceKind<?, ?> kind, ObjectNode object) {
        return causes(api.send(
                "POST",
                kind.path(namespace(object)) + DRY_RUN,
                Map.of("Content-Type", "application/json"),
                object.toString()));
    }

    @Override
    public List<Cause> tryToPatch(
            ResourceKind<?, ?> kind, ObjectNode object, Subresource subresource, ObjectNode patch) {
        ObjectNode named = object.deepCopy();
        String name = "example-" + names.incrementAndGet();
        ((ObjectNode) named.path("metadata")).put("name", name);
        String path = kind.path(namespace(named), name);
        api.post(kind.path(namespace(named)), named);
        try {
            if (named.has("status")) {
                ObjectNode status = named.deepCopy().retain("status");
                require(send(path + Subresource.STATUS.path(), status));
            }
            return causes(send(path + subresource.path() + DRY_RUN, patch));
        } finally {
            api.delete(path, null);
        }
    }

    private HttpApi.Answer send(String path, ObjectNode patch) {
        return api.send("PATCH", path, Map.of("Content-Type", "application/merge-patch+json"), patch.toString());
    }

    private static @Nullable String namespace(ObjectNode object) {
        JsonNode namespace = object.at("/metadata/namespace");
        return namespace.isMissingNode() ? null : namespace.asString();
    }

    private static void require(HttpApi.Answer answer) {
        List<Cause> causes = causes(answer);
        if (!causes.isEmpty()) {
            throw new AssertionError("the example starts from an object that is refused: " + causes);
        }
    }

    private static List<Cause> causes(HttpApi.Answer answer) {
        if (answer.code() == 200 || answer.code() == 201) {
            return List.of();
        }
        if (answer.code() != 422) {
            return List.of(new Cause("", answer.code() + " " + answer.body()));
        }
        List<Cause> causes = new ArrayList<>();
        for (JsonNode cause : answer.json().at("/details/causes")) {
            causes.add(new Cause(
                    cause.path("field").asString(""), cause.path("message").asString("")));
        }
        return causes;
    }
}
