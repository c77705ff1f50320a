package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.local.Operations;
import dev.turnstile.embedded.api.request.Exchange;
import dev.turnstile.embedded.api.request.FieldChecks;
import dev.turnstile.embedded.api.request.PatchBody;
import dev.turnstile.embedded.api.wire.BodyParser;
import dev.turnstile.embedded.api.wire.Representation;
import dev.turnstile.embedded.api.write.Target;
import dev.turnstile.embedded.store.StoredObject;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Serves the subresources of objects: status, scale, finalize, binding, eviction, token, log. */
final class SubresourceHandler {
    private static final Set<String> CREATED_BY_POST = Set.of("pods/binding", "pods/eviction", "serviceaccounts/token");
    private final Operations operations;
    private final InstantSource time;

    SubresourceHandler(Operations operations, InstantSource time) {
        this.operations = operations;
        this.time = time;
    }

    void handle(Exchange exchange, Target target, Representation form) throws IOException {
        ResourceType type = target.type();
        String key = type.groupResource() + "/" + target.subresource();
        switch (target.subresource()) {
            case "status" -> {
                if (!type.status()) {
                    throw ApiException.noSuchResource();
                }
                readWrite(exchange, target, form);
            }
            case "scale" -> {
                ResourceType.Scale scale = type.scale();
                if (scale == null) {
                    throw ApiException.noSuchResource();
                }
                new ScaleHandler(operations, type, scale, time).handle(exchange, target);
            }
            case "finalize" -> {
                only(exchange, "PUT");
                if (!key.equals("namespaces/finalize")) {
                    throw ApiException.noSuchResource();
                }
                ObjectNode given =
                        FieldChecks.decode(type, exchange.body(), exchange.header("Content-Type"), target.context());
                ResourceHandler.respond(
                        exchange,
                        target.context(),
                        form,
                        operations.subresources().finalizeNamespace(target, given));
            }
            case "log" -> {
                if (!key.equals("pods/log")) {
                    throw ApiException.noSuchResource();
                }
                log(exchange, target);
            }
            default -> {
                if (!CREATED_BY_POST.contains(key)) {
                    throw ApiException.noSuchResource();
                }
                only(exchange, "POST");
                ObjectNode body = BodyParser.object(BodyParser.parse(exchange.body(), exchange.header("Content-Type")));
                ObjectNode response = operations.subresources().post(target, body);
                exchange.warn(target.context().warnings());
                exchange.json(201, response);
            }
        }
    }

    private void readWrite(Exchange exchange, Target target, Representation form) throws IOException {
        ResourceType type = target.type();
        switch (exchange.method()) {
            case "GET", "HEAD" -> {
                StoredObject stored = operations.reads().get(type, target.namespace(), target.name(), "");
                exchange.respond(200, "application/json", form.object(stored));
            }
            case "PUT" -> {
                ObjectNode object =
                        FieldChecks.decode(type, exchange.body(), exchange.header("Content-Type"), target.context());
                ResourceHandler.respond(
                        exchange,
                        target.context(),
                        form,
                        operations.writes().update(target, current -> object.deepCopy()));
            }
            case "PATCH" ->
                ResourceHandler.respond(
                        exchange,
                        target.context(),
                        form,
                        operations.patches().patch(target, PatchBody.read(exchange, type)));
            default -> throw ApiException.methodNotAllowed();
        }
    }

    /** No container runs, so every log is empty; the pod must exist. */
    private void log(Exchange exchange, Target target) throws IOException {
        only(exchange, "GET");
        operations.reads().get(target.type(), target.namespace(), target.name(), "");
        exchange.respond(200, "text/plain", new byte[0]);
    }

    private static void only(Exchange exchange, String method) {
        if (!exchange.method().equals(method)) {
            throw ApiException.methodNotAllowed();
        }
    }
}
