package dev.turnstile.embedded.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is wrong with a custom resource definition itself: names, versions, non-structural schemas, rules that do not
 * compile.
 */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString"}) // until it is written
public final class CrdValidation {

    private CrdValidation() {}

    /**
     * Fills in a definition's defaults: {@code singular}, {@code listKind}, conversion strategy, scale and column
     * details.
     */
    public static void applyDefaults(ObjectNode definition) {
        throw new UnsupportedOperationException(definition.toString());
    }

    public static List<FieldError> validate(ObjectNode definition, @Nullable ObjectNode old) {
        throw new UnsupportedOperationException(definition + " " + old);
    }
}
