package dev.turnstile.service.transcript;

import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A tree with other texts in it. */
final class Texts {
    private Texts() {}

    /** A copy in which every text is what the function makes of it; names of fields stay. */
    static JsonNode changed(JsonNode node, UnaryOperator<String> text) {
        return changed(node, text, UnaryOperator.identity());
    }

    /** The same, where names of fields change, too. */
    static JsonNode changed(JsonNode node, UnaryOperator<String> text, UnaryOperator<String> field) {
        if (node.isString()) {
            return JsonNodeFactory.instance.stringNode(text.apply(node.asString()));
        }
        if (node instanceof ArrayNode) {
            ArrayNode result = JsonNodeFactory.instance.arrayNode();
            node.forEach(item -> result.add(changed(item, text, field)));
            return result;
        }
        if (node instanceof ObjectNode) {
            ObjectNode result = JsonNodeFactory.instance.objectNode();
            node.properties()
                    .forEach(each -> result.set(field.apply(each.getKey()), changed(each.getValue(), text, field)));
            return result;
        }
        return node;
    }
}
