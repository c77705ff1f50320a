package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.Columns;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.TableColumn;
import dev.turnstile.embedded.api.local.Operations;
import dev.turnstile.embedded.api.request.Exchange;
import dev.turnstile.embedded.api.request.PatchBody;
import dev.turnstile.embedded.api.wire.Accept;
import dev.turnstile.embedded.api.wire.BodyParser;
import dev.turnstile.embedded.api.wire.Conversion;
import dev.turnstile.embedded.api.wire.Tables;
import dev.turnstile.embedded.api.write.ScaleWrites;
import dev.turnstile.embedded.api.write.Target;
import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Serves the scale subresource of one kind. */
final class ScaleHandler {
    private final Operations operations;
    private final ResourceType type;
    private final ScaleWrites scales;
    private final InstantSource time;

    ScaleHandler(Operations operations, ResourceType type, ResourceType.Scale paths, InstantSource time) {
        this.operations = operations;
        this.type = type;
        this.scales = new ScaleWrites(operations.writes(), operations.patches(), type, paths);
        this.time = time;
    }

    void handle(Exchange exchange, Target target) throws IOException {
        switch (exchange.method()) {
            case "GET" -> {
                ObjectNode scale = scales.scale(
                        Conversion.served(type, operations.reads().get(type, target.namespace(), target.name(), "")));
                boolean table = Accept.negotiate(exchange.headers("Accept"), true) == Accept.TABLE;
                exchange.json(200, table ? table(scale) : scale);
            }
            case "PUT" -> {
                ObjectNode given =
                        BodyParser.object(BodyParser.parse(exchange.body(), exchange.header("Content-Type")));
                exchange.json(200, scales.replace(target, given));
            }
            case "PATCH" -> exchange.json(200, scales.patch(target, PatchBody.read(exchange, type)));
            default -> throw ApiException.methodNotAllowed();
        }
    }

    private ObjectNode table(ObjectNode scale) {
        ObjectNode table = Json.object().put("kind", "Table").put("apiVersion", "meta.k8s.io/v1");
        table.putObject("metadata");
        List<TableColumn> columns = List.of(
                Columns.NAME,
                Columns.number("Desired", "how many are wanted", each -> Json.number(each, 0, "spec", "replicas")),
                Columns.number("Available", "how many there are", each -> Json.number(each, 0, "status", "replicas")),
                Columns.AGE);
        table.set("columnDefinitions", Tables.definitions(columns));
        ObjectNode row = table.putArray("rows").addObject();
        row.set("cells", Tables.cells(columns, scale, time.instant()));
        row.set("object", scale);
        return table;
    }
}
