package dev.turnstile.embedded.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Validates a custom resource, in the order of Kubernetes. */
final class CustomResourceRules {

    private final Schema root;
    private final JsonNode source;
    private volatile @Nullable CompiledRules compiled;

    /** Wrapped, so that "not compiled yet" and "has no rules" differ. */
    private record CompiledRules(@Nullable RuleNode rules) {}

    CustomResourceRules(Schema root, JsonNode source) {
        this.root = root;
        this.source = source;
    }

    List<FieldError> validate(ObjectNode object, @Nullable ObjectNode old) {
        List<FieldError> errors = new ArrayList<>();
        new StructureCheck(errors).check(root, object, old, Path.ROOT);
        checkEmbedded(root, object, Path.ROOT, errors);
        if (old == null || ListUniqueness.errors(root, old).isEmpty()) {
            errors.addAll(ListUniqueness.errors(root, object));
        }
        RuleNode rules = rules();
        if (rules != null) {
            if (errors.stream().anyMatch(CustomResourceRules::blocksRules)) {
                errors.add(FieldError.invalid(
                        "<nil>",
                        null,
                        "some validation rules were not checked because the object was invalid; correct the existing"
                                + " errors to complete validation"));
            } else {
                new RuleCheck(errors).check(rules, object, old, Path.ROOT);
            }
        }
        return errors;
    }

    private @Nullable RuleNode rules() {
        CompiledRules known = compiled;
        return known == null ? compile(new RuleCompiler(), Path.ROOT) : known.rules();
    }

    /** Two threads may both compile at first; their results are equal. */
    @Nullable
    RuleNode compile(RuleCompiler compiler, Path place) {
        CompiledRules made = new CompiledRules(compiler.compile(root, source, place));
        compiled = made;
        return made.rules();
    }

    private static boolean blocksRules(FieldError error) {
        return switch (error.kind()) {
            case NOT_SUPPORTED, REQUIRED, TOO_LONG, TOO_MANY, TYPE_INVALID -> true;
            case NOT_FOUND, DUPLICATE, INVALID, FORBIDDEN, TOO_FEW, TOO_SHORT, INTERNAL -> false;
        };
    }

    /** Embedded objects must state their kind. */
    private static void checkEmbedded(Schema schema, JsonNode value, Path path, List<FieldError> errors) {
        if (value.isObject()) {
            if (schema.embeddedResource()) {
                for (String name : List.of("apiVersion", "kind")) {
                    JsonNode stated = value.get(name);
                    if (stated == null) {
                        errors.add(FieldError.required(path.field(name).toString(), ""));
                    } else if (stated.asString("").isEmpty()) {
                        errors.add(FieldError.invalid(path.field(name).toString(), stated, "must not be empty"));
                    }
                }
            }
            for (Map.Entry<String, JsonNode> entry : value.properties()) {
                Schema field = schema.field(entry.getKey());
                if (field != null && entry.getValue().isContainer()) {
                    checkEmbedded(field, entry.getValue(), path.field(entry.getKey()), errors);
                }
            }
        } else if (value.isArray() && schema.items() != null) {
            int position = 0;
            for (JsonNode item : value) {
                if (item.isContainer()) {
                    checkEmbedded(schema.items(), item, path.item(position), errors);
                }
                position++;
            }
        }
    }
}
