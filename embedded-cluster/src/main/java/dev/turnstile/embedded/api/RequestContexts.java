package dev.turnstile.embedded.api;

import dev.turnstile.embedded.Json;
import dev.turnstile.embedded.admission.UserInfo;
import dev.turnstile.embedded.schema.FieldError;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads from a request how it is meant. */
final class RequestContexts {
    private RequestContexts() {}

    static RequestContext of(Exchange exchange, UserInfo user) {
        RequestContext.FieldValidation validation = switch (exchange.query("fieldValidation")) {
            case "", "Warn" -> RequestContext.FieldValidation.Warn;
            case "Strict" -> RequestContext.FieldValidation.Strict;
            case "Ignore" -> RequestContext.FieldValidation.Ignore;
            default ->
                throw ApiException.invalid(
                        "meta.k8s.io",
                        "CreateOptions",
                        "",
                        List.of(FieldError.notSupported(
                                "fieldValidation",
                                exchange.query("fieldValidation"),
                                List.of("", "Ignore", "Strict", "Warn"))));
        };
        String manager = exchange.query("fieldManager");
        if (manager.isEmpty() && !exchange.header("Content-Type").startsWith(PatchType.APPLY.mediaType())) {
            manager = exchange.header("User-Agent").split("/", 2)[0];
            if (manager.length() > 128) {
                manager = manager.substring(0, 128);
            }
        }
        return new RequestContext(
                user, manager, dryRun(exchange.queries("dryRun")), validation, exchange.flag("force"));
    }

    private static boolean dryRun(List<String> values) {
        if (!Set.of("All").containsAll(values)) {
            var given = Json.array();
            values.forEach(given::add);
            throw ApiException.invalid(
                    "meta.k8s.io",
                    "CreateOptions",
                    "",
                    List.of(FieldError.notSupported("dryRun", given, List.of("All"))));
        }
        return !values.isEmpty();
    }

    static DeleteOptions deleteOptions(Exchange exchange) throws IOException {
        byte[] body = exchange.body();
        ObjectNode options = Json.object();
        if (body.length > 0) {
            options = Decoder.object(Decoder.parse(body, exchange.header("Content-Type")));
            String kind = Json.text(options, "kind");
            if (!kind.isEmpty() && !kind.equals("DeleteOptions")) {
                throw ApiException.badRequest("expected kind DeleteOptions in the body of a delete, not " + kind);
            }
        }
        return deleteOptions(exchange, options);
    }

    private static DeleteOptions deleteOptions(Exchange exchange, ObjectNode options) {
        String grace = exchange.query("gracePeriodSeconds");
        Long gracePeriod = Json.at(options, "gracePeriodSeconds") == null
                ? grace.isEmpty() ? null : (Long) Long.parseLong(grace)
                : (Long) Json.number(options, 0, "gracePeriodSeconds");
        String propagation = Json.text(options, "propagationPolicy");
        if (propagation.isEmpty()) {
            propagation = exchange.query("propagationPolicy");
        }
        if (!propagation.isEmpty() && Json.at(options, "orphanDependents") != null) {
            throw ApiException.invalid(
                    "meta.k8s.io",
                    "DeleteOptions",
                    "",
                    List.of(FieldError.invalid(
                            "propagationPolicy",
                            propagation,
                            "orphanDependents and deletionPropagation cannot be both set")));
        }
        if (propagation.isEmpty() && (Json.flag(options, "orphanDependents") || exchange.flag("orphanDependents"))) {
            propagation = "Orphan";
        }
        return new DeleteOptions(
                gracePeriod,
                propagation(propagation),
                textOrNull(options, "uid"),
                textOrNull(options, "resourceVersion"),
                dryRun(exchange.queries("dryRun")) || dryRun(Json.texts(options, "dryRun")));
    }

    private static DeleteOptions.@Nullable Propagation propagation(String text) {
        return switch (text) {
            case "" -> null;
            case "Orphan" -> DeleteOptions.Propagation.Orphan;
            case "Background" -> DeleteOptions.Propagation.Background;
            case "Foreground" -> DeleteOptions.Propagation.Foreground;
            default ->
                throw ApiException.invalid(
                        "meta.k8s.io",
                        "DeleteOptions",
                        "",
                        List.of(FieldError.notSupported(
                                "propagationPolicy", text, List.of("Foreground", "Background", "Orphan", "nil"))));
        };
    }

    private static @Nullable String textOrNull(ObjectNode options, String precondition) {
        String text = Json.text(options, "preconditions", precondition);
        return text.isEmpty() ? null : text;
    }
}
