package dev.turnstile.embedded.api.request;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.DeleteOptions;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.api.wire.BodyParser;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.FieldError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Reads the options of a write or delete from a request. */
public final class RequestOptions {
    private static final int LONGEST_MANAGER = 128;

    private RequestOptions() {}

    public static RequestContext of(Exchange exchange, UserInfo user) {
        String options = optionsKind(exchange.method());
        RequestContext.FieldValidation validation = switch (exchange.query("fieldValidation")) {
            case "", "Warn" -> RequestContext.FieldValidation.Warn;
            case "Strict" -> RequestContext.FieldValidation.Strict;
            case "Ignore" -> RequestContext.FieldValidation.Ignore;
            default ->
                throw ApiException.invalid(
                        "meta.k8s.io",
                        options,
                        "",
                        List.of(FieldError.notSupported(
                                "fieldValidation",
                                exchange.query("fieldValidation"),
                                List.of("", "Ignore", "Strict", "Warn"))));
        };
        String manager = exchange.query("fieldManager");
        checkManager(manager, options);
        if (manager.isEmpty() && !exchange.header("Content-Type").startsWith(PatchType.APPLY.mediaType())) {
            manager = exchange.header("User-Agent").split("/", 2)[0];
            if (manager.length() > LONGEST_MANAGER) {
                manager = manager.substring(0, LONGEST_MANAGER);
            }
        }
        Set<RequestContext.Option> chosen = EnumSet.noneOf(RequestContext.Option.class);
        if (dryRun(exchange.queries("dryRun"), options)) {
            chosen.add(RequestContext.Option.DRY_RUN);
        }
        if (exchange.flag("force")) {
            chosen.add(RequestContext.Option.FORCE);
        }
        return new RequestContext(user, manager, validation, chosen);
    }

    private static String optionsKind(String method) {
        return switch (method) {
            case "PUT" -> "UpdateOptions";
            case "PATCH" -> "PatchOptions";
            case "DELETE" -> "DeleteOptions";
            default -> "CreateOptions";
        };
    }

    private static void checkManager(String manager, String options) {
        List<FieldError> errors = new ArrayList<>();
        if (manager.length() > LONGEST_MANAGER) {
            errors.add(FieldError.tooLong("fieldManager", LONGEST_MANAGER));
        }
        for (int i = 0; i < manager.length(); i++) {
            if (Character.isISOControl(manager.charAt(i))) {
                errors.add(FieldError.invalid(
                        "fieldManager",
                        manager,
                        String.format(
                                Locale.ROOT, "invalid character U+%04X (at position %d)", (int) manager.charAt(i), i)));
            }
        }
        if (!errors.isEmpty()) {
            throw ApiException.invalid("meta.k8s.io", options, "", errors);
        }
    }

    private static boolean dryRun(List<String> values, String options) {
        if (!Set.of("All").containsAll(values)) {
            var given = Json.array();
            values.forEach(given::add);
            throw ApiException.invalid(
                    "meta.k8s.io", options, "", List.of(FieldError.notSupported("dryRun", given, List.of("All"))));
        }
        return !values.isEmpty();
    }

    public static DeleteOptions deleteOptions(Exchange exchange) throws IOException {
        byte[] body = exchange.body();
        ObjectNode options = Json.object();
        if (body.length > 0) {
            options = BodyParser.object(BodyParser.parse(body, exchange.header("Content-Type")));
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
                ? grace.isEmpty() ? null : (Long) exchange.number("gracePeriodSeconds")
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
        boolean stated = Json.at(options, "orphanDependents") != null
                || !exchange.queries("orphanDependents").isEmpty();
        if (propagation.isEmpty() && stated) {
            boolean orphan = Json.flag(options, "orphanDependents") || exchange.flag("orphanDependents");
            propagation = orphan ? "Orphan" : "Background";
        }
        return new DeleteOptions(
                gracePeriod,
                propagation(propagation),
                textOrNull(options, "uid"),
                textOrNull(options, "resourceVersion"),
                dryRun(exchange.queries("dryRun"), "DeleteOptions")
                        || dryRun(Json.texts(options, "dryRun"), "DeleteOptions"));
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
